import TestSupport
import Testing

@testable import ExplorerTerminal

/// The columns of characters, and what a terminal makes of scalars.
@Suite(.inTurn) struct WidthTableTests {
  static let table: [(text: String, columns: Int)] = [
    ("", 0), ("a", 1), ("é", 1), ("e\u{301}", 1), ("ab → …", 6), ("─▸■✗", 4),
    ("茶", 2), ("한국어", 6), ("한", 2), ("ｆｕｌｌ", 8), ("ﾊﾝ", 2), ("。", 2),
    ("🙂", 2), ("👍🏽", 2), ("👩‍👩‍👧", 2), ("🏳️‍🌈", 2), ("🇩🇪", 2), ("🇩🇪🇫🇷", 4), ("❤️", 2), ("❤", 1),
    ("👨‍👩‍👧‍👦", 2), ("👩🏽‍👩🏻‍👧🏿‍👦", 2), ("👩‍❤️‍💋‍👨", 2), ("👍🏻👍🏿", 4), ("🏳️‍🌈🏳️‍⚧️", 4), ("🇩🇪🇫🇷🇯🇵", 6),
    ("👨‍👩‍👧‍👦👨‍👩‍👧‍👦👨‍👩‍👧‍👦👨‍👩‍👧‍👦", 8), ("🏳️‍🌈🏳️‍🌈🏳️‍🌈🏳️‍🌈🏳️‍🌈🏳️‍🌈🏳️‍🌈🏳️‍🌈🏳️‍🌈🏳️‍🌈", 20),
    ("❤\u{200D}🔥", 2), ("1️⃣", 2), ("⌚", 2), ("ที่", 1), ("कि", 2), ("\u{20000}", 2), ("\u{30FB}", 2),
    // The ends of ranges in the table.
    ("\u{1100}", 2), ("\u{10FF}", 1), ("\u{303E}", 2), ("\u{303F}", 1), ("\u{FFE6}", 2),
    ("\u{FFE8}", 1), ("\u{3FFFD}", 2),
    // Scalars of Unicode 17.
    ("\u{1FACD}", 2), ("\u{16EA0}", 1), ("\u{323B0}", 2),
  ]

  @Test(arguments: table)
  func `columns are counted as a terminal counts them`(text: String, columns: Int) {
    #expect(columnWidth(of: text) == columns)
    #expect(columnWidth(of: text[...]) == columns)
    #expect(text.reduce(0) { $0 + columnWidth(of: $1) } == columns)
  }

  @Test func `letters that join are counted one by one, however many there are`() {
    // A conjunct, a prepended letter, and initial consonants of Hangul.
    #expect(columnWidth(of: "\u{915}\u{94D}\u{937}") == 2)
    #expect(columnWidth(of: "\u{D4E}\u{D15}") == 2)
    #expect(columnWidth(of: "\u{1100}\u{1161}") == 2)
    for letter in ["\u{1100}", "\u{D4E}"] {
      let text = String(repeating: letter, count: 10_000)
      let columns = columnWidth(of: letter) * 10_000
      #expect(columnWidth(of: text) == columns)
      let longest = DrawnCharacters(text).map { $0.cluster?.unicodeScalars.count ?? 1 }.max()
      #expect(longest == 16)
    }
  }

  @Test func `the table has every scalar, in order`() {
    let starts = WidthTable.ranges.map { $0 >> 8 }
    #expect(starts.first == 0)
    #expect(zip(starts, starts.dropFirst()).allSatisfy { $0 < $1 })
    #expect(starts.allSatisfy { $0 < 0x110000 })
    #expect(WidthTable.ranges.allSatisfy { $0 & 0b11 < 3 })
  }

  @Test func `the table agrees with the standard library about what it knows`() {
    var disagreeing: [String] = []
    // Where something is assigned; on the other planes, now and then.
    let isAssigned = { (value: UInt32) in value < 0x4_0000 || value >> 12 == 0xE0 }
    for value in UInt32(0)..<0x110000 where isAssigned(value) || value % 0x100 == 0 {
      guard let scalar = Unicode.Scalar(value) else { continue }
      let properties = scalar.properties
      // A newer system knows more.
      guard let age = properties.age, age.major <= 17 else { continue }
      let category = properties.generalCategory
      let kind = scalar.characterClass
      let isHidden =
        [.control, .format, .lineSeparator, .paragraphSeparator].contains(category)
        || properties.isNoncharacterCodePoint
        || properties.isDefaultIgnorableCodePoint && !(0xFE00...0xFE0F).contains(value)
      let isMark =
        !isHidden && [.nonspacingMark, .enclosingMark, .spacingMark].contains(category)
      let isPictograph = value >= 0x2190 && properties.isEmoji
      let isSame =
        kind.isHidden == isHidden && kind.isMark == isMark && kind.isPictograph == isPictograph
        && kind.isSpacingMark == (isMark && category == .spacingMark)
      // An emoji that needs no selector is wide everywhere.
      let isWide = !properties.isEmojiPresentation || kind.columns == 2
      if !isSame || !isWide { disagreeing.append(String(value, radix: 16)) }
    }
    #expect(disagreeing == [])
  }

  @Test func `scalars that combine with no other are characters of their own`() {
    let alone = (UInt32(0x20)..<0x20000).compactMap(Unicode.Scalar.init).filter {
      !$0.characterClass.joins
    }
    var text = String.UnicodeScalarView()
    // Each stands beside its neighbors, and beside one from elsewhere.
    for (index, scalar) in alone.enumerated() {
      text.append(scalar)
      if index % 7 == 0 { text.append(alone[(index * 31) % alone.count]) }
    }
    #expect(String(text).count == text.count)
  }
}
