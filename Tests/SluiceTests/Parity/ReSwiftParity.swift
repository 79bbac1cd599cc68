import Sluice
import SluiceHistory
import SluiceTesting
import TestSupport
import Testing

/// What users of ReSwift do, in their words.
@Suite(.inTurn)
struct ReSwiftParity {
  private struct List: Sendable { var items = ["a", "b", "c"] }
  private struct Remove: Action { let index: Int }

  private final class Screen: Sendable {
    let log: Log<Int>
    init(_ log: Log<Int>) { self.log = log }
  }

  @Test func `a ReSwift user subscribes an object weakly, with a selection that skips repeats`() {
    let store = Store.counting()
    let log = Log<Int>()
    do {
      let screen = Screen(log)
      store.select(countSelector).subscribe(weak: screen) { screen, count in
        screen.log.append(count)
      }
      store.dispatch(action: Touch())
      store.dispatch(action: Increment())
      withExtendedLifetime(screen) {}
    }
    store.dispatch(action: Increment())
    #expect(log.events == [0, 1])
  }

  @Test func `a ReSwift user asks for every commit, repeats too`() {
    let store = Store.counting()
    let log = Log<Int>()
    let token = store.select(countSelector).includingRepeats().sink { log.append($0) }
    store.dispatch(action: Touch())
    token.cancel()
    #expect(log.events == [0, 0])
  }

  @Test func `a ReSwift user combines reducers, each for its slice`() {
    let adding = Reducer<Int>(ReduceOn(Increment.self) { $0 += $1.by })
    let store = Store(
      initialState: Counting(),
      reducers: [.combine(adding.lift(.state(\.count)), adding.lift(.state(\.other)))]
    )
    store.dispatch(action: Increment(by: 2))
    #expect(store.state == Counting(count: 2, other: 2))
  }

  @Test func `a ReSwift user chains middleware with state, dispatch and next`() {
    let store = Store.counting()
    store.register(
      middleware: MiddlewareFunction<Counting> { action, context, next in
        if action is Touch, context.state.other == 0 { context.dispatch(action: Increment()) }
        next(action)
      }
    )
    store.dispatch(action: Touch())
    store.dispatch(action: Touch())
    #expect(store.state == Counting(count: 1, other: 2))
  }

  @Test func `a ReSwift user dispatches a thunk`() {
    let store = Store.counting(from: 4)
    let interceptor = store.watched()
    store.register(middleware: ThunkMiddleware())
    store.dispatch(
      action: Thunk<Counting> { context in
        context.dispatch(action: Increment(by: context.state.count))
      }
    )
    #expect(store.state.count == 8)
    #expect(interceptor.dispatchedActions.count == 1)
  }

  @Test func `a ReSwift user has a store for each screen, and they do not mix`() {
    let one = Store.counting()
    let other = Store.counting(from: 10)
    one.dispatch(action: Increment())
    #expect(one.selectCurrent(countSelector) == 1)
    #expect(other.selectCurrent(countSelector) == 10)
  }

  @Test func `a ReSwift user updates a list by what was inserted and removed`() {
    let store = Store(
      initialState: List(),
      reducers: [Reducer(ReduceOn(Remove.self) { $0.items.remove(at: $1.index) })]
    )
    let steps = Log<String>()
    let token = store.select(\.items).changes.sink { change in
      for step in change.difference {
        if case .remove(let offset, let item, _) = step { steps.append("- \(item) at \(offset)") }
      }
    }
    store.dispatch(action: Remove(index: 1))
    token.cancel()
    #expect(steps.events == ["- b at 1"])
  }

  @Test func `a ReSwift user travels in time`() {
    let store = Store.counting()
    let history = StateHistory(of: .state(\Counting.self), limit: 10)
    let interceptor = store.watched()
    store.register(history: history)
    for step in 1...3 { store.dispatch(action: Increment(by: step)) }
    #expect(history.undo())
    #expect(store.state.count == 3)
    #expect(history.undo())
    #expect(history.redo())
    #expect(store.state.count == 3)
    store.restore(interceptor.stateChanges[0].newState)
    #expect(store.state.count == 1)
  }
}
