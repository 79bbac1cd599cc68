import Sluice
import SluiceTesting
import TestSupport
import Testing

@Suite(.inTurn) struct StateHistoryTests {
  private let history = StateHistory(of: \Counting.self)

  private func store() -> Store<Counting, Void> {
    let store = Store.counting()
    store.register(history: history)
    return store
  }

  // MARK: - Undo and redo

  @Test func `steps are undone and redone one after another`() {
    let store = store()
    for by in 1...3 { store.dispatch(action: Increment(by: by)) }
    #expect(store.state.count == 6)
    #expect(history.undo())
    #expect(store.state.count == 3)
    #expect(history.undo())
    #expect(store.state.count == 1)
    #expect(history.redo())
    #expect(store.state.count == 3)
    #expect(history.undo())
    #expect(history.undo())
    #expect(store.state.count == 0)
    #expect(!history.undo())
    #expect(!history.canUndo)
    for _ in 0..<3 { #expect(history.redo()) }
    #expect(!history.redo())
    #expect(store.state.count == 6)
  }

  @Test func `a new step takes the place of what was undone`() {
    let store = store()
    store.dispatch(action: Increment(by: 1))
    store.dispatch(action: Increment(by: 10))
    history.undo()
    #expect(history.canRedo)
    store.dispatch(action: Increment(by: 100))
    #expect(!history.canRedo)
    #expect(store.state.count == 101)
    history.undo()
    history.undo()
    #expect(store.state.count == 0)
  }

  @Test func `an undo is a commit that says so, with old and new state`() throws {
    let store = store()
    let interceptor = store.watched()
    store.dispatch(action: Increment(by: 7))
    history.undo()
    history.redo()
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
    let history = StateHistory(of: \Counting.self, limit: 3)
    store.register(history: history)
    for _ in 0..<10 { store.dispatch(action: Increment()) }
    #expect(history.past.map(\.commits) == [8...8, 9...9, 10...10])
    while history.undo() {}
    #expect(store.state.count == 7)
  }

  @Test func `only some actions make steps`() {
    let store = Store.counting()
    let history = StateHistory(of: \Counting.self, recording: { $0 is Increment })
    store.register(history: history)
    store.dispatch(action: Touch())
    #expect(!history.canUndo)
    store.dispatch(action: Increment())
    store.dispatch(action: Touch())
    #expect(history.past.count == 1)
    history.undo()
    // The state from before the step, whole.
    #expect(store.state == Counting(count: 0, other: 1))
  }

  @Test func `an undo within a subscriber is told after its cause`() {
    let store = store()
    let counts = Log<Int>()
    let token = store.select(\.count).sink { [history] count in
      counts.append(count)
      if count == 3 { history.undo() }
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
    let history = StateHistory(of: \Whole.counting)
    store.register(history: history)
    store.dispatch(action: Increment(by: 5))
    store.dispatch(action: Unhandled())
    #expect(history.past.count == 1)
    #expect(history.undo())
    #expect(store.state.counting.count == 0)
    #expect(store.state.rest == 1)
    #expect(history.redo())
    #expect(store.state.counting.count == 5)
    #expect(!history.canRedo)
  }

  private struct Pair: Sendable {
    var left = Counting()
    var right = Counting()
  }

  private struct Left: Action {}
  private struct Right: Action {}

  private func pair() -> Store<Pair, Void> {
    Store(
      initialState: Pair(),
      reducers: [
        Reducer(
          ReduceOn(Left.self) { state, _ in state.left.count += 1 },
          ReduceOn(Right.self) { state, _ in state.right.count += 1 }
        )
      ]
    )
  }

  @Test func `histories of two parts of one type undo each its own`() {
    let store = pair()
    let left = StateHistory(of: \Pair.left)
    let right = StateHistory(of: \Pair.right)
    store.register(history: left)
    store.register(history: right)
    for action in [Left(), Right(), Left()] as [any Action] { store.dispatch(action: action) }
    #expect(left.past.map(\.commits) == [1...1, 3...3])
    #expect(right.past.map(\.newState.count) == [1])
    #expect(right.undo())
    #expect((store.state.left.count, store.state.right.count) == (2, 0))
    #expect(left.undo())
    #expect((store.state.left.count, store.state.right.count) == (1, 0))
    #expect(right.redo())
    #expect((store.state.left.count, store.state.right.count) == (1, 1))
  }

  @Test func `a feature's history is of a part of the feature's state`() {
    let history = StateHistory(of: \Counting.count)
    let feature = Feature<Counting, Void>(id: "counting").reducer(.counting).history(history)
    let store = Store(initialState: Pair())
    store.register(feature: feature, state: \.right)
    store.dispatch(action: Increment(by: 5))
    store.dispatch(action: Touch())
    #expect(history.past.map(\.newState) == [5])
    #expect(history.undo())
    #expect(store.state.right == Counting(count: 0, other: 1))
    store.unregister(feature: feature)
    #expect(!history.redo())
    #expect(store.state.right.count == 0)
  }

  @Test func `a replay is a step, whichever actions make steps`() throws {
    let store = Store.counting()
    let history = StateHistory(
      of: \Counting.self,
      recordsActions: true,
      recording: { $0 is Increment }
    )
    store.register(history: history)
    for by in [1, 10, 100] { store.dispatch(action: Increment(by: by)) }
    try history.replay(without: [2])
    #expect(store.state.count == 101)
    store.restore(Counting(count: 500))
    #expect(history.past.map(\.commits) == [1...1, 2...2, 3...3, 4...4, 5...5])
    #expect(history.undo())
    #expect(store.state.count == 101)
    #expect(history.undo())
    #expect(store.state.count == 111)
    #expect(history.undo())
    #expect(store.state.count == 11)
    #expect(history.future.count == 3)
  }

  // MARK: - Registering

  @Test func `a history that is not registered says so, once`() async {
    let result = await #expect(
      processExitsWith: .success,
      observing: [\.standardErrorContent]
    ) {
      let history = StateHistory(of: \Counting.count)
      try #require(!history.undo())
      try #require(!history.redo())
      try #require(history.group { 5 } == 5)
      let store = Store.counting()
      let registration = store.register(history: history)
      store.dispatch(action: Increment())
      registration.unregister()
      try #require(!history.undo())
      try #require(store.state.count == 1)
    }
    let text = String(decoding: result?.standardErrorContent ?? [], as: UTF8.self)
    #expect(
      text.contains(
        "Sluice: undo() of a StateHistory of Int does nothing, because the history isn't registered"
          + " with a store. To fix, call store.register(history:), and keep the store.\n"
      )
    )
    #expect(text.split(separator: "\n").count { $0.contains("Sluice: ") } == 1)
  }

