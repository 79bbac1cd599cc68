extension StringProtocol {
  /// The number of columns that the text takes on a terminal.
  var columns: Int {
    // Almost all text, and quickly counted.
    if utf8.allSatisfy({ $0 < 0x80 }) { return utf8.count }
    return reduce(0) { $0 + $1.columns }
  }
}

extension Character {
  /// The number of columns that the character takes on a terminal.
  ///
  /// Counts a whole character, as terminals do: marks add nothing to the letter that carries them,
  /// and an emoji of several, a flag and a keycap take two columns. A mark that takes a place of its
  /// own, as in Devanagari, adds a column.
  ///
  /// Where terminals differ, counts the larger number, so that a line isn't wrapped: for a text symbol
  /// that a variation selector turns into an emoji.
  var columns: Int {
    if isASCII { return 1 }
    var scalars = unicodeScalars.makeIterator()
    guard let base = scalars.next() else { return 0 }
    var columns = base.columns
    while let scalar = scalars.next() {
      if scalar.isEmojiSelector || scalar.isRegionalIndicator {
        columns = 2
      } else if scalar.properties.generalCategory == .spacingMark {
        columns += 1
      }
    }
    return columns
  }
}

extension Unicode.Scalar {
  /// The number of columns of a scalar that begins a character.
  fileprivate var columns: Int {
    switch properties.generalCategory {
    case .nonspacingMark, .enclosingMark, .format: 0
    default: isWide ? 2 : 1
    }
  }

  /// Asks for the colourful form of the character in front.
  fileprivate var isEmojiSelector: Bool { value == 0xFE0F }

  /// Two of them are a flag.
  fileprivate var isRegionalIndicator: Bool { (0x1F1E6...0x1F1FF).contains(value) }
}
