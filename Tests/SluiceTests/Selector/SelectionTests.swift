import Sluice
import SluiceTesting
import TestSupport
import Testing

/// Counts, and cannot be compared.
private struct Tick: Sendable {
  let count: Int
}

@Suite(.inTurn)
struct SelectionTests {
  @Test func `the first value is told before sink returns, on the same thread`() {
    let store = Store.counting(from: 3)
    let seen = Log<Int>()
    let token = store.select(\.count).sink { seen.append($0) }
    #expect(seen.events == [3])
    token.cancel()
  }

  @Test func `a value that equals the one before is not told`() {
    let store = Store.counting()
    let seen = Log<Int>()
    let token = store.select(countSelector).sink { seen.append($0) }
    store.dispatch(action: Touch())
    store.dispatch(action: Increment(by: 0))
    store.dispatch(action: Increment())
    store.dispatch(action: Unhandled())
    #expect(seen.events == [0, 1])
    token.cancel()
  }

  @Test func `with repeats each commit is told`() {
    let store = Store.counting()
    let seen = Log<Int>()
    let token = store.select(countSelector).includingRepeats().sink { seen.append($0) }
    store.dispatch(action: Touch())
    store.dispatch(action: Increment(by: 0))
    store.dispatch(action: Increment())
    store.dispatch(action: Unhandled())
    #expect(seen.events == [0, 0, 0, 1, 1])
    token.cancel()
  }

  @Test func `a value that cannot be compared is told with each commit`() {
    let store = Store.counting()
    let seen = Log<Int>()
    let token = store.select(Selector { Tick(count: $0.count) }).sink { seen.append($0.count) }
    store.dispatch(action: Touch())
    store.dispatch(action: Increment())
    #expect(seen.events == [0, 0, 1])
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

  @Test func `a token ends its subscription when it is released`() {
    let store = Store.counting()
    let seen = Log<Int>()
    do {
      let token = store.select(\.count).sink { seen.append($0) }
      store.dispatch(action: Increment())
      _ = token
    }
    store.dispatch(action: Increment())
    #expect(seen.events == [0, 1])
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

  @Test func `with repeats, each commit delivers, also one that no reducer took`() {
    let store = Store.counting()
    let log = Log<String>()
    let part = store.projection(state: \.self)
    var tokens: Set<SelectionToken> = []
    store.select(\.count).includingRepeats().sink { log.append("all \($0)") }.store(in: &tokens)
    store.select(\.count).sink { log.append("new \($0)") }.store(in: &tokens)
    part.select(\.count).includingRepeats().sink { log.append("part \($0)") }.store(in: &tokens)
    store.select(\.count).map { $0 / 2 }.includingRepeats().sink { log.append("half \($0)") }
      .store(in: &tokens)
    store.select(\.count).includingRepeats().map { $0 / 2 }.includingRepeats()
      .sink { log.append("each half \($0)") }.store(in: &tokens)
    store.select(\.count).includingRepeats().skippingRepeats { $0 == $1 }
      .sink { log.append("skipping \($0)") }.store(in: &tokens)
    let first = log.events.count
    store.dispatch(action: Unhandled())
    #expect(log.events.dropFirst(first) == ["all 0", "part 0", "each half 0"])
    store.dispatch(action: Touch())
    store.dispatch(action: Unhandled())
    #expect(log.events.count(where: { $0 == "all 0" }) == 4)
    #expect(log.events.count(where: { $0 == "new 0" }) == 1)
    tokens.removeAll()
    store.dispatch(action: Unhandled())
    #expect(log.events.count(where: { $0 == "all 0" }) == 4)
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
