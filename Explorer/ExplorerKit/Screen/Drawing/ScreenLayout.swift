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
  /// The columns between parts that stand side by side.
  private(set) var dividers: [Area] = []
  let footer: Area
  /// All between head and footer.
  let body: Area
  /// Whether the list stands beside the panes.
  var isWide: Bool { !dividers.isEmpty }
  var listHeight: Int { (list ?? body).height }

  /// - Parameters:
  ///   - headRows: The lines that the head needs.
  ///   - hasRuns: Whether runs that live have room.
  init(size: GridSize, headRows: Int, _ detail: Detail, hasRuns: Bool) {
    let all = Area(rows: 0..<size.rows, columns: 0..<size.columns)
    let footerRows = min(1, size.rows)
    let (front, footer) = all.divided(at: size.rows - footerRows)
    self.footer = footer
    (head, body) = front.divided(at: min(headRows, max(0, (size.rows - footerRows) / 3)))
    if size.columns >= Self.sizeForThree.columns, size.rows >= Self.sizeForThree.rows {
      let (upper, lower) = body.divided(at: body.height - Self.laneRows)
      let ends = [size.columns * 45 / 100, size.columns * 73 / 100, size.columns]
      place(Self.columns(of: upper, 0..<ends[0]), isTitled: true, hasRuns)
      add(.commit, Self.columns(of: upper, ends[0] + 1..<ends[1]))
      add(.state, Self.columns(of: upper, ends[1] + 1..<ends[2]))
      add(.runs, lower)
      dividers = ends.dropLast().map { Self.columns(of: upper, $0..<$0 + 1) }
    } else if size.columns >= Self.widthForTwo {
      let middle = size.columns * 57 / 100
      place(Self.columns(of: body, 0..<middle), isTitled: true, hasRuns)
      add(detail.tab, Self.columns(of: body, middle + 1..<size.columns))
      dividers = [Self.columns(of: body, middle..<middle + 1)]
    } else if body.height >= Self.heightForTwo {
      let (upper, lower) = body.divided(at: body.height * 2 / 5 + (hasRuns ? 1 : 0))
      place(upper, isTitled: false, hasRuns)
      add(detail.tab, lower)
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
