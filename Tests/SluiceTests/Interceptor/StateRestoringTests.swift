import Sluice
import SluiceTesting
import TestSupport
import Testing

/// A state that is put in the place of the current one.
@Suite(.inTurn) struct StateRestoringTests {
  private let store = Store.counting()

  @Test func `a restored state is one commit, delivered to interceptors and selections`() {
    let interceptor = store.watched()
    let counts = store.select(\.count).received()
    store.dispatch(action: Increment())
    store.restore(Counting(count: 40), note: "from a file")
    store.dispatch(action: Increment())
    #expect(counts.values == [0, 1, 40, 41])
    #expect(interceptor.stateChanges.map(\.number) == [1, 2, 3])
    #expect(interceptor.stateChanges.map(\.oldState.count) == [0, 1, 40])
    #expect((interceptor.stateChanges[1].action as? StateRestored)?.reason == .state)
    #expect(interceptor.stateChanges[1].origin.note == "from a file")
  }

  @Test func `a restored state bypasses middleware and reducers, and starts no effect`()
    async throws
  {
    let log = Log<String>()
    store.pass { action, _, next in
      log.append("middleware \(type(of: action))")
      next(action)
    }
    store.register(reducer: Reducer { _, action in log.append("reducer \(type(of: action))") })
    store.register(
      effect: .map(StateRestored.self) { _ in
        log.append("effect")
        return nil
      }
    )
    store.register(
      effect: .nonDispatching { actions, _ in
        for await action in actions { log.append("stream \(type(of: action))") }
      }
    )
    store.restore(Counting(count: 3))
    #expect(store.state.count == 3)
    store.dispatch(action: Touch())
    try await log.wait(for: "stream Touch")
    #expect(log.events == ["middleware Touch", "reducer Touch", "stream Touch"])
  }

  @Test func `the state after an earlier commit is restored, and the action names it`() {
    let commits = store.noting { $0 }
    for _ in 0..<4 { store.dispatch(action: Increment()) }
    store.restore(commits.events[1])
    store.dispatch(action: Increment())
    #expect((commits.events[4].action as? StateRestored)?.reason == .commit(2))
    // What was kept did not change.
    #expect(commits.events.map(\.newState.count) == [1, 2, 3, 4, 2, 3])
  }
}
