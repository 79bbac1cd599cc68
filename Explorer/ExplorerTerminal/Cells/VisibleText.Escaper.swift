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
    /// Whether the last scalar was a joiner of an emoji.
    private var isJoined = false

    /// Calls the closure with each scalar, and whether it's escaped.
    mutating func forEach(in text: String, _ body: (Unicode.Scalar, Bool) -> Void) {
      var scalars = text.unicodeScalars.makeIterator()
      var next = scalars.next()
      while let scalar = next {
        next = scalars.next()
        body(scalar, isEscaped(scalar, before: next))
      }
    }

    /// Takes a scalar that joins no other and is shown as it is.
    mutating func pass(_ kind: CharacterClass) {
      begin(isEmoji: kind.isPictograph)
    }

    /// Takes a scalar, and returns whether it's escaped.
    mutating func isEscaped(
      _ scalar: Unicode.Scalar,
      before next: Unicode.Scalar?
    ) -> Bool {
      if scalar.isASCII {
        begin(isEmoji: false)
        return !VisibleText.isHarmless(UInt8(scalar.value))
      }
      let kind = scalar.characterClass
      if scalar.isJoiner, isAfterEmoji, joiners < Self.maximalJoiners,
        next?.characterClass.isPictograph ?? false
      {
        joiners += 1
        isAfterEmoji = false
        isJoined = true
        return false
      }
      if kind.isHidden {
        begin(isEmoji: false)
        return true
      }
      guard kind.isMark else {
        begin(isEmoji: kind.isPictograph)
        return false
      }
      marks += 1
      return marks > VisibleText.maximalMarks
    }

    private mutating func begin(isEmoji: Bool) {
      marks = 0
      isAfterEmoji = isEmoji
      // An emoji that isn't joined to the one in front begins another one.
      if !isEmoji || !isJoined { joiners = 0 }
      isJoined = false
    }
  }
}
