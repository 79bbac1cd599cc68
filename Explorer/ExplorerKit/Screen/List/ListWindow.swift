/// The part of the list that is visible.
struct ListWindow: Hashable, Sendable {
  /// The visible rows.
  var rows: [Past.Row] = []
  /// The row above the first visible one, from which times are counted.
  var before: Past.Row?
  /// The index of the first visible row among all.
  var top = 0
  /// The index of the selected row among all; `nil` if there is none.
  var cursor: Int?
  /// The number of all rows.
  var count = 0
  /// The number of rows that came during a pause.
  var hidden = 0

  /// The selected row.
  var selected: Past.Row? {
    cursor.flatMap { rows.indices.contains($0 - top) ? rows[$0 - top] : nil }
  }

  init() {}

  init(of past: Past, list: CommitList, height: Int) {
    let all = past.rows
    count = list.pausedAfter.map { past.index(of: $0 == .max ? $0 : $0 + 1) } ?? all.count
    hidden = all.count - count
    guard count > 0 else { return }
    let height = max(height, 1)
    let cursor = list.selected.map { min(past.index(of: $0), count - 1) } ?? count - 1
    let wanted = list.selected == nil ? count - height : list.top.map(past.index) ?? count - height
    let lowest = max(0, cursor - height + 1)
    top = max(0, min(max(min(wanted, cursor), lowest), count - height))
    self.cursor = cursor
    rows = Array(all[top..<min(top + height, count)])
    before = top > 0 ? all[top - 1] : nil
  }
}
