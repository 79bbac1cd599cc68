/// A character as a grid draws it: harmless, and with the columns it takes.
struct DrawnCharacter {
  enum Content {
    case scalar(Unicode.Scalar)
    case cluster(String)
  }

  /// On what a mark is shown that has no character in front.
  private static let markCarrier = "\u{25CC}"

  let content: Content
  let width: Int

  init(_ scalar: Unicode.Scalar, _ kind: CharacterClass) {
    if kind.columns > 0, !kind.isMark {
      content = .scalar(scalar)
      width = kind.columns
    } else {
      content = .cluster(Self.markCarrier + String(scalar))
      width = 1 + kind.columns
    }
  }

  init(_ cluster: Substring) {
    var scalars = cluster.unicodeScalars.makeIterator()
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
    content = .cluster(isCarried ? Self.markCarrier + cluster : String(cluster))
    self.width = width
  }
}

/// The characters of a text as a grid draws them, in the order of their columns.
///
/// No scalar of them is hidden, and none is drawn into the character in front, so that each can stand
/// beside any other. A character of the text that has more than 16 scalars is drawn as several.
struct DrawnCharacters: Sequence, IteratorProtocol {
  /// The maximum number of scalars of a character; the longest emoji has fewer.
  private static let maximalScalars = 16

  private let text: String
  private var index: String.Index

  init(_ text: String) {
    self.text = VisibleText(text).description
    index = self.text.startIndex
  }

  mutating func next() -> DrawnCharacter? {
    let scalars = text.unicodeScalars
    guard index < scalars.endIndex else { return nil }
    let scalar = scalars[index]
    let kind = scalar.characterClass
    let end = scalars.index(after: index)
    // Finding where a character ends costs more than all else, and few scalars join others.
    let isAlone = end == scalars.endIndex || !(kind.joins || scalars[end].characterClass.joins)
    if isAlone {
      index = end
      return DrawnCharacter(scalar, kind)
    }
    let limit = scalars.index(index, offsetBy: Self.maximalScalars, limitedBy: scalars.endIndex)
    let rest = text[index..<(limit ?? scalars.endIndex)]
    let cluster = rest.prefix(1)
    let isOne = cluster.endIndex == end
    index = cluster.endIndex
    return isOne ? DrawnCharacter(scalar, kind) : DrawnCharacter(cluster)
  }
}
