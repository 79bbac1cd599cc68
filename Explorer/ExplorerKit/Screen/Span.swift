import ExplorerTerminal

/// A piece of a line in one style.
///
/// Holds text that is safe to show: what a program sends has to be ``VisibleText`` first. Styles add to
/// what the text says; no meaning is in a colour alone.
struct Span: Hashable, Sendable {
  var text: String
  var style: CellStyle

  init(_ text: String, _ style: CellStyle = .plain) {
    self.text = text
    self.style = style
  }
}
