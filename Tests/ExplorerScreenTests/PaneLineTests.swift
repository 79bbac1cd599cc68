import ExplorerTerminal
import TestSupport
import Testing

@testable import ExplorerKit

@Suite(.inTurn) struct PaneLineTests {
  @Test func `a line's text is that of its spans`() {
    let line = PaneLine([Span("cart.total: "), Span("12", CellStyle(bold: true))], indent: 2)
    #expect(line.text == "cart.total: 12")
  }

  @Test func `a cursor stays on a value that gets members`() {
    let path = StatePath([.key("cart")])
    let fold = PaneTarget.fold(StateFold(path), isOpen: false)
    #expect(PaneTarget.path(path).isSame(as: fold))
    #expect(fold.isSame(as: .fold(StateFold(path), isOpen: true)))
    #expect(!fold.isSame(as: .fold(StateFold(path, page: 0..<100), isOpen: false)))
    #expect(!PaneTarget.commit(1).isSame(as: .commit(2)))
  }
}
