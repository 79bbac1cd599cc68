import Sluice
import SluiceTesting
import TestSupport
import Testing

@Suite(.inTurn)
struct SelectionTokenSetTests {
  @Test func `a set keeps subscriptions, each once, until it is emptied`() {
    let store = Store.counting()
    let seen = Log<Int>()
    var tokens: Set<SelectionToken> = []
    let token = store.select(\.count).sink { seen.append($0) }
    token.store(in: &tokens)
    token.store(in: &tokens)
    store.select(\.other).sink { _ in }.store(in: &tokens)
    #expect(tokens.count == 2)
    store.dispatch(action: Increment())
    #expect(seen.events == [0, 1])
    tokens.remove(token)
    token.cancel()
    store.dispatch(action: Increment())
    #expect(seen.events == [0, 1])
    #expect(tokens.count == 1)
    #expect(!tokens.contains(token))
  }
}
