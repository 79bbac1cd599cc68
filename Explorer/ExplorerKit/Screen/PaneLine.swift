import ExplorerTerminal

/// One line of a pane, before it is cut to a width.
///
/// A pane is a pure function to lines; it wraps its text itself where it wants to, and the frame
/// cuts what is still too long. The frame draws the cursor, and what was found in a line.
struct PaneLine: Hashable, Sendable {
  var spans: [Span]
  /// The columns that stay empty in front.
  var indent: Int
  /// What keys act on when the cursor is on this line; `nil` for a line that is only read, over
  /// which the cursor moves all the same.
  var target: PaneTarget?

  init(_ spans: [Span] = [], indent: Int = 0, target: PaneTarget? = nil) {
    self.spans = spans
    self.indent = indent
    self.target = target
  }

  /// Creates a line of one style.
  init(_ text: String, _ style: CellStyle = .plain, indent: Int = 0, target: PaneTarget? = nil) {
    self.init([Span(text, style)], indent: indent, target: target)
  }

  /// The text without its styles and its indent: what `/` searches and `y` copies.
  var text: String { spans.map(\.text).joined() }
}

extension PaneLine {
  /// Creates a line from a text of the log.
  init(_ text: StyledText, indent: Int = 0, target: PaneTarget? = nil) {
    self.init(text.runs.map { Span($0.text, CellStyle($0.style)) }, indent: indent, target: target)
  }
}
