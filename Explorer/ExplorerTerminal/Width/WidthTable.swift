/// What a terminal makes of a scalar, in one byte.
struct CharacterClass: RawRepresentable, Hashable, Sendable {
  /// Of printable ASCII: one column, and nothing else.
  static let printable = CharacterClass(rawValue: 1)

  let rawValue: UInt8

  /// The columns of a character that begins with the scalar; zero for what is drawn into another.
  var columns: Int { Int(rawValue & 0b11) }

  /// Whether it may be one character with its neighbors, so that these have to be looked at.
  var joins: Bool { rawValue & 1 << 2 != 0 }

  /// Whether it is drawn as it is, and is a character of its own between two others of which that is true.
  var isPlain: Bool { rawValue & 0b11100 == 0 }

  /// Whether it acts on a terminal, has no shape, or changes the order of others.
  var isHidden: Bool { rawValue & 1 << 3 != 0 }

  /// Whether it's drawn onto the character in front.
  var isMark: Bool { rawValue & 1 << 4 != 0 }

  /// Whether it's a mark that takes a column of its own, as in Devanagari.
  var isSpacingMark: Bool { rawValue & 1 << 5 != 0 }

  /// Whether it's an emoji, or becomes one in front of a selector; digits and punctuation don't count.
  var isPictograph: Bool { rawValue & 1 << 6 != 0 }
}

/// The classes of all scalars, from Unicode's own files rather than those of the system, so that text
/// takes the same columns everywhere.
package enum WidthTable {
  /// The end of the planes in which almost all characters are, and which ``classes`` holds.
  private static let end: UInt32 = 0x20000

  /// The class of each scalar below ``end``.
  private static let classes: [UInt8] = {
    var classes: [UInt8] = []
    classes.reserveCapacity(Int(end))
    for (index, entry) in ranges.enumerated() where entry >> 8 < end {
      let next = index + 1 < ranges.count ? ranges[index + 1] >> 8 : end
      let count = Int(min(next, end) - entry >> 8)
      classes.append(contentsOf: repeatElement(UInt8(truncatingIfNeeded: entry), count: count))
    }
    return classes
  }()

  static func characterClass(of scalar: Unicode.Scalar) -> CharacterClass {
    if scalar.value < end { return CharacterClass(rawValue: classes[Int(scalar.value)]) }
    var low = 0
    var high = ranges.count
    while high - low > 1 {
      let middle = (low + high) / 2
      if ranges[middle] >> 8 <= scalar.value { low = middle } else { high = middle }
    }
    return CharacterClass(rawValue: UInt8(truncatingIfNeeded: ranges[low]))
  }
}

extension Unicode.Scalar {
  var characterClass: CharacterClass {
    // Most text, for which nothing is looked up.
    value &- 0x20 < 0x5F ? .printable : WidthTable.characterClass(of: self)
  }

  /// Asks for the colorful form of the character in front.
  var isEmojiSelector: Bool { value == 0xFE0F }

  /// Makes one emoji of those on both sides.
  var isJoiner: Bool { value == 0x200D }
}
