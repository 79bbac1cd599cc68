import Sluice
import SluiceHistory
import SluiceTesting
import TestSupport
import Testing

extension StateHistory {
  /// Expects that leaving out these commits is refused, and returns how.
  func refusal(without omitted: [Int]) -> ReplayRefusal? {
    #expect(throws: ReplayRefusal.self) { try replay(without: omitted) }
  }
}

/// The actions of a store, reduced again without some of them.
@Suite(.inTurn) struct ReplayingTests {
  private let store = Store.counting()
  private let history: StateHistory<Counting, Counting>

  init() { history = store.keeping(StateHistory(of: .state(\.self), recordsActions: true)) }

  /// The count after the actions were reduced again.
  private func count(without omitted: [Int]) throws -> Int {
    try history.replay(without: omitted)
    return store.state.count
  }

  // MARK: - What it does

  @Test func `an action that is left out has not happened, and what is no longer named has`() throws
  {
    store.send(Increment(by: 1), Increment(by: 10), Increment(by: 100))
    let counts = try [[2], [3], [1, 2, 3], [], [1]].map { try count(without: $0) }
    #expect(counts == [101, 11, 0, 111, 110])
    store.send(Increment(by: 1_000))
    #expect(store.state.count == 1_110)
  }

  @Test func `an action that changed nothing is reduced again, too`() throws {
    struct SetCount: Action { let count: Int }
    store.register(reducer: Reducer(ReduceOn(SetCount.self) { $0.count = $1.count }))
    store.send(SetCount(count: 5), SetCount(count: 5))
    #expect(history.past.count == 1)
    #expect(try count(without: [1]) == 5)
    #expect(try count(without: [1, 2]) == 0)
  }

  @Test func `a replay is one commit, whose action says so`() throws {
    let commits = store.noting { $0 }
    let counts = store.select(\.count).received()
    store.send(Increment(by: 1), Increment(by: 10), Increment(by: 100))
    try history.replay(without: [3, 1, 3], note: "what if")
    #expect(counts.values == [0, 1, 11, 111, 10])
    #expect(commits.events.map(\.number) == [1, 2, 3, 4])
    let last = try #require(commits.events.last)
    #expect((last.action as? StateRestored)?.reason == .replay(without: [1, 3]))
    #expect((last.oldState?.count, last.newState.count) == (111, 10))
    #expect((last.origin.note, last.origin.fileID) == ("what if", #fileID))
  }

  @Test func `replaying bypasses middleware, and runs no effect and no follow-up`() async throws {
    struct Ask: Action {}
    let log = Log<String>()
    store.pass { action, _, next in
      log.append("middleware")
      next(action)
    }
    store.register(
      reducer: Reducer(
        ReduceOn(Ask.self) { _, _ in [.fireAndForget { log.append("follow-up") }] }
      )
    )
    store.register(effect: .seeing(Increment.self) { _ in log.append("effect") })
    store.send(Ask(), Increment())
    await store.idle()
    let before = log.events
    #expect(before.sorted() == ["effect", "follow-up", "middleware", "middleware"])
    try history.replay(without: [])
    await store.idle()
    #expect(log.events == before)
    // Nor do the follow-ups come with the next action.
    store.send(Touch())
    await store.idle()
    #expect(log.events == before + ["middleware"])
  }

  @Test func `what is missing when actions are reduced again is not reported`() throws {
    typealias Board = ReducerElementsTests.Board
    struct Add: Action {}
    let store = Store(
      initialState: Board(entities: []),
      reducers: [
        Reducer(ReduceOn(Add.self) { state, _ in state.entities.append(.init(id: 1)) }),
        ReducerElementsTests.todo.lift(.each(\.entities)),
      ]
    )
    let reports = Log<StoreDiagnostic>()
    store.onDiagnostic = { reports.append($0) }
    let history = store.keeping(StateHistory(of: .state(\Board.self), recordsActions: true))
    let toggle = ElementAction<ReducerElementsTests.Todo>(
      id: 1,
      action: ReducerElementsTests.Toggle()
    )
    store.send(Add(), toggle)
    try history.replay(without: [1])
    #expect(store.entities.isEmpty)
    store.send(Add(), toggle)
    #expect(reports.events.isEmpty)
  }

