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
}
