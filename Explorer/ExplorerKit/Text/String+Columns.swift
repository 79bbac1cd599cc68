import ExplorerTerminal

extension StringProtocol {
  /// The number of columns that the text takes on a terminal.
  var columns: Int { columnWidth(of: self) }
}

extension Character {
  /// The number of columns that the character takes on a terminal.
  var columns: Int { columnWidth(of: self) }
}

extension String {
  /// The text with spaces behind it, at least `width` columns wide.
  func padded(to width: Int) -> String {
    self + String(repeating: " ", count: max(0, width - columns))
  }

  /// The text with spaces in front of it, at least `width` columns wide.
  func paddedFront(to width: Int) -> String {
    String(repeating: " ", count: max(0, width - columns)) + self
  }

  /// The text without the characters that take the first columns.
  func droppingColumns(_ count: Int) -> String {
    var rest = self[...]
    var dropped = 0
    while dropped < count, let first = rest.first {
      dropped += first.columns
      rest = rest.dropFirst()
    }
    return String(rest)
  }

  /// The text, cut to a number of columns, with an "…" in place of what doesn't fit.
  ///
  /// Never divides a character.
  func cut(to width: Int) -> String {
    StyledText(self).cut(to: width).text
  }
}
