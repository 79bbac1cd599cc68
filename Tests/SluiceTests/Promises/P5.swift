import Sluice
import SluiceTesting
import TestSupport
import Testing

extension Promises {
  /// Consistent pictures: the new state of a commit is the old state of the next.
  @Suite struct P5 {
    @Test func `re-entrant commits follow each other's states`() {
      let bench = CountingBench()
      let changes = bench.store.watched()
      bench.sink("count") { count, store in if count < 50 { store.dispatch(action: Increment()) } }
      #expect(changes.stateChanges.map(\.oldState.count) == Array(0..<50))
      #expect(changes.stateChanges.map(\.newState.count) == Array(1...50))
    }

    @Test func `a state that is retained never changes`() {
      let store = Store.counting()
      let states = Log<Counting>()
      store.register(interceptor: CommitProbe<Counting> { states.append($0.newState) })
      let before = store.state
      for _ in 0..<10 { store.dispatch(action: Increment()) }
      #expect(before.count == 0)
      #expect(states.events.map(\.count) == Array(1...10))
    }

    @Test func `parts that change together are never seen apart`() async {
      let store = Store.counting()
      // Of the same action, with which `count` changes, too.
      store.register(reducer: Reducer(ReduceOn(Increment.self) { state, _ in state.other += 1 }))
      let torn = Shared(0)
      let token = store.select(Selector { $0 }).sink { (state: Counting) in
        if state.count != state.other { torn.change { $0 += 1 } }
      }
      await Threads.run(4) { index in
        for _ in 0..<5_000 {
          if index < 2 {
            store.dispatch(action: Increment())
          } else {
            let state = store.state
            if state.count != state.other { torn.change { $0 += 1 } }
          }
        }
      }
      #expect(torn.value == 0)
      token.cancel()
    }
  }
}
