import Testing

@testable import ExplorerKit

/// Columns, and lines that are laid out by them.
struct ColumnTests {
  static let table: [(text: String, columns: Int)] = [
    ("", 0), ("a", 1), ("é", 1), ("e\u{301}", 1), ("ab → …", 6), ("─▸■✗", 4),
    ("茶", 2), ("한국어", 6), ("한", 2), ("ｆｕｌｌ", 8), ("ﾊﾝ", 2), ("。", 2),
    ("🙂", 2), ("👍🏽", 2), ("👩‍👩‍👧", 2), ("🏳️‍🌈", 2), ("🇩🇪", 2), ("🇩🇪🇫🇷", 4), ("❤️", 2), ("❤", 1),
    ("1️⃣", 2), ("⌚", 2), ("ที่", 1), ("कि", 2), ("\u{20000}", 2), ("\u{30FB}", 2),
    // The ends of ranges in the table.
    ("\u{1100}", 2), ("\u{10FF}", 1), ("\u{303E}", 2), ("\u{303F}", 1), ("\u{FFE6}", 2),
    ("\u{FFE8}", 1), ("\u{3FFFD}", 2),
  ]

  @Test(arguments: table)
  func `columns are counted as a terminal counts them`(text: String, columns: Int) {
    #expect(text.columns == columns)
  }

  static let cuts: [(text: String, width: Int, cut: String)] = [
    ("milk", 4, "milk"), ("milky", 4, "mil…"), ("茶茶茶", 6, "茶茶茶"), ("茶茶茶", 5, "茶茶…"),
    ("茶茶茶", 4, "茶…"), ("👩‍👩‍👧👩‍👩‍👧👩‍👩‍👧", 5, "👩‍👩‍👧👩‍👩‍👧…"), ("e\u{301}e\u{301}e\u{301}", 2, "e\u{301}…"),
    ("🇩🇪🇫🇷🇮🇹", 4, "🇩🇪…"),
  ]

  @Test(arguments: cuts)
  func `a text that is cut keeps whole characters`(text: String, width: Int, cut: String) {
    #expect(text.cut(to: width) == cut)
  }

  @Test func `columns are padded`() {
    #expect("茶".padded(to: 4) == "茶  ")
    #expect("茶".paddedFront(to: 4) == "  茶")
    #expect("long".padded(to: 2) == "long")
  }

  @Test func `a line is divided between words, or within one that is too long`() {
    func lines(_ text: String, _ width: Int, hanging: Int = 0, atMost: Int = .max) -> [String] {
      StyledText(text).lines(of: width, hanging: hanging, atMost: atMost).map(\.text)
    }
    #expect(lines("one two three", 20) == ["one two three"])
    #expect(lines("one two three", 8) == ["one two", "three"])
    #expect(lines("one two three four", 8, hanging: 2) == ["one two", "three", "four"])
    #expect(lines("abcdefghij", 4) == ["abcd", "efgh", "ij"])
    #expect(lines("one two three four", 8, atMost: 2) == ["one two", "three f…"])
    #expect(lines("茶茶 茶茶", 6) == ["茶茶", "茶茶"])
    #expect(lines("", 6) == [""])
    // A value stands beside its name, where the line stays long enough.
    #expect(lines("{one: 1, two: 2}", 14) == ["{one: 1,", "two: 2}"])
    #expect(lines("{name: aaaaaaaaa}", 12) == ["{name:", "aaaaaaaaa}"])
  }

  @Test func `styles survive where a line is divided`() {
    let text = StyledText("one two ", .strong) + StyledText("three", .dim)
    let lines = text.lines(of: 8)
    #expect(lines == [StyledText("one two", .strong), StyledText("three", .dim)])
    let painted = lines.map { $0.painted(Palette(isColored: true)) }
    #expect(painted == ["\u{1B}[1mone two\u{1B}[0m", "\u{1B}[2mthree\u{1B}[0m"])
  }
}
