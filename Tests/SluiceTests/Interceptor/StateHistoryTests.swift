import Sluice
import SluiceTesting
import TestSupport
import Testing

@Suite(.inTurn) struct StateHistoryTests {
  let history = StateHistory(of: \Counting.self)

  func store() -> Store<Counting, Void> {
    let store = Store.counting()
    store.register(history: history)
    return store
  }

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

  @Test func `an action that changed nothing is no step`() {
    let store = store()
    store.dispatch(action: Increment(by: 0))
    store.dispatch(action: Unhandled())
    #expect(!history.canUndo)
  }

  @Test func `at most the limit of steps is kept`() {
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

  @Test func `an undo within a subscriber is delivered after its cause`() {
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

  @Test func `steps are forgotten`() {
    let store = store()
    for _ in 0..<3 { store.dispatch(action: Increment()) }
    history.undo()
    history.clear()
    #expect(!history.canUndo)
    #expect(!history.canRedo)
    #expect(store.state.count == 2)
  }

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
}
