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

    @Test(arguments: [1, 2, 7])
    func `a commit that is kept stays as it was, whatever comes after`(every: Int) {
      let store = Store.counting()
      let commits = Log<Commit<Counting>>()
      store.register(
        interceptor: CommitProbe<Counting> {
          if $0.number.isMultiple(of: every) { commits.append($0) }
        }
      )
      for _ in 0..<50 {
        store.dispatch(action: Increment(by: 2))
        store.dispatch(action: Unhandled(), note: "between")
      }

      for commit in commits.events {
        let isIncrement = commit.number % 2 == 1
        #expect(commit.oldState?.count == commit.number / 2 * 2)
        #expect(commit.newState.count == (commit.number + 1) / 2 * 2)
        #expect(commit.action is Increment == isIncrement)
        #expect(commit.origin.note == (isIncrement ? nil : "between"))
        #expect(commit.isHandled == isIncrement)
      }
      #expect(commits.events.map(\.number) == (1...100).filter { $0.isMultiple(of: every) })
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
