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

  /// The characters that fit into a number of columns.
  func prefix(columns: Int) -> String {
    // One more is looked at: it could be a mark on the last one.
    if utf8.prefix(columns + 1).allSatisfy(VisibleText.isHarmless) {
      return String(decoding: utf8.prefix(columns), as: UTF8.self)
    }
    var used = 0
    var end = startIndex
    while end < endIndex {
      used += self[end].columns
      guard used <= columns else { break }
      formIndex(after: &end)
    }
    return String(self[..<end])
  }

  /// The text, cut to a number of columns, with an "…" in place of what doesn't fit.
  ///
  /// Never divides a character.
  func cut(to width: Int) -> String {
    StyledText(self).cut(to: width).text
  }

  /// The end of the text in a number of columns, with an "…" in front in place of what doesn't fit.
  ///
  /// For paths of the state and names with dots, whose last name is what one looks for. Never divides a
  /// character.
  func cutInFront(to width: Int) -> String {
    // A wide character would fit nowhere else.
    let limit = max(3, width)
    guard columnWidth(of: self, limit: limit) > limit else { return self }
    var used = 1
    var start = endIndex
    while start > startIndex {
      let previous = index(before: start)
      used += self[previous].columns
      guard used <= limit else { break }
      start = previous
    }
    // The last name alone needs no dot.
    if self[start...].first == "." { formIndex(after: &start) }
    return "…" + self[start...]
  }

  /// The text in a number of columns, with an "…" in place of what doesn't fit in its middle.
  ///
  /// For paths of the state: the first names tell where it is, and the last one what.
  func cutInMiddle(to width: Int) -> String {
    guard columnWidth(of: self, limit: max(3, width)) > max(3, width) else { return self }
    let front = prefix(columns: (width - 1) / 4)
    return front + cutInFront(to: width - front.columns)
  }
}
