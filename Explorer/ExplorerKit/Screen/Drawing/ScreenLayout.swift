import ExplorerTerminal

/// Where the parts of the screen stand, for a size.
///
/// Side by side where there is room, one above the other on a narrower terminal, and on a small one
/// only the part that has the keys.
struct ScreenLayout: Hashable, Sendable {
  /// A rectangle of cells.
  struct Area: Hashable, Sendable {
    var rows: Range<Int>
    var columns: Range<Int>

    var width: Int { columns.count }
    var height: Int { rows.count }

    func contains(row: Int, column: Int) -> Bool {
      rows.contains(row) && columns.contains(column)
    }
  }

  private static let widthForTwo = 110
  private static let heightForTwo = 18

  let head: Area
  /// `nil` if only the detail is shown.
  let list: Area?
  /// The line with the names of the tabs; `nil` if only the list is shown.
  let tabs: Area?
  let detail: Area?
  /// The column between list and detail, if they stand side by side.
  let divider: Area?
  let footer: Area
  /// All between head and footer.
  let body: Area

  /// - Parameter headRows: The lines that the head needs.
  init(size: GridSize, headRows: Int, showsDetail: Bool) {
    let columns = 0..<size.columns
    let footerRows = min(1, size.rows)
    let head = min(headRows, max(0, (size.rows - footerRows) / 3))
    let body = head..<max(head, size.rows - footerRows)
    self.head = Area(rows: 0..<head, columns: columns)
    footer = Area(rows: body.upperBound..<size.rows, columns: columns)
    self.body = Area(rows: body, columns: columns)
    if size.columns >= Self.widthForTwo {
      let middle = size.columns * 9 / 20
      list = Area(rows: body, columns: 0..<middle)
      divider = Area(rows: body, columns: middle..<middle + 1)
      let right = middle + 1..<size.columns
      let tab = min(body.lowerBound + 1, body.upperBound)
      tabs = Area(rows: body.lowerBound..<tab, columns: right)
      detail = Area(rows: tab..<body.upperBound, columns: right)
    } else if body.count >= Self.heightForTwo {
      let middle = body.lowerBound + body.count * 2 / 5
      list = Area(rows: body.lowerBound..<middle, columns: columns)
      divider = nil
      tabs = Area(rows: middle..<middle + 1, columns: columns)
      detail = Area(rows: middle + 1..<body.upperBound, columns: columns)
    } else if showsDetail {
      list = nil
      divider = nil
      let tab = min(body.lowerBound + 1, body.upperBound)
      tabs = Area(rows: body.lowerBound..<tab, columns: columns)
      detail = Area(rows: tab..<body.upperBound, columns: columns)
    } else {
      list = Area(rows: body, columns: columns)
      divider = nil
      tabs = nil
      detail = nil
    }
  }
}
