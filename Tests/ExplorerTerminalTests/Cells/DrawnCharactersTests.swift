import TestSupport
import Testing

@testable import ExplorerTerminal

/// Taking a text apart in one pass, compared with escaping and dividing all of it.
@Suite(.inTurn) struct DrawnCharactersTests {
  /// A character as it is drawn.
  struct Drawn: Equatable {
    let text: String
    let width: Int
  }

  /// Escapes the whole text first, and divides the whole of the result into characters then.
  static func reference(_ text: String) -> [Drawn] {
    var escaped = ""
    var escaper = VisibleText.Escaper()
    escaper.forEach(in: text) { scalar, isEscaped in
      if isEscaped {
        escaped += VisibleText.escape(of: scalar)
      } else {
        escaped.unicodeScalars.append(scalar)
      }
    }
    return characters(of: escaped).map { character in
      let scalars = Array(character.unicodeScalars)
      let kinds = scalars.map(\.characterClass)
      var width = kinds[0].isMark ? 1 + kinds[0].columns : max(1, kinds[0].columns)
      for (scalar, kind) in zip(scalars, kinds).dropFirst() {
        if scalar.isEmojiSelector || scalar.isJoiner {
          width = max(width, 2)
        } else if kind.isSpacingMark {
          width += 1
        } else if !kinds[0].isPictograph, !kind.isMark {
          width += kind.columns
        }
      }
      let isCarried = kinds[0].isMark || kinds[0].columns == 0
      return Drawn(text: (isCarried ? "\u{25CC}" : "") + String(character), width: width)
    }
  }

  /// Divides a text into characters of at most 16 scalars.
  private static func characters(of text: String) -> [Substring] {
    var characters: [Substring] = []
    var rest = text[...]
    while !rest.isEmpty {
      let scalars = rest.unicodeScalars
      let limit = scalars.index(scalars.startIndex, offsetBy: 16, limitedBy: scalars.endIndex)
      characters.append(rest[..<(limit ?? rest.endIndex)].prefix(1))
      rest = rest[characters[characters.count - 1].endIndex...]
    }
    return characters
  }

  static func drawn(_ text: String) -> [Drawn] {
    DrawnCharacters(text).map { character in
      Drawn(text: character.cluster ?? String(character.scalar), width: character.width)
    }
  }

  /// Pieces that join others, hide, reorder, or are harmless.
  static let pieces = [
    "a", "1", " ", "ok: ", "\n", "\u{1B}[31m", "\u{7F}", "\r", "é", "→", "─", "茶", "한국", "ﾊ",
    "\u{1112}", "\u{1161}", "\u{11AB}", "\u{D55C}\u{11AB}", "\u{301}", "\u{20E3}", "\u{FE0F}",
    "\u{FE0E}", "\u{200D}", "\u{200B}", "\u{202E}", "\u{2066}", "\u{E0061}", "\u{600}", "क",
    "\u{94D}", "\u{93F}", "ก", "\u{E33}", "🙂", "👩", "👍🏽", "\u{1F3FD}", "❤", "🇩", "🇫",
    "👩‍👩‍👧", "\u{2028}", "\u{FFFE}", "\u{AD}", "\u{1D167}", "\u{20000}", "\u{10FFFF}",
    "\u{301}\u{302}\u{303}\u{304}\u{305}",
  ]

  static func text(_ random: inout SplitMix64) -> String {
    var text = String.UnicodeScalarView()
    for _ in 0..<random.pick(1..<14) {
      if random.pick(0..<8) == 0 {
        if let scalar = Unicode.Scalar(UInt32(random.pick(0..<0x110000))) { text.append(scalar) }
      } else {
        text.append(contentsOf: pieces[random.pick(0..<pieces.count)].unicodeScalars)
      }
    }
    return String(text)
  }

  @Test func `random texts are split as if they were escaped and divided as a whole`() {
    var random = SplitMix64(seed: 3)
    for _ in 0..<4_000 {
      let text = Self.text(&random)
      let expected = Self.reference(text)
      let names = text.unicodeScalars.map { String($0.value, radix: 16) }
      guard Self.drawn(text) == expected else {
        Issue.record("\(names) is taken apart as \(Self.drawn(text)), not as \(expected).")
        return
      }
      let width = expected.reduce(0) { $0 + $1.width }
      #expect(columnWidth(of: text) == width, "\(names)")
      let visible = VisibleText(text).description
      #expect(VisibleText(visible).description == visible, "\(names)")
      #expect(Self.drawn(visible) == expected, "\(names)")
    }
  }

  @Test func `random texts are written as far as there is room`() {
    var random = SplitMix64(seed: 4)
    for _ in 0..<1_000 {
      let text = Self.text(&random) + Self.text(&random)
      let (column, limit) = (random.pick(-3..<5), random.pick(0..<20))
      var expected = Array(repeating: " ", count: 20)
      var end = column
      for character in Self.reference(text) {
        guard end + character.width <= limit else { break }
        if end >= 0 {
          expected[end] = character.text
          for covered in end + 1..<end + character.width { expected[covered] = "" }
        }
        end += character.width
      }
      var grid = Grid(size: GridSize(columns: 20, rows: 1))
      let names = text.unicodeScalars.map { String($0.value, radix: 16) }
      #expect(grid.write(text, row: 0, column: column, limit: limit) == end, "\(names)")
      #expect((0..<20).map { grid.character(row: 0, column: $0) } == expected, "\(names)")
    }
  }

  @Test func `counting columns ends beyond a limit`() {
    let text = "a茶e\u{301}b🇩🇪"
    #expect((0...9).map { columnWidth(of: text, limit: $0) } == [1, 3, 3, 4, 5, 7, 7, 7, 7, 7])
    for (text, limit, width) in [("abcdef", 3, 4), ("abcdef", 6, 6), ("", 0, 0), ("abc", -1, 0)] {
      #expect(columnWidth(of: text, limit: limit) == width, "\(text) \(limit)")
    }
  }
}
