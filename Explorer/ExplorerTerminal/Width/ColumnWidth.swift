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
  // Almost all text, and quickly counted.
  if text.utf8.allSatisfy(VisibleText.isHarmless) { return text.utf8.count }
  return DrawnCharacters(text).reduce(0) { $0 + $1.width }
}

/// Returns the number of columns that a character takes where a ``Grid`` writes it.
package func columnWidth(of character: Character) -> Int {
  if let value = character.asciiValue, VisibleText.isHarmless(value) { return 1 }
  return columnWidth(of: String(character))
}
