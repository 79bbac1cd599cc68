/// The part of the list that is visible.
struct ListWindow: Hashable, Sendable {
  /// The visible rows.
  var rows: [HistoryRow] = []
  /// The row above the first visible one, from which times are counted.
  var before: HistoryRow?
  /// The index of the first visible row among all.
  var top = 0
  /// The index of the selected row among all; `nil` if there is none.
  var cursor: Int?
  /// The number of all rows.
  var count = 0

  /// The selected row.
  var selected: HistoryRow? {
    cursor.flatMap { rows.indices.contains($0 - top) ? rows[$0 - top] : nil }
  }

  /// The rows, wherever they stand and whichever is selected.
  var content: ListWindow {
    var content = ListWindow()
    content.rows = rows
    content.before = before
    return content
  }

  init() {}

  init(of past: ShownPast, list: CommitList, height: Int) {
    count = past.rows.count
    guard count > 0 else { return }
    let height = max(height, 1)
    func place(of number: Int?) -> Int { min(number.map(past.index) ?? .max, count - 1) }
    let cursor = place(of: list.selected)
    let end = list.selected == nil ? cursor - height + 1 : count - height
    let wanted = list.selected == nil ? end : list.top.map(place) ?? end
    let lowest = max(0, cursor - height + 1)
    top = max(0, min(max(min(wanted, cursor), lowest), count - height))
    self.cursor = cursor
    rows = (top..<min(top + height, count)).map { past.rows[$0] }
    before = top > 0 ? past.rows[top - 1] : nil
  }
}
