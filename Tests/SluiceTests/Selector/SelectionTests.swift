import Sluice
import SluiceTesting
import TestSupport
import Testing

@Suite(.inTurn) struct SelectionTests {
  private let store = Store.counting()

  @Test func `the current value is there without observing`() {
    let selection = store.select(\.count)
    store.dispatch(action: Increment())
    #expect(store.state == Counting(count: 1))
    let values = [
      selection.value, store.count, store.selectCurrent(\.count),
      store.selectCurrent(countSelector),
      store.select { $0.count * 2 }.value, selection.map { $0 * 3 }.value,
      store.projection(.state(\.count)).select { $0 * 4 }.value,
    ]
    #expect(values == [1, 1, 1, 1, 2, 3, 4])
  }

  @Test func `one selection serves many sinks, whose first value comes before sink returns`() {
    let seen = Log<String>()
    let selection = store.select(\.count)
    let one = selection.sink { seen.append("one \($0)") }
    #expect(seen.events == ["one 0"])
    let two = selection.sink { seen.append("two \($0)") }
    one.cancel()
    store.dispatch(action: Increment())
    #expect(seen.events == ["one 0", "two 0", "two 1"])
    two.cancel()
  }

  @Test func `a subscriber may cancel itself in its first value`() {
    let seen = Log<Int>()
    let inner = Shared<SelectionToken?>(nil)
    let outer = store.select(\.other).sink { [unowned store] other in
      if other == 1 {
        inner.value = store.select(\.count).sink { seen.append($0) }
        inner.value = nil
      }
    }
    store.send(Touch(), Increment())
    #expect(seen.events == [0])
    outer.cancel()
  }

  @Test func `an array keeps subscriptions until it is emptied`() {
    let seen = Log<Int>()
    var tokens: [SelectionToken] = []
    store.select(\.count).sink { seen.append($0) }.store(in: &tokens)
    store.select(\.other).sink { _ in }.store(in: &tokens)
    #expect(tokens.count == 2)
    store.dispatch(action: Increment())
    #expect(seen.events == [0, 1])
    tokens = []
    store.dispatch(action: Increment())
    #expect(seen.events == [0, 1])
  }

  @Test func `a set keeps subscriptions, each once, until it is emptied`() {
    let seen = Log<Int>()
    var tokens: Set<SelectionToken> = []
    let token = store.select(\.count).sink { seen.append($0) }
    token.store(in: &tokens)
    token.store(in: &tokens)
    store.select(\.other).sink { _ in }.store(in: &tokens)
    #expect(tokens.count == 2)
    store.dispatch(action: Increment())
    tokens.remove(token)
    token.cancel()
    store.dispatch(action: Increment())
    #expect(seen.events == [0, 1])
    #expect(tokens.count == 1)
    #expect(!tokens.contains(token))
  }
}
