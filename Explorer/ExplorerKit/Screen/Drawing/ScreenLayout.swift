import ExplorerTerminal

/// Where the parts of the screen stand, for a size.
///
/// On a large terminal the commits, the commit and the state side by side with the runs below; on a wide one the
/// list beside a pane; on a narrower one the list above it, and on a small one only the part that has the keys.
struct ScreenLayout: Hashable, Sendable {
  /// A rectangle of cells.
  struct Area: Hashable, Sendable {
    var rows: Range<Int>
    var columns: Range<Int>

    var width: Int { columns.count }
    var height: Int { rows.count }

    func contains(row: Int, column: Int) -> Bool { rows.contains(row) && columns.contains(column) }

    /// Divides it behind some rows.
    fileprivate func divided(at count: Int) -> (Area, Area) {
      let middle = rows.lowerBound + max(0, min(count, height))
      return (
        Area(rows: rows.lowerBound..<middle, columns: columns),
        Area(rows: middle..<rows.upperBound, columns: columns)
      )
    }
  }

  /// A pane below its title.
  struct Pane: Hashable, Sendable {
    let tab: Detail.Tab
    let title: Area
    let lines: Area
  }

  private static let widthForTwo = 100
  private static let sizeForThree = GridSize(columns: 160, rows: 52)
  private static let heightForTwo = 18
  /// The columns and rows that dragging leaves each part.
  private static let leastColumns = 30
  private static let leastRows = 4
  /// The rows of the runs below the other panes.
  private static let laneRows = 12

  let head: Area
  /// The names of the list's columns; `nil` where it has none.
  private(set) var listTitle: Area?
  /// `nil` if only the pane is shown.
  private(set) var list: Area?
  /// The runs that live, below the list.
  private(set) var running: Area?
  /// Those that are visible.
  private(set) var panes: [Pane] = []
  /// What stands between two parts.
  private(set) var dividers: [Dividers.Place: Area] = [:]
  let footer: Area
  /// All between head and footer.
  let body: Area
  /// Whether the list stands beside the panes.
  var isWide: Bool { listTitle != nil }
  var listHeight: Int { (list ?? body).height }

  /// - Parameters:
  ///   - headRows: The lines that the head needs.
  ///   - hasRuns: Whether runs that live have room.
  ///   - places: Where dividers were dragged.
  init(size: GridSize, headRows: Int, _ detail: Detail, hasRuns: Bool, _ places: Dividers) {
    let (width, least) = (size.columns, Self.leastColumns)
    let all = Area(rows: 0..<size.rows, columns: 0..<width)
    let footerRows = min(1, size.rows)
    let (front, footer) = all.divided(at: size.rows - footerRows)
    self.footer = footer
    (head, body) = front.divided(at: min(headRows, max(0, (size.rows - footerRows) / 3)))
    if width >= Self.sizeForThree.columns, size.rows >= Self.sizeForThree.rows {
      let (upper, lower) = body.divided(at: body.height - Self.laneRows)
      let first = places.size(to: .firstOfThree, 45, of: width, least...width - 2 * least)
      let last = places.size(to: .lastOfThree, 73, of: width, first + least...width - least)
      place(Self.columns(of: upper, 0..<first), isTitled: true, hasRuns)
      add(.commit, Self.columns(of: upper, first + 1..<last))
      add(.state, Self.columns(of: upper, last + 1..<width))
      add(.runs, lower)
      dividers[.firstOfThree] = Self.columns(of: upper, first..<first + 1)
      dividers[.lastOfThree] = Self.columns(of: upper, last..<last + 1)
    } else if width >= Self.widthForTwo {
      let middle = places.size(to: .besideList, 57, of: width, least...width - least)
      place(Self.columns(of: body, 0..<middle), isTitled: true, hasRuns)
      add(detail.tab, Self.columns(of: body, middle + 1..<width))
      dividers[.besideList] = Self.columns(of: body, middle..<middle + 1)
    } else if body.height >= Self.heightForTwo {
      let bounds = Self.leastRows...body.height - Self.leastRows
      let rows = places.size(to: .belowList, 40, of: body.height, bounds)
      let (upper, lower) = body.divided(at: rows + (hasRuns ? 1 : 0))
      place(upper, isTitled: false, hasRuns)
      add(detail.tab, lower)
      dividers[.belowList] = panes[0].title
    } else if detail.isFocused {
      add(detail.tab, body)
    } else {
      place(body, isTitled: false, hasRuns && body.height > 4)
    }
  }

  /// The pane with something; `nil` if it isn't visible.
  func pane(_ tab: Detail.Tab) -> Pane? { panes.first { $0.tab == tab } }

  private static func columns(of area: Area, _ columns: Range<Int>) -> Area {
    Area(rows: area.rows, columns: columns)
  }

  private mutating func place(_ area: Area, isTitled: Bool, _ hasRuns: Bool) {
    var rest = area
    if isTitled { (listTitle, rest) = area.divided(at: 1) }
    guard hasRuns else {
      list = rest
      return
    }
    let (list, running) = rest.divided(at: rest.height - (rest.height >= 24 ? 3 : 1))
    (self.list, self.running) = (list, running)
  }

  private mutating func add(_ tab: Detail.Tab, _ area: Area) {
    let (title, lines) = area.divided(at: 1)
    panes.append(Pane(tab: tab, title: title, lines: lines))
  }
}
