import Sluice
import SluiceTesting
import TestSupport
import Testing

@Suite(.inTurn) struct StateHistoryTests {
  private let history = StateHistory<Counting>()

  private func store() -> Store<Counting, Void> {
    let store = Store.counting()
    store.register(interceptor: history)
    return store
  }

  // MARK: - Undo and redo

  @Test func `steps are undone and redone one after another`() {
    let store = store()
    for by in 1...3 { store.dispatch(action: Increment(by: by)) }
    #expect(store.state.count == 6)
    #expect(history.undo(in: store))
    #expect(store.state.count == 3)
    #expect(history.undo(in: store))
    #expect(store.state.count == 1)
    #expect(history.redo(in: store))
    #expect(store.state.count == 3)
    #expect(history.undo(in: store))
    #expect(history.undo(in: store))
    #expect(store.state.count == 0)
    #expect(!history.undo(in: store))
    #expect(!history.canUndo)
    for _ in 0..<3 { #expect(history.redo(in: store)) }
    #expect(!history.redo(in: store))
    #expect(store.state.count == 6)
  }

  @Test func `a new step takes the place of what was undone`() {
    let store = store()
    store.dispatch(action: Increment(by: 1))
    store.dispatch(action: Increment(by: 10))
    history.undo(in: store)
    #expect(history.canRedo)
    store.dispatch(action: Increment(by: 100))
    #expect(!history.canRedo)
    #expect(store.state.count == 101)
    history.undo(in: store)
    history.undo(in: store)
    #expect(store.state.count == 0)
  }

  @Test func `an undo is a commit that says so, with old and new state`() throws {
    let store = store()
    let interceptor = store.watched()
    store.dispatch(action: Increment(by: 7))
    history.undo(in: store)
    history.redo(in: store)
    try interceptor.expectDispatched(
      Increment(by: 7),
      StateRestored.undo,
      StateRestored.redo
    )
    #expect(interceptor.stateChanges.map(\.number) == [1, 2, 3])
    #expect(interceptor.stateChanges.map(\.oldState.count) == [0, 7, 0])
    #expect(interceptor.stateChanges.map(\.newState.count) == [7, 0, 7])
    #expect(interceptor.stateChanges.last?.origin.fileID == #fileID)
  }

  @Test func `what changed nothing is no step`() {
    let store = store()
    store.dispatch(action: Increment(by: 0))
    store.dispatch(action: Unhandled())
    #expect(!history.canUndo)
  }

  @Test func `only so many steps are kept`() {
    let store = Store.counting()
    let history = StateHistory<Counting>(limit: 3)
    store.register(interceptor: history)
    for _ in 0..<10 { store.dispatch(action: Increment()) }
    #expect(history.past.map(\.commits) == [8...8, 9...9, 10...10])
    while history.undo(in: store) {}
    #expect(store.state.count == 7)
  }

  @Test func `only some actions make steps`() {
    let store = Store.counting()
    let history = StateHistory<Counting>(recording: { $0 is Increment })
    store.register(interceptor: history)
    store.dispatch(action: Touch())
    #expect(!history.canUndo)
    store.dispatch(action: Increment())
    store.dispatch(action: Touch())
    #expect(history.past.count == 1)
    history.undo(in: store)
    // The state from before the step, whole.
    #expect(store.state == Counting(count: 0, other: 1))
  }

  @Test func `an undo within a subscriber is told after its cause`() {
    let store = store()
    let counts = Log<Int>()
    let token = store.select(\.count).sink { [history] count in
      counts.append(count)
      if count == 3 { history.undo(in: store) }
    }
    store.dispatch(action: Increment(by: 3))
    #expect(store.state.count == 0)
    #expect(counts.events == [0, 3, 0])
    token.cancel()
  }

  // MARK: - Parts

  @Test func `a part is undone, and the rest is left as it is`() {
    struct Whole: Sendable {
      var counting = Counting()
      var rest = 0
    }
    let store = Store(
      initialState: Whole(),
      reducers: [
        Reducer.counting.lift(state: \Whole.counting),
        Reducer(ReduceOn(Unhandled.self) { state, _ in state.rest += 1 }),
      ]
    )
    store.register(interceptor: history.lift(state: \Whole.counting))
    store.dispatch(action: Increment(by: 5))
    store.dispatch(action: Unhandled())
    #expect(history.past.count == 1)
    #expect(history.undo(in: store, at: \.counting))
    #expect(store.state.counting.count == 0)
    #expect(store.state.rest == 1)
    #expect(history.redo(in: store, at: \.counting))
    #expect(store.state.counting.count == 5)
    #expect(!history.canRedo)
  }

  // MARK: - Groups

  @Test func `a group of commits is undone and redone as one step`() {
    let store = store()
    store.dispatch(action: Increment(by: 1))
    history.group(in: store) {
      for _ in 0..<5 { store.dispatch(action: Increment(by: 10)) }
    }
    store.dispatch(action: Increment(by: 100))
    #expect(history.past.map(\.commits) == [1...1, 2...6, 7...7])
    #expect(history.past[1].actions.count == 5)
    history.undo(in: store)
    history.undo(in: store)
    #expect(store.state.count == 1)
    history.redo(in: store)
    #expect(store.state.count == 51)
  }

  @Test func `a group within a group belongs to the outer one`() {
    let store = store()
    history.group(in: store) {
      store.dispatch(action: Increment())
      history.group(in: store) { store.dispatch(action: Increment()) }
      store.dispatch(action: Increment())
    }
    #expect(history.past.map(\.commits) == [1...3])
  }

  @Test func `a group that lasts is ended by hand, once`() {
    let store = store()
    let drag = history.beginGroup(in: store)
    for _ in 0..<3 { store.dispatch(action: Increment()) }
    drag.end()
    store.dispatch(action: Increment())
    drag.end()
    store.dispatch(action: Increment())
    #expect(history.past.map(\.commits) == [1...3, 4...4, 5...5])
  }

  @Test func `commits that are told after the group's end still belong to it`() {
    let store = Store.counting()
    let history = history
    // Within a delivery, the next commits are told only when it is over.
    let token = store.select(\.other).sink { other in
      guard other == 1 else { return }
      history.group(in: store) {
        for _ in 0..<3 { store.dispatch(action: Increment()) }
      }
      store.dispatch(action: Increment())
    }
    store.register(interceptor: history)
    store.dispatch(action: Touch())
    #expect(history.past.map(\.commits) == [1...1, 2...4, 5...5])
    token.cancel()
  }

  @Test func `steps are forgotten`() {
    let store = store()
    for _ in 0..<3 { store.dispatch(action: Increment()) }
    history.undo(in: store)
    history.clear()
    #expect(!history.canUndo)
    #expect(!history.canRedo)
    #expect(store.state.count == 2)
  }

  // MARK: - Restoring

  @Test func `a restored state is one commit, told to interceptors and selections`() throws {
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

  @Test func `a restored state passes middleware and reducers by, and sets off no effect`()
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

  @Test func `a restored state can be undone`() {
    let store = store()
    store.dispatch(action: Increment(by: 5))
    store.restore(Counting(count: 100))
    history.undo(in: store)
    #expect(store.state.count == 5)
  }

  @Test func `what a restored state took the place of is released without the lock`() {
    struct Holding: Sendable { var witness: Witness? }
    let counted = Store.counting()
    let store = Store(initialState: Holding())
    // Uses its own store, which a release under the lock would stop.
    store.restore(Holding(witness: Witness { [unowned store] in _ = store.state }))
    counted.dispatch(action: Increment())
    store.restore(Holding(witness: nil))
    store.restore(Witness { [unowned store] in _ = store.state }, at: \.witness)
    store.restore(nil, at: \.witness)
    #expect(store.state.witness == nil)
  }

  @Test func `threads that undo at once put the states back in one order`() async {
    for _ in 0..<20 {
      let store = Store.counting()
      let history = StateHistory<Counting>(limit: 200)
      let restored = Log<Int>()
      store.register(interceptor: history)
      store.register(
        interceptor: CommitProbe<Counting>(interests: []) { commit in
          if commit.action is StateRestored { restored.append(commit.newState.count) }
        }
      )
      for _ in 0..<200 { store.dispatch(action: Increment()) }
      await Threads.run(2) { _ in
        for _ in 0..<100 { history.undo(in: store) }
      }
      #expect(store.state.count == 0)
      #expect(restored.events == (0..<200).reversed())
    }
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

  @Test func `threads that dispatch, undo and redo leave a state that was there`() async {
    let store = Store.counting()
    let history = history
    store.register(interceptor: history)
    let seen = Shared<Set<Int>>([0])
    store.register(
      interceptor: CommitProbe<Counting> { commit in
        if !(commit.action is StateRestored) {
          seen.change { _ = $0.insert(commit.newState.count) }
        }
      }
    )
    await Threads.run(4) { index in
      for round in 0..<200 {
        switch (index + round) % 4 {
        case 0, 1: store.dispatch(action: Increment())
        case 2: history.undo(in: store)
        default: history.redo(in: store)
        }
      }
    }
    store.dispatch(action: Touch())
    #expect(seen.value.contains(store.state.count))
    #expect(history.past.count <= 100)
  }
}

extension StateRestored {
  fileprivate static var undo: StateRestored { made(.undo) }
  fileprivate static var redo: StateRestored { made(.redo) }
  fileprivate static var state: StateRestored { made(.state) }

  /// As a program meets one: only the store makes them.
  private static func made(_ reason: Reason) -> StateRestored {
    let store = Store(initialState: 0)
    let history = StateHistory<Int>()
    let interceptor = TestInterceptor<Int>()
    store.register(interceptor: history)
    store.register(interceptor: interceptor)
    store.restore(1)
    history.undo(in: store)
    history.redo(in: store)
    let all = interceptor.actions(ofType: StateRestored.self)
    return all.first { $0.reason == reason } ?? all[0]
  }
}
