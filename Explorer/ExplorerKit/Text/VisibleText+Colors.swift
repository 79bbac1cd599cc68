import ExplorerTerminal

extension VisibleText {
  /// Returns a line that was painted elsewhere, in which colours act, and everything else can only be
  /// read: whoever listens at a path may not be the Explorer that was meant.
  static func painted(_ raw: String) -> String {
    var text = ""
    var rest = raw[...]
    // What sets a colour or a style (ECMA-48's SGR), and nothing else.
    for match in raw.matches(of: /\u{1B}\[[0-9;]{0,32}m/) {
      text += VisibleText(String(rest[..<match.range.lowerBound])).description + match.output
      rest = raw[match.range.upperBound...]
    }
    return text + VisibleText(String(rest)).description
  }
}
