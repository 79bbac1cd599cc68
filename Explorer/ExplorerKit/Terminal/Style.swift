/// How a piece of text stands out.
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

/// Colours text, or leaves it as it is where colours are not wanted.
struct Palette: Hashable, Sendable {
  var isColored: Bool

  /// - Parameter text: Harmless text: it is put between control sequences as it is.
  func paint(_ text: String, _ style: Style) -> String {
    guard isColored, style != .plain, !text.isEmpty else { return text }
    return "\u{1B}[\(style.rawValue)m\(text)\u{1B}[0m"
  }
}
