/// The lines of a pane, and where its cursor is.
struct PaneWindow: Hashable, Sendable {
  var lines: [PaneLine] = []
  /// `nil` if there is no line.
  var cursor: Int?
  var top = 0
  /// What stands below the lines.
  var axis: [PaneLine] = []

  /// What keys act on.
  var target: PaneTarget? { cursor.flatMap { lines[$0].target } }

  init() {}

  /// - Parameter found: A text that the list was searched for, in whose first line the cursor begins.
  init(_ view: Detail.View, height: Int, found: PaneSearch? = nil) {
    guard let answer = view.answer, !answer.lines.isEmpty else { return }
    lines = answer.lines
    let isAtStart = view.target == nil && view.cursor == 0
    let start = isAtStart ? found?.first(in: lines) ?? answer.start : view.cursor
    let own = view.target.flatMap { target in
      // Mostly it stands where it stood.
      lines.indices.contains(view.cursor) && lines[view.cursor].target == target
        ? view.cursor : lines.firstIndex { $0.target?.isSame(as: target) ?? false }
    }
    let cursor = min(own ?? start, lines.count - 1)
    axis = Array(answer.axis.prefix(max(0, height - 1)))
    let height = max(height - axis.count, 1)
    let lowest = max(0, cursor - height + 1)
    top = max(0, min(max(min(view.top, cursor), lowest), lines.count - height))
    self.cursor = cursor
  }

  /// Where the cursor is among the lines, and how far down: `9/34  26 %`.
  func position(height: Int) -> String {
    guard let cursor, lines.count > height - axis.count else { return "all" }
    return "\(cursor + 1)/\(lines.count)  \((cursor + 1) * 100 / lines.count) %"
  }
}
