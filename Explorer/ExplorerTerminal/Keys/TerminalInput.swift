/// Something that a terminal sends.
package enum TerminalInput: Hashable, Sendable {
  case key(KeyPress)
  case mouse(MousePress)
  /// A text that was pasted as a whole, with line feeds between its lines.
  ///
  /// It can hold any character; ``VisibleText`` makes it harmless to show.
  case paste(String)
  /// A paste that was longer than ``InputParser/maximalPaste``, and of which nothing was kept.
  case refusedPaste(byteCount: Int)
  /// Whether the terminal's window has got the keyboard, or has lost it.
  case focus(Bool)
  /// An answer of the terminal to a question, or a sequence that is no key, with its introducer.
  case reply([UInt8])

  /// Whether somebody did something, rather than the terminal by itself.
  package var isByHand: Bool {
    switch self {
    case .key, .mouse, .paste: true
    case .refusedPaste, .focus, .reply: false
    }
  }
}
