/// The part of an overlay that is visible.
struct OverlayWindow: Hashable, Sendable {
  /// The first visible line.
  let top: Int
  /// The line of the cursor; `nil` if it has none.
  let cursor: Int?

  /// - Parameters:
  ///   - count: The number of lines.
  ///   - height: The number of lines that are visible.
  init(_ overlay: Overlay, of watching: Watching, count: Int, height: Int) {
    let maximalTop = max(0, count - height)
    switch overlay {
    case .help(let top):
      cursor = nil
      self.top = max(0, min(top, maximalTop))
    case .programs(let instance):
      let line = (watching.index(of: instance) ?? 0) + ProgramLines.headings
      cursor = line
      top = max(0, min(line - height + 1, maximalTop))
    }
  }
}
