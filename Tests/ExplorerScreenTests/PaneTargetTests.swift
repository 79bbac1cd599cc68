import TestSupport
import Testing

@testable import ExplorerKit

@Suite(.inTurn) struct PaneTargetTests {
  @Test func `a cursor stays on a value that gets members`() {
    let path = StatePath([.key("cart")])
    let fold = PaneTarget.fold(StateFold(path), isOpen: false)
    #expect(PaneTarget.path(path).isSame(as: fold))
    #expect(fold.isSame(as: .fold(StateFold(path), isOpen: true)))
    #expect(!fold.isSame(as: .fold(StateFold(path, page: 0..<100), isOpen: false)))
    #expect(!PaneTarget.commit(1).isSame(as: .commit(2)))
  }

  @Test func `a cursor below the last line stands in it`() {
    let window = PaneWindow([PaneLine("a"), PaneLine("b")], Detail(cursor: 5, top: 4), height: 1)
    #expect(window.cursor == 1 && window.top == 1)
  }
}
