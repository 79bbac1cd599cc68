/// The lines of a pane, and where its cursor is.
struct PaneWindow: Hashable, Sendable {
  var lines: [PaneLine] = []
  /// `nil` if there is no line.
  var cursor: Int?
  var top = 0

  /// What keys act on.
  var target: PaneTarget? { cursor.flatMap { lines[$0].target } }

  init() {}

  init(_ lines: [PaneLine], _ detail: Detail, height: Int) {
    self.lines = lines
    guard !lines.isEmpty else { return }
    let own = detail.target.flatMap { target in
      // Mostly it stands where it stood.
      lines.indices.contains(detail.cursor) && lines[detail.cursor].target == target
        ? detail.cursor : lines.firstIndex { $0.target?.isSame(as: target) ?? false }
    }
    let cursor = min(own ?? detail.cursor, lines.count - 1)
    let height = max(height, 1)
    let lowest = max(0, cursor - height + 1)
    top = max(0, min(max(min(detail.top, cursor), lowest), lines.count - height))
    self.cursor = cursor
  }

  /// The first visible line after the cursor has moved to another.
  func top(for cursor: Int, height: Int) -> Int {
    max(0, min(max(min(top, cursor), cursor - max(height, 1) + 1), lines.count - max(height, 1)))
  }
}
