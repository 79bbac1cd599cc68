import TestSupport
import Testing

@testable import ExplorerKit

@Suite(.inTurn) struct PaneSearchTests {
  @Test func `columns are those on the terminal`() {
    let line = PaneLine(StyledText("a 牛乳 é\u{301} MILK ") + StyledText("milk", .strong), indent: 4)
    #expect(PaneSearch("milk").columns(in: line) == [9..<13, 14..<18])
    #expect(PaneSearch("乳").columns(in: line) == [4..<6])
    #expect(PaneSearch("k m").columns(in: line) == [12..<15])
    #expect(PaneSearch("").columns(in: line).isEmpty)
  }

  @Test func `a capital letter makes a search case-sensitive`() {
    let line = PaneLine("Milk milk MILK")
    #expect(PaneSearch("milk").columns(in: line).count == 3)
    #expect(PaneSearch("Milk").columns(in: line) == [0..<4])
    #expect(PaneSearch("ÄPFEL").columns(in: PaneLine("äpfel")).isEmpty)
    #expect(PaneSearch("äpfel").columns(in: PaneLine("ÄPFEL")) == [0..<5])
  }

  @Test func `a text is found where it has columns, and nowhere else`() {
    let characters: [String] = [
      "a", "b", "k", "K", "\u{212A}", "e", "é", "e\u{301}", "\u{301}", ";", "\u{37E}", "→", "\r",
      "\n", "İ", "i", "I", "牛", "A",
    ]
    var random = SplitMix64(seed: 11)
    func text(_ counts: ClosedRange<Int>) -> String {
      (0..<Int.random(in: counts, using: &random))
        .map { _ in characters[random.pick(characters.indices)] }.joined()
    }
    var found = 0
    for _ in 0..<5_000 {
      let search = PaneSearch(text(0...3))
      let other = text(0...12)
      let isFound = !search.columns(in: PaneLine(other)).isEmpty
      #expect(search.isFound(in: other) == isFound, "\(search.text.debugDescription) in \(other)")
      if isFound { found += 1 }
    }
    #expect(found > 200)
    #expect(PaneSearch("aab").isFound(in: "aaab"))
    #expect(PaneSearch("abaabab").isFound(in: "abaabaABAABAB"))
  }

  @Test func `the first line with a text is found`() {
    let lines = ["", "x", "milk", "milk"].map { PaneLine($0) }
    #expect(PaneSearch("milk").first(in: lines) == 2 && PaneSearch("y").first(in: lines) == nil)
  }
}
