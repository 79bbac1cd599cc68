/// A character as a grid draws it: harmless, and with the columns it takes.
struct DrawnCharacter {
  enum Content {
    case scalar(Unicode.Scalar)
    case cluster(String)
  }

  let content: Content
  let width: UInt8
}

/// The characters of a text as a grid draws them, from left to right.
struct DrawnCharacters: Sequence, IteratorProtocol {
  private var characters: String.Iterator
  private var escape: Substring.UnicodeScalarView = Substring("").unicodeScalars

  init(_ text: some StringProtocol) {
    characters = String(text).makeIterator()
  }

  mutating func next() -> DrawnCharacter? {
    if let scalar = escape.popFirst() { return DrawnCharacter(content: .scalar(scalar), width: 1) }
    guard let character = characters.next() else { return nil }
    let scalars = character.unicodeScalars
    if let hidden = scalars.first(where: \.isHidden) {
      escape = Substring("\\u{\(String(hidden.value, radix: 16, uppercase: true))}").unicodeScalars
      return next()
    }
    let width = UInt8(clamping: columnWidth(of: character))
    guard let first = scalars.first, !first.isMark else {
      return DrawnCharacter(content: .cluster("\u{25CC}\(character)"), width: Swift.max(1, width))
    }
    return scalars.count == 1
      ? DrawnCharacter(content: .scalar(first), width: width)
      : DrawnCharacter(content: .cluster(String(character)), width: width)
  }
}

extension Unicode.Scalar {
  fileprivate var isHidden: Bool {
    switch properties.generalCategory {
    case .control, .format, .lineSeparator, .paragraphSeparator: value != 0x200D
    default: false
    }
  }

  fileprivate var isMark: Bool {
    switch properties.generalCategory {
    case .nonspacingMark, .enclosingMark, .spacingMark, .format: true
    default: false
    }
  }
}
