import Sluice
import SluiceTesting
import TestSupport
import Testing

/// The actions of a store, reduced again without some of them.
@Suite(.inTurn) struct ReplayingTests {
  private let history = StateHistory(of: \Counting.self, recordsActions: true)

  private func store() -> Store<Counting, Void> {
    let store = Store.counting()
    store.register(history: history)
    return store
  }

  // MARK: - What it does

  @Test func `an action that is left out has not happened, and the later ones have`() throws {
    let store = store()
    for by in [1, 10, 100] { store.dispatch(action: Increment(by: by)) }
    try history.replay(without: [2])
    #expect(store.state.count == 101)
    store.dispatch(action: Increment(by: 1_000))
    #expect(store.state.count == 1_101)
  }

  @Test func `the list is complete, and what it no longer names comes back`() throws {
    let store = store()
    for by in [1, 10, 100] { store.dispatch(action: Increment(by: by)) }
    try history.replay(without: [2])
    try history.replay(without: [3])
    #expect(store.state.count == 11)
    try history.replay(without: 1...3)
    #expect(store.state.count == 0)
    try history.replay(without: [])
    #expect(store.state.count == 111)
  }

  @Test func `an action that changed nothing is reduced again, too`() throws {
    struct SetCount: Action { let count: Int }
    let store = store()
    store.register(reducer: Reducer(ReduceOn(SetCount.self) { $0.count = $1.count }))
    store.dispatch(action: SetCount(count: 5))
    store.dispatch(action: SetCount(count: 5))
    #expect(history.past.count == 1)
    try history.replay(without: [1])
    #expect(store.state.count == 5)
    try history.replay(without: [1, 2])
    #expect(store.state.count == 0)
  }

  @Test func `a replay is one commit, whose action says so`() throws {
    let store = store()
    let interceptor = store.watched()
    let counts = Log<Int>()
    let token = store.select(\.count).sink { counts.append($0) }
    for by in [1, 10, 100] { store.dispatch(action: Increment(by: by)) }
    try history.replay(without: [3, 1, 3], note: "what if")
    #expect(counts.events == [0, 1, 11, 111, 10])
    let last = try #require(interceptor.stateChanges.last)
    #expect(interceptor.stateChanges.count == 4)
    #expect(last.number == 4)
    #expect((last.action as? StateRestored)?.reason == .replay(without: [1, 3]))
    #expect(last.oldState.count == 111)
    #expect(last.newState.count == 10)
    #expect(last.origin.note == "what if")
    #expect(last.origin.fileID == #fileID)
    token.cancel()
  }

  @Test func `replaying bypasses middleware, and runs no effect and no follow-up`() async throws {
    struct Ask: Action {}
    let store = store()
    let log = Log<String>()
    store.register(
      middleware: MiddlewareFunction<Counting> { action, _, next in
        log.append("middleware")
        next(action)
      }
    )
    store.register(
      reducer: Reducer(
        ReduceOn(Ask.self) { state, _ -> [FollowUp] in
          state.other += 1
          return [.fireAndForget { log.append("follow-up") }]
        }
      )
    )
    store.register(
      effect: .map(Increment.self) { _ in
        log.append("effect")
        return nil
      }
    )
    store.dispatch(action: Ask())
    store.dispatch(action: Increment())
    await store.idle()
    let before = log.events
    #expect(before.sorted() == ["effect", "follow-up", "middleware", "middleware"])
    try history.replay(without: [])
    await store.idle()
    #expect(log.events == before)
    // Nor do the follow-ups come with the next action.
    store.dispatch(action: Touch())
    await store.idle()
    #expect(log.events == before + ["middleware"])
  }

  @Test func `a replay is a step that is undone and redone`() throws {
    let store = store()
    for by in [1, 10] { store.dispatch(action: Increment(by: by)) }
    try history.replay(without: [1])
    #expect(history.past.last?.commits == 3...3)
    #expect(history.undo())
    #expect(store.state.count == 11)
    #expect(history.redo())
    #expect(store.state.count == 10)
  }

  @Test func `a reducer that came later reduces earlier actions, too`() throws {
    let store = store()
    store.dispatch(action: Unhandled())
    store.register(reducer: Reducer(ReduceOn(Unhandled.self) { state, _ in state.other += 7 }))
    try history.replay(without: [])
    #expect(store.state == Counting(count: 0, other: 7))
  }

  // MARK: - Restored states

  @Test func `what was undone stays undone, without what is left out`() throws {
    let store = store()
    for by in [1, 10, 100] { store.dispatch(action: Increment(by: by)) }
    history.undo()
    store.dispatch(action: Increment(by: 1_000))
    #expect(store.state.count == 1_011)
    try history.replay(without: [1])
    #expect(store.state.count == 1_010)
    // The undo is the fourth commit.
    try history.replay(without: [4])
    #expect(store.state.count == 1_111)
  }

  @Test func `the record starts over at a state that the program passed`() throws {
    let store = store()
    for _ in 0..<3 { store.dispatch(action: Increment()) }
    store.restore(Counting(count: 50))
    store.dispatch(action: Increment(by: 5))
    store.dispatch(action: Increment(by: 7))
    let refusal = #expect(throws: ReplayRefusal.self) {
      try history.replay(without: [5, 2])
    }
    #expect(refusal == ReplayRefusal(commit: 2, available: 5...6))
    #expect(store.state.count == 62)
    try history.replay(without: [5])
    #expect(store.state.count == 57)
  }

  @Test func `a part that the program passed is restored again`() throws {
    let store = store()
    store.dispatch(action: Increment())
    store.dispatch(action: Touch())
    store.restore(40, at: \.count)
    store.dispatch(action: Increment())
    try history.replay(without: [1, 2])
    #expect(store.state == Counting(count: 41, other: 0))
    try history.replay(without: [2, 3])
    #expect(store.state == Counting(count: 2, other: 0))
  }

  // MARK: - What is no longer there

  @Test(arguments: [
    (
      0,
      "Commit 0 can't be left out: the actions are recorded from commit 1 on. Leave out commits"
        + " from 1 to 2."
    ),
    (3, "There is no commit 3 yet. Leave out commits from 1 to 2."),
  ])
  func `an unknown commit is refused`(number: Int, message: String) throws {
    let store = store()
    for _ in 0..<2 { store.dispatch(action: Increment()) }
    let interceptor = store.watched()
    let refusal = #expect(throws: ReplayRefusal.self) {
      try history.replay(without: [number, 2])
    }
    #expect(refusal?.description == message)
    #expect(interceptor.stateChanges.isEmpty)
    #expect(store.state.count == 2)
  }
}
