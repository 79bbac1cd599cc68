import Sluice
import SluiceTesting
import TestSupport
import Testing

@Suite(.inTurn)
struct SelectionTests {
  @Test func `the first value is delivered before sink returns, on the same thread`() {
    let store = Store.counting(from: 3)
    let seen = Log<Int>()
    let token = store.select(\.count).sink { seen.append($0) }
    #expect(seen.events == [3])
    token.cancel()
  }

  @Test func `the current value is there without observing`() {
    let store = Store.counting()
    let selection = store.select(\.count)
    store.dispatch(action: Increment())
    #expect(selection.value == 1)
    #expect(store.selectCurrent(\.count) == 1)
    #expect(store.selectCurrent(countSelector) == 1)
    #expect(store.state == Counting(count: 1))
    #expect(store.count == 1)
    #expect(store.select { $0.count * 2 }.value == 2)
    #expect(selection.map { $0 * 3 }.value == 3)
    #expect(store.projection(state: \.count).select { $0 * 4 }.value == 4)
  }

  @Test func `one selection serves many sinks, and their tokens are independent`() {
    let store = Store.counting()
    let seen = Log<String>()
    let selection = store.select(\.count)
    let one = selection.sink { seen.append("one \($0)") }
    let two = selection.sink { seen.append("two \($0)") }
    one.cancel()
    store.dispatch(action: Increment())
    #expect(seen.events == ["one 0", "two 0", "two 1"])
    two.cancel()
  }

  @Test func `a subscriber may cancel itself in its first value`() {
    let store = Store.counting()
    let seen = Log<Int>()
    let inner = Shared<SelectionToken?>(nil)
    let outer = store.select(\.other).sink { [unowned store] other in
      if other == 1 {
        inner.value = store.select(\.count).sink { seen.append($0) }
        inner.value = nil
      }
    }
    store.dispatch(action: Touch())
    store.dispatch(action: Increment())
    #expect(seen.events == [0])
    outer.cancel()
  }

  @Test func `with repeats, an iterator delivers each commit`() async {
    var store: Store<Counting, Void>? = .counting()
    let selection = store?.select(\.count).includingRepeats().buffering(.all)
    var iterator = selection?.makeAsyncIterator()
    for action in [Unhandled(), Touch(), Unhandled()] as [any Action] {
      store?.dispatch(action: action)
    }
    store = nil
    var count = 0
    while await iterator?.next() != nil { count += 1 }
    #expect(count == 4)
  }
}
