/// The style of a piece of text; the raw value is its control sequence's parameter.
enum Style: String, Sendable {
  case plain = ""
  case dim = "2"
  case strong = "1"
  case added = "32"
  case removed = "31"
  case changed = "33"
  case moved = "36"
  case effect = "35"
  case problem = "1;31"
}

/// Colours text, or leaves it unchanged if colours aren't wanted.
struct Palette: Hashable, Sendable {
  var isColored: Bool

  /// Returns the text between the control sequences of a style.
  ///
  /// - Parameter text: Harmless text, since it isn't escaped.
  func paint(_ text: String, _ style: Style) -> String {
    guard isColored, style != .plain, !text.isEmpty else { return text }
    return "\u{1B}[\(style.rawValue)m\(text)\u{1B}[0m"
  }
}