  @Test func `a history that is registered stays in its store`() {
    let store = store()
    let other = Store.counting()
    let diagnostics = Log<String>()
    for store in [store, other] { store.onDiagnostic = { diagnostics.append("\($0)") } }
    other.register(history: history).unregister()
    store.register(history: history)
    #expect(
      diagnostics.events
        == [String](
          repeating: "The history of Counting is registered already, and stays there. To fix,"
            + " register it once, or unregister it before.",
          count: 2
        )
    )
    store.dispatch(action: Increment())
    other.dispatch(action: Increment(by: 7))
    #expect(history.past.map(\.commits) == [1...1])
    #expect(history.undo())
    #expect((store.state.count, other.state.count) == (0, 7))
  }

  @Test func `a history moves to another store when it is unregistered, within a delivery too`() {
    let store = Store.counting()
    let other = Store.counting()
    let history = history
    let registration = store.register(history: history)
    let token = store.select(\.count).sink { count in
      guard count == 3 else { return }
      registration.unregister()
      other.register(history: history)
    }
    store.dispatch(action: Increment(by: 3))
    other.dispatch(action: Increment(by: 5))
    #expect(history.past.map(\.newState.count) == [3, 5])
    #expect(history.undo())
    #expect((store.state.count, other.state.count) == (3, 0))
    token.cancel()
  }

  @Test func `a group ends where its history moves to another store, whose numbers are others`() {
    let store = Store.counting()
    let other = Store.counting()
    let registration = store.register(history: history)
    let group = history.beginGroup()
    store.dispatch(action: Increment(by: 0))
    store.dispatch(action: Increment(by: 3))
    registration.unregister()
    other.register(history: history)
    other.dispatch(action: Increment(by: 5))
    group.end()
    #expect(history.past.map(\.commits) == [2...2, 1...1])
  }

  // MARK: - Groups

  @Test func `a group of commits is undone and redone as one step`() {
    let store = store()
    store.dispatch(action: Increment(by: 1))
    history.group {
      for _ in 0..<5 { store.dispatch(action: Increment(by: 10)) }
    }
    store.dispatch(action: Increment(by: 100))
    #expect(history.past.map(\.commits) == [1...1, 2...6, 7...7])
    #expect(history.past[1].actions.count == 5)
    history.undo()
    history.undo()
    #expect(store.state.count == 1)
    history.redo()
    #expect(store.state.count == 51)
  }

  @Test func `a group within a group belongs to the outer one`() {
    let store = store()
    history.group {
      store.dispatch(action: Increment())
      history.group { store.dispatch(action: Increment()) }
      store.dispatch(action: Increment())
    }
    #expect(history.past.map(\.commits) == [1...3])
  }

  @Test func `a group that lasts is ended by hand, once`() {
    let store = store()
    let drag = history.beginGroup()
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
      history.group {
        for _ in 0..<3 { store.dispatch(action: Increment()) }
      }
      store.dispatch(action: Increment())
    }
    store.register(history: history)
    store.dispatch(action: Touch())
    #expect(history.past.map(\.commits) == [1...1, 2...4, 5...5])
    token.cancel()
  }

  @Test func `steps are forgotten`() {
    let store = store()
    for _ in 0..<3 { store.dispatch(action: Increment()) }
    history.undo()
    history.clear()
    #expect(!history.canUndo)
    #expect(!history.canRedo)
    #expect(store.state.count == 2)
  }

  // MARK: - Restoring and threads

  @Test func `a restored state can be undone`() {
    let store = store()
    store.dispatch(action: Increment(by: 5))
    store.restore(Counting(count: 100))
    history.undo()
    #expect(store.state.count == 5)
  }

  @Test func `an undo is printed with what was restored`() {
    let store = Store.counting()
    let history = StateHistory(of: \Counting.self, limit: 5)
    let printed = Log<String>()
    store.register(history: history)
    store.register(interceptor: PrintInterceptor { printed.append($0) })
    store.dispatch(action: Increment())
    history.undo()
    let text = printed.events.joined(separator: "\n")
    #expect(text.contains("StateRestored {reason: .undo}"), "\(text)")
  }

  @Test func `threads that undo at once put the states back in one order`() async {
    for _ in 0..<20 {
      let store = Store.counting()
      let history = StateHistory(of: \Counting.self, limit: 200)
      let restored = Log<Int>()
      store.register(history: history)
      store.register(
        interceptor: CommitProbe<Counting>(interests: []) { commit in
          if commit.action is StateRestored { restored.append(commit.newState.count) }
        }
      )
      for _ in 0..<200 { store.dispatch(action: Increment()) }
      await Threads.run(2) { _ in
        for _ in 0..<100 { history.undo() }
      }
      // A task may be at what is left to deliver.
      await store.idle()
      #expect(store.state.count == 0)
      #expect(restored.events == (0..<200).reversed())
    }
  }

  @Test func `threads that dispatch, undo and redo leave a state that was there`() async {
    let store = Store.counting()
    let history = history
    store.register(history: history)
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
        case 2: history.undo()
        default: history.redo()
        }
      }
    }
    // A task may be at what is left to deliver.
    await store.idle()
    #expect(seen.value.contains(store.state.count))
    #expect(history.past.count <= 100)
  }
}
