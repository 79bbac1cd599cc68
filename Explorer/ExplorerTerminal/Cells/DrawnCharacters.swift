/// A character as a grid draws it: harmless, and with the columns it takes.
struct DrawnCharacter {
  /// On what a mark is shown that has no character in front.
  private static let markCarrier = "\u{25CC}"

  /// Its only scalar; the first one if there are several.
  let scalar: Unicode.Scalar
  /// All of its scalars; `nil` if there is only one.
  let cluster: String?
  let width: Int

  init(_ scalar: Unicode.Scalar, _ kind: CharacterClass) {
    self.scalar = scalar
    if kind.columns > 0, !kind.isMark {
      cluster = nil
      width = kind.columns
    } else {
      cluster = Self.markCarrier + String(scalar)
      width = 1 + kind.columns
    }
  }

  init(_ text: Substring) {
    var scalars = text.unicodeScalars.makeIterator()
    // A character has a scalar.
    let first = scalars.next() ?? " "
    let kind = first.characterClass
    var width = kind.isMark ? 1 + kind.columns : max(1, kind.columns)
    while let scalar = scalars.next() {
      if scalar.isEmojiSelector || scalar.isJoiner {
        width = max(width, 2)
      } else if scalar.characterClass.isSpacingMark {
        width += 1
      } else if !kind.isPictograph, !scalar.characterClass.isMark {
        // Letters that are one character, such as in a conjunct, stand side by side on some terminals.
        width += scalar.characterClass.columns
      }
    }
    let isCarried = kind.isMark || kind.columns == 0
    scalar = first
    cluster = isCarried ? Self.markCarrier + text : String(text)
    self.width = width
  }
}

/// The characters of a text as a grid draws them, in the order of their columns.
///
/// No scalar of them is hidden, and none is drawn into the character in front, so that each can stand
/// beside any other. A character of the text that has more than 16 scalars is drawn as several.
///
/// Takes one pass, scalar by scalar. Only where scalars may join or hide is the text escaped and divided into
/// characters as Unicode does: a stretch that begins and ends between two that are plain.
struct DrawnCharacters: Sequence, IteratorProtocol {
  /// The maximum number of scalars of a character; the longest emoji has fewer.
  private static let maximalScalars = 16

  private var scalars: String.UnicodeScalarView.Iterator
  /// The scalar behind those that were taken, and its class.
  private var upcoming: Unicode.Scalar?
  private var upcomingKind = CharacterClass.printable
  private var escaper = VisibleText.Escaper()
  /// What is left of a stretch in which scalars may join, escaped.
  private var stretch = Substring()

  init(_ text: String) {
    scalars = text.unicodeScalars.makeIterator()
    advance()
  }

  mutating func next() -> DrawnCharacter? {
    if !stretch.isEmpty { return nextOfStretch() }
    guard let scalar = upcoming else { return nil }
    let kind = upcomingKind
    advance()
    // Finding where a character ends costs more than all else, and few scalars join others.
    guard kind.isPlain, upcomingKind.isPlain else {
      stretch = takeStretch(from: scalar, kind)
      return nextOfStretch()
    }
    escaper.pass(kind)
    return DrawnCharacter(scalar, kind)
  }

  private mutating func advance() {
    upcoming = scalars.next()
    upcomingKind = upcoming?.characterClass ?? .printable
  }

  /// Takes the scalars up to the first two that stand beside each other and are plain.
  private mutating func takeStretch(
    from first: Unicode.Scalar,
    _ kind: CharacterClass
  ) -> Substring {
    var text = ""
    var (scalar, kind) = (first, kind)
    while true {
      VisibleText.append(scalar, escaper.isEscaped(scalar, before: upcoming), to: &text)
      guard let following = upcoming, !kind.isPlain || !upcomingKind.isPlain else {
        return text[...]
      }
      (scalar, kind) = (following, upcomingKind)
      advance()
    }
  }

  private mutating func nextOfStretch() -> DrawnCharacter {
    let scalars = stretch.unicodeScalars
    let scalar = scalars[stretch.startIndex]
    let kind = scalar.characterClass
    let end = scalars.index(after: stretch.startIndex)
    let isAlone = end == scalars.endIndex || !(kind.joins || scalars[end].characterClass.joins)
    let limit = scalars.index(
      stretch.startIndex,
      offsetBy: Self.maximalScalars,
      limitedBy: scalars.endIndex
    )
    let cluster = isAlone ? stretch[..<end] : stretch[..<(limit ?? scalars.endIndex)].prefix(1)
    stretch = stretch[cluster.endIndex...]
    return cluster.endIndex == end ? DrawnCharacter(scalar, kind) : DrawnCharacter(cluster)
  }
}
