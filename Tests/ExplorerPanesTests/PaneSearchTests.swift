import Testing

@testable import ExplorerKit

struct PaneSearchTests {
  @Test func `columns are those on the terminal`() {
    let line = PaneLine(StyledText("a 牛乳 é\u{301} MILK ") + StyledText("milk", .strong), indent: 4)
    #expect(PaneSearch("milk").columns(in: line) == [9..<13, 14..<18])
    #expect(PaneSearch("乳").columns(in: line) == [4..<6])
    #expect(PaneSearch("k m").columns(in: line) == [12..<15])
    #expect(PaneSearch("").columns(in: line).isEmpty)
  }

  @Test func `a capital letter makes it exact`() {
    let line = PaneLine("Milk milk MILK")
    #expect(PaneSearch("milk").columns(in: line).count == 3)
    #expect(PaneSearch("Milk").columns(in: line) == [0..<4])
    #expect(PaneSearch("ÄPFEL").columns(in: PaneLine("äpfel")).isEmpty)
    #expect(PaneSearch("äpfel").columns(in: PaneLine("ÄPFEL")) == [0..<5])
  }

  @Test func `it goes around the end`() {
    let lines = ["milk", "", "x", "milk"].map { PaneLine($0) }
    let search = PaneSearch("milk")
    #expect(search.next(after: 0, in: lines) == 3)
    #expect(search.next(after: 3, in: lines) == 0)
    #expect(search.next(after: 0, in: lines, isBackward: true) == 3)
    #expect(search.next(after: 2, in: lines, isBackward: true) == 0)
    #expect(PaneSearch("x").next(after: 2, in: lines) == 2)
    #expect(PaneSearch("y").next(after: 2, in: lines) == nil)
    #expect(search.next(after: 0, in: []) == nil)
  }
}
