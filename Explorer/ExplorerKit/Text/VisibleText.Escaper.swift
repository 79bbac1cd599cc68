extension VisibleText {
  /// Decides scalar by scalar which ones to escape, by what stands in front of them and behind.
  struct Escaper {
    /// The maximum number of joiners in one emoji; the largest family has three.
    private static let maximalJoiners = 8

    /// The marks on the current character.
    private var marks = 0
    /// The joiners in the current emoji.
    private var joiners = 0
    /// Whether the scalars so far end with an emoji, its selector and modifier included.
    private var isAfterEmoji = false

    /// Calls the closure with each scalar and its escape, which is `nil` for one that is left as it is.
    mutating func forEach(in text: String, _ body: (Unicode.Scalar, String?) -> Void) {
      var scalars = text.unicodeScalars.makeIterator()
      var next = scalars.next()
      while let scalar = next {
        next = scalars.next()
        body(scalar, escape(scalar, before: next))
      }
    }

    private mutating func escape(
      _ scalar: Unicode.Scalar,
      before next: Unicode.Scalar?
    ) -> String? {
      if scalar.isASCII {
        begin(isEmoji: false)
        return VisibleText.isHarmless(UInt8(scalar.value)) ? nil : VisibleText.escape(of: scalar)
      }
      if scalar.isJoiner, isAfterEmoji, next?.isPictograph ?? false, joiners < Self.maximalJoiners {
        joiners += 1
        isAfterEmoji = false
        return nil
      }
      if scalar.isHidden {
        begin(isEmoji: false)
        return VisibleText.escape(of: scalar)
      }
      guard scalar.isMark else {
        begin(isEmoji: scalar.isPictograph)
        return nil
      }
      marks += 1
      return marks > VisibleText.maximalMarks ? VisibleText.escape(of: scalar) : nil
    }

    private mutating func begin(isEmoji: Bool) {
      marks = 0
      isAfterEmoji = isEmoji
      if !isEmoji { joiners = 0 }
    }
  }
}

extension Unicode.Scalar {
  fileprivate var isJoiner: Bool { value == 0x200D }

  /// Whether it is an emoji, or becomes one in front of a selector; digits and punctuation don't count.
  fileprivate var isPictograph: Bool { value >= 0x2190 && properties.isEmoji }

  fileprivate var isHidden: Bool {
    switch properties.generalCategory {
    case .control, .format, .lineSeparator, .paragraphSeparator, .surrogate: return true
    default: break
    }
    if properties.isNoncharacterCodePoint { return true }
    // The selectors that make an emoji colourful count as marks; others are used to hide data.
    let isCommonSelector = (0xFE00...0xFE0F).contains(value)
    return properties.isDefaultIgnorableCodePoint && !isCommonSelector
  }

  fileprivate var isMark: Bool {
    switch properties.generalCategory {
    case .nonspacingMark, .enclosingMark, .spacingMark: true
    default: false
    }
  }
}
