import Sluice
import SluiceTesting
import TestSupport
import Testing

@Suite(.inTurn) struct KeptCommitsTests {
  /// Keeps every commit, or chosen ones.
  private struct Keeper: Interceptor {
    let commits = Log<Commit<Counting>>()
    let keeps: @Sendable (Int) -> Bool
    var interests: InterceptorInterests { .oldState }

    func committed(_ commit: Commit<Counting>) {
      if keeps(commit.number) { commits.append(commit) }
    }
  }

  @Test(arguments: [1, 2, 7])
  func `a commit that is kept stays as it was, whatever comes after`(every: Int) {
    let store = Store.counting()
    let keeper = Keeper { $0.isMultiple(of: every) }
    store.register(interceptor: keeper)
    for _ in 0..<50 {
      store.dispatch(action: Increment(by: 2))
      store.dispatch(action: Unhandled(), note: "between")
    }

    for commit in keeper.commits.events {
      let isIncrement = commit.number % 2 == 1
      #expect(commit.oldState?.count == commit.number / 2 * 2)
      #expect(commit.newState.count == (commit.number + 1) / 2 * 2)
      #expect(commit.action is Increment == isIncrement)
      #expect(commit.origin.note == (isIncrement ? nil : "between"))
      #expect(commit.isHandled == isIncrement)
    }
    #expect(keeper.commits.events.map(\.number) == (1...100).filter { $0.isMultiple(of: every) })
  }

  @Test func `what a commit held is released when it is delivered`() {
    struct Carry: Action { let witness: Witness }
    let freed = Log<Int>()
    let store = Store.counting()
    let keeper = Keeper { _ in false }
    store.register(interceptor: keeper)
    for index in 0..<10 {
      store.dispatch(action: Carry(witness: Witness { freed.append(index) }))
      #expect(freed.events.count == index + 1)
    }
  }

  @Test func `old states are released, and so is a store with a spare box`() {
    struct Holding: Sendable {
      var witness: Witness?
      var count = 0
    }
    struct Put: Action { let witness: Witness? }
    let freed = Log<Int>()
    do {
      let store = Store(
        initialState: Holding(),
        reducers: [
          Reducer(ReduceOn(Put.self) { state, action in state.witness = action.witness })
        ]
      )
      store.register(interceptor: Differences())
      for index in 0..<10 {
        store.dispatch(action: Put(witness: Witness { freed.append(index) }))
        // The one before is in no state any more, spare or not.
        #expect(freed.events == Array(0..<index))
      }
    }
    #expect(freed.events == Array(0..<10))

    struct Differences: ActionInterceptor {
      func actionDispatched(action: any Action, oldState: Holding, newState: Holding) {}
    }
  }
}
