import Sluice
import SluiceTesting
import TestSupport
import Testing

/// Cannot be compared.
private struct Opaque: Sendable {
  let number: Int
}

/// Changes both parts at once.
private struct Jump: Action {}

@Suite(.inTurn)
struct SelectingTogetherTests {
  private let store = Store.counting()
  private let received = Log<String>()

  init() {
    store.register(
      reducer: Reducer(
        ReduceOn(Jump.self) { state, _ in
          state.count += 10
          state.other += 10
        }
      )
    )
  }

  @Test func `several selectors deliver once for each commit that changed any of them`() {
    let token = store.select(countSelector, otherSelector).sink { [received] count, other in
      received.append("\(count) \(other)")
    }
    store.dispatch(action: Increment())
    store.dispatch(action: Jump())
    store.dispatch(action: Touch())
    #expect(received.events == ["0 0", "1 0", "11 10", "11 11"])
    token.cancel()
  }

  @Test func `a commit that changes none of them delivers nothing`() {
    let isBig = Selector.with(countSelector) { $0 > 100 }
    let hasOther = Selector { (state: Counting) in state.other > 100 }
    let token = store.select(isBig, hasOther, isBig).sink { [received] in received.append("\($0)") }
    store.dispatch(action: Increment())
    store.dispatch(action: Jump())
    #expect(received.events == ["(false, false, false)"])
    token.cancel()
  }

  @Test func `with one that cannot be compared each commit delivers`() {
    let opaque = Selector { (state: Counting) in Opaque(number: state.count) }
    let token = store.select(otherSelector, opaque).sink { [received] other, opaque in
      received.append("\(other) \(opaque.number)")
    }
    store.dispatch(action: Increment(by: 0))
    store.dispatch(action: Unhandled())
    #expect(received.events == ["0 0", "0 0"])
    token.cancel()
  }

  @Test func `parts of the state are selected together by key paths`() async {
    let selection = store.select(\.count, \.other, \.count)
    #expect(selection.value == (0, 0, 0))
    let token = selection.changes.sink { [received] change in
      received.append("\(change.old) → \(change.new)")
    }
    store.dispatch(action: Increment(by: 0))
    store.dispatch(action: Jump())
    #expect(received.events == ["(0, 0, 0) → (10, 10, 10)"])
    token.cancel()
    var values = selection.makeAsyncIterator()
    #expect(await values.next().map { $0 == (10, 10, 10) } == true)
  }

  @Test func `selectors of a projection are selected together`() {
    let projection = store.projection(state: \.self)
    let token = projection.select(countSelector, otherSelector).sink { [received] count, other in
      received.append("\(count) \(other)")
    }
    store.dispatch(action: Jump())
    #expect(received.events == ["0 0", "10 10"])
    token.cancel()
  }

  @Test func `a test's override of one of them is delivered`() {
    let store = MockStore(initialState: Counting(), environment: ())
    let token = store.select(countSelector, otherSelector).sink { [received] count, other in
      received.append("\(count) \(other)")
    }
    store.override(otherSelector, value: 7)
    #expect(received.events == ["0 0", "0 7"])
    token.cancel()
  }
}
