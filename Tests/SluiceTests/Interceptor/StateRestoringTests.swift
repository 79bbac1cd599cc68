import Sluice
import SluiceTesting
import TestSupport
import Testing

/// A state that is put in the place of the current one.
@Suite(.inTurn) struct StateRestoringTests {
  @Test func `a restored state is one commit, delivered to interceptors and selections`() throws {
    let store = Store.counting()
    let interceptor = store.watched()
    let counts = Log<Int>()
    let token = store.select(\.count).sink { counts.append($0) }
    store.dispatch(action: Increment())
    store.restore(Counting(count: 40), note: "from a file")
    store.dispatch(action: Increment())
    #expect(counts.events == [0, 1, 40, 41])
    #expect(interceptor.stateChanges.map(\.number) == [1, 2, 3])
    #expect(interceptor.stateChanges[1].action as? StateRestored == .state)
    #expect(interceptor.stateChanges[1].origin.note == "from a file")
    #expect(interceptor.stateChanges[2].oldState.count == 40)
    token.cancel()
  }

  @Test func `a restored state bypasses middleware and reducers, and starts no effect`()
    async throws
  {
    let store = Store.counting()
    let log = Log<String>()
    store.register(
      middleware: MiddlewareFunction<Counting> { action, _, next in
        log.append("middleware \(type(of: action))")
        next(action)
      }
    )
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

  @Test func `the state after an earlier commit is restored, and the action names it`() throws {
    let store = Store.counting()
    let commits = Log<Commit<Counting>>()
    store.register(interceptor: CommitProbe { commits.append($0) })
    for _ in 0..<4 { store.dispatch(action: Increment()) }
    store.restore(commits.events[1])
    #expect(store.state.count == 2)
    store.dispatch(action: Increment())
    #expect(store.state.count == 3)
    #expect((commits.events[4].action as? StateRestored)?.reason == .commit(2))
    // What was kept did not change.
    #expect(commits.events.map(\.newState.count) == [1, 2, 3, 4, 2, 3])
  }

  private struct Mirrored: Sendable {
    var stored = Counting()
    var onSet: @Sendable () -> Void = {}

    var computed: Counting {
      get { stored }
      set {
        onSet()
        stored = newValue
      }
    }
  }

  @Test func `the setter of a computed key path may use the store`() {
    let store = Store(initialState: Mirrored())
    let seen = Log<Int>()
    store.restore(
      Mirrored(stored: Counting(count: 1)) { [unowned store] in
        seen.append(store.state.stored.count)
      }
    )
    store.restore(Counting(count: 2), at: \.computed)
    #expect(seen.events == [1])
    #expect(store.state.stored.count == 2)
  }

  @Test func `what is committed while a setter runs is not lost`() {
    let replace = ActionTemplate(id: "replace", payloadType: Int.self)
    let store = Store(
      initialState: Mirrored(),
      reducers: [
        Reducer(ReduceOn(replace) { state, action in state.stored.other = action.payload })
      ]
    )
    let isFirst = Shared(true)
    store.restore(
      Mirrored { [unowned store] in
        if isFirst.exchange(false) { store.restore(Mirrored(stored: Counting(other: 7))) }
      }
    )
    store.restore(5, at: \.computed.count)
    #expect(store.state.stored == Counting(count: 5, other: 7))
  }
}
