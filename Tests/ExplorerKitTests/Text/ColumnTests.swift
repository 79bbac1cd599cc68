import TestSupport
import Testing

@testable import ExplorerKit

/// Lines that are laid out by their columns.
@Suite(.inTurn) struct ColumnTests {
  static let cuts: [(text: String, width: Int, cut: String)] = [
    ("milk", 4, "milk"), ("milky", 4, "mil…"), ("茶茶茶", 6, "茶茶茶"), ("茶茶茶", 5, "茶茶…"),
    ("茶茶茶", 4, "茶…"), ("👩‍👩‍👧👩‍👩‍👧👩‍👩‍👧", 5, "👩‍👩‍👧👩‍👩‍👧…"), ("e\u{301}e\u{301}e\u{301}", 2, "e\u{301}…"),
    ("🇩🇪🇫🇷🇮🇹", 4, "🇩🇪…"), ("👨‍👩‍👧‍👦👨‍👩‍👧‍👦👨‍👩‍👧‍👦👨‍👩‍👧‍👦", 7, "👨‍👩‍👧‍👦👨‍👩‍👧‍👦👨‍👩‍👧‍👦…"), ("🏳️‍🌈🏳️‍🌈", 3, "🏳️‍🌈…"), ("👍🏽👍🏿", 3, "👍🏽…"),
    // With marks it is longer than it is wide, and fits; where it is cut, the mark stays with its letter.
    ("milke\u{301}", 5, "milke\u{301}"), ("mile\u{301}ky", 5, "mile\u{301}…"),
    ("mile\u{301}\u{323}ky", 5, "mile\u{301}\u{323}…"), ("mie\u{301}lk", 4, "mie\u{301}…"),
  ]

  @Test func `a text that is cut keeps whole characters`() {
    for (text, width, cut) in Self.cuts {
      #expect(text.cut(to: width) == cut, "\(text)")
    }
  }

  static let endings: [(text: String, width: Int, end: String)] = [
    ("cart[0].price", 13, "cart[0].price"), ("cart[0].price", 12, "…rt[0].price"),
    ("cart[0].price", 6, "…price"), ("cart[0].price", 7, "…price"), ("茶茶茶", 6, "茶茶茶"),
    ("茶茶茶", 5, "…茶茶"), ("茶茶茶", 4, "…茶"),
    ("a👩‍👩‍👧", 3, "a👩‍👩‍👧"), ("ab👩‍👩‍👧", 3, "…👩‍👩‍👧"), ("abe\u{301}", 2, "abe\u{301}"),
    ("abce\u{301}", 3, "…ce\u{301}"), ("🇩🇪🇫🇷🇮🇹", 4, "…🇮🇹"),
  ]

  @Test func `a path that is cut keeps its end, in whole characters`() {
    for (text, width, end) in Self.endings {
      #expect(text.cutInFront(to: width) == end, "\(text)")
    }
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
