import Sluice
import SluiceHistory
import SluiceTesting
import TestSupport
import Testing

/// Calls a closure when a part of it is set.
struct Hooked: Sendable {
  var counting = Counting()
  let onSet: @Sendable () -> Void

  var count: Int {
    get { counting.count }
    set {
      onSet()
      counting.count = newValue
    }
  }
}

extension Store where State == Hooked, Environment == Void {
  /// A store whose setter is given it, the first time.
  static func hooked(
    _ onSet: @escaping @Sendable (Store<Hooked, Void>) -> Void
  ) -> Store<Hooked, Void> {
    let held = Shared<Store<Hooked, Void>?>(nil)
    let store = Store<Hooked, Void>(
      initialState: Hooked { if let store = held.exchange(nil) { onSet(store) } },
      reducers: [Reducer<Counting>.counting.lift(.state(\.counting))]
    )
    held.value = store
    return store
  }
}

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
      effect: .on(StateRestored.self).map { _, _ in
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

  // MARK: - Parts whose setter uses the store

  // In processes of their own: who uses a store whose lock he holds stops the program.

  @Test func `a setter may read the store and dispatch, in an undo too, and nothing is lost`() async
  {
    await #expect(processExitsWith: .success) {
      let seen = Log<Int>()
      let stores = (0..<2).map { _ in
        Store.hooked { store in
          seen.append(store.state.count)
          _ = store.selectCurrent(\.counting.other)
          store.dispatch(action: Touch())
        }
      }
      stores[0].restore(5, at: .state(\.count))
      let history = stores[1].keeping(StateHistory(of: .state(\.count)))
      stores[1].dispatch(action: Increment())
      history.undo()
      try #require(seen.events == [0, 1])
      try #require(stores.map(\.state.counting.count) == [5, 0])
      try #require(stores.map(\.state.counting.other) == [1, 1])
    }
  }

  @Test func `a setter may wait for another thread that dispatches`() async {
    await #expect(processExitsWith: .success) {
      let isDispatched = Gate()
      let mustDispatch = Gate()
      let store = Store.hooked { _ in
        mustDispatch.open()
        if !isDispatched.wait() { preconditionFailure("The other thread waits for this one.") }
      }
      await Threads.run(2) { index in
        if index == 0 { return store.restore(5, at: .state(\.count)) }
        mustDispatch.wait()
        store.dispatch(action: Touch())
        isDispatched.open()
      }
      try #require(store.state.counting == Counting(count: 5, other: 1))
    }
  }
}