  @Test func `a reducer that came later doesn't reduce earlier actions`() throws {
    store.send(Unhandled())
    store.register(reducer: Reducer(ReduceOn(Unhandled.self) { state, _ in state.other += 7 }))
    try history.replay(without: [])
    #expect(store.state == Counting())
  }

  @Test func `what a reducer that has gone did to an action is done again`() throws {
    let doubling = Reducer<Counting>(id: "doubling") { state, action in
      if action is Touch { state.other *= 2 }
    }
    store.register(reducer: doubling)
    store.send(Touch(), Touch())
    store.unregister(reducer: doubling)
    store.send(Touch())
    #expect(store.state.other == 7)
    try history.replay(without: [1])
    #expect(store.state.other == 3)
  }

  // MARK: - Restored states

  @Test func `the record starts over at a state that the program passed`() throws {
    store.send(Increment(), Increment(), Increment())
    store.restore(Counting(count: 50))
    store.send(Increment(by: 5), Increment(by: 7))
    #expect(history.refusal(without: [5, 2]) == ReplayRefusal(commit: 2, available: 5...6))
    #expect(store.state.count == 62)
    #expect(try count(without: [5]) == 57)
  }

  @Test func `a part that the program passed is restored again`() throws {
    store.send(Increment(), Touch())
    store.restore(40, at: .state(\.count))
    store.send(Increment())
    try history.replay(without: [1, 2])
    #expect(store.state == Counting(count: 41, other: 0))
    try history.replay(without: [2, 3])
    #expect(store.state == Counting(count: 2, other: 0))
  }

  // MARK: - Parts

  @Test func `a part is reduced again, and the rest remains`() throws {
    let store = Store.enclosing()
    // The rest counts, too.
    store.register(reducer: Reducer(ReduceOn(Increment.self) { $0.rest += $1.by }))
    let history = store.keeping(StateHistory(of: .state(\.counting), recordsActions: true))
    store.send(Increment(by: 1), Increment(by: 10), Increment(by: 100))
    try history.replay(without: [2])
    #expect(store.state == Enclosing(counting: Counting(count: 101), rest: 111))
    // What was undone in the part comes back without what is left out.
    history.undo()
    #expect(store.state.counting.count == 111)
    history.undo()
    #expect(store.state.counting.count == 11)
    try history.replay(without: [1])
    #expect(store.state == Enclosing(counting: Counting(count: 10), rest: 111))
  }

  @Test func `a feature brings its history along, and takes it away`() throws {
    let history = StateHistory(of: .state(\Counting.self), recordsActions: true)
    let feature = Feature<Counting, Void>(id: "counting").reducer(.counting).history(history)
    let store = Store(initialState: Enclosing())
    store.register(feature: feature.lift(.state(\.counting)))
    store.send(Increment(by: 1), Increment(by: 10))
    try history.replay(without: [1])
    #expect(store.state.counting.count == 10)
    store.unregister(feature: feature)
    #expect(history.refusal(without: [1]) == ReplayRefusal(commit: 1, available: nil))
  }

  @Test func `a history that sees only some commits has all actions reduced again`() throws {
    let store = Store.counting()
    let history = store.keeping(
      StateHistory(of: .state(\.self), recordsActions: true, recording: { $0 is Increment })
    )
    store.send(Increment(by: 5), Touch())
    #expect(history.past.count == 1)
    try history.replay(without: [1])
    #expect(store.state == Counting(count: 0, other: 1))
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
    store.send(Increment(), Increment())
    let interceptor = store.watched()
    #expect(history.refusal(without: [number, 2])?.description == message)
    #expect(interceptor.stateChanges.isEmpty)
    #expect(store.state.count == 2)
  }
}
