/// Returns the number of columns that a text takes where a ``Grid`` writes it.
///
/// Counts whole characters, as terminals do: marks add nothing to the letter that carries them, and an
/// emoji of several, a flag and a keycap take two columns. A mark that takes a place of its own, as in
/// Devanagari, adds a column, as each further letter of a character does. What ``VisibleText`` escapes takes the columns of its escape.
///
/// Where terminals differ, counts the larger number, so that nothing is covered.
package func columnWidth(of text: some StringProtocol) -> Int {
  columnWidth(of: String(text))
}

/// Returns the number of columns that a text takes where a ``Grid`` writes it.
package func columnWidth(of text: String) -> Int {
  columnWidth(of: text, limit: .max)
}

/// Returns the number of columns that a text takes where a ``Grid`` writes it, counted up to a limit.
///
/// - Parameter limit: Where counting ends: a larger number says only that there are more.
package func columnWidth(of text: String, limit: Int) -> Int {
  guard limit >= 0 else { return 0 }
  // Almost all text, and quickly counted.
  if text.isHarmless(upTo: limit) {
    return text.utf8.count <= limit ? text.utf8.count : limit + 1
  }
  var columns = 0
  for character in DrawnCharacters(text) {
    columns += character.width
    if columns > limit { break }
  }
  return columns
}

/// Returns the number of columns that a character takes where a ``Grid`` writes it.
package func columnWidth(of character: Character) -> Int {
  if let value = character.asciiValue, VisibleText.isHarmless(value) { return 1 }
  return columnWidth(of: String(character))
}

extension String {
  /// Returns whether the characters in the first columns are printable ASCII.
  ///
  /// Looks at one more, which could be part of the last of them.
  func isHarmless(upTo columns: Int) -> Bool {
    var rest = columns
    for byte in utf8 {
      guard VisibleText.isHarmless(byte) else { return false }
      if rest == 0 { return true }
      rest -= 1
    }
    return true
  }
}
