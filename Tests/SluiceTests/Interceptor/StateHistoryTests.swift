import Sluice
import SluiceTesting
import TestSupport
import Testing

extension Store {
  /// Registers a history, and returns it.
  func keeping<Part>(_ history: StateHistory<State, Part>) -> StateHistory<State, Part> {
    register(history: history)
    return history
  }
}

@Suite(.inTurn) struct StateHistoryTests {
  let store = Store.counting()
  let history: StateHistory<Counting, Counting>

  init() { history = store.keeping(StateHistory(of: \.self)) }

  /// Undoes and redoes, and returns the count after each that did something.
  private func counts(_ moves: StateRestored.Reason...) -> [Int?] {
    moves.map { move in
      (move == .undo ? history.undo() : history.redo()) ? store.state.count : nil
    }
  }

  @Test func `steps are undone and redone one after another`() {
    store.send(Increment(by: 1), Increment(by: 2), Increment(by: 3))
    #expect(counts(.undo, .undo, .redo, .undo, .undo, .undo) == [3, 1, 3, 1, 0, nil])
    #expect(!history.canUndo)
    #expect(counts(.redo, .redo, .redo, .redo) == [1, 3, 6, nil])
    #expect(!history.canRedo)
  }

  @Test func `a new step takes the place of what was undone`() {
    store.send(Increment(by: 1), Increment(by: 10))
    history.undo()
    #expect(history.canRedo)
    store.send(Increment(by: 100))
    #expect(!history.canRedo)
    #expect(counts(.undo, .undo) == [1, 0])
  }

  @Test func `an undo is a commit that says so, with old and new state`() {
    let commits = store.noting { commit in
      let action = (commit.action as? StateRestored).map { "\($0.reason)" } ?? "increment"
      return "\(commit.number) \(action) \(commit.oldState?.count ?? -1) \(commit.newState.count)"
    }
    let printed = Log<String>()
    store.register(interceptor: PrintInterceptor { printed.append($0) })
    let origins = store.noting { $0.origin.fileID }
    store.send(Increment(by: 7))
    history.undo()
    history.redo()
    #expect(commits.events == ["1 increment 0 7", "2 undo 7 0", "3 redo 0 7"])
    #expect(origins.events.last == #fileID)
    #expect(printed.events[1].contains("StateRestored {reason: .undo}"))
  }

  @Test func `an action that changed nothing is no step, and steps are forgotten`() {
    store.send(Increment(by: 0), Unhandled())
    #expect(!history.canUndo)
    store.send(Increment(), Increment(), Increment())
    history.undo()
    history.clear()
    #expect((history.canUndo, history.canRedo, store.state.count) == (false, false, 2))
  }

  @Test func `at most the limit of steps is kept, by default a hundred`() {
    let last = store.keeping(StateHistory(of: \.self, limit: 3))
    for _ in 0..<110 { store.dispatch(action: Increment()) }
    #expect(last.past.map(\.commits) == [108...108, 109...109, 110...110])
    #expect(history.past.count == 100)
    while last.undo() {}
    #expect(store.state.count == 107)
  }

  @Test func `only some actions make steps`() {
    let store = Store.counting()
    let history = store.keeping(StateHistory(of: \.self, recording: { $0 is Increment }))
    store.send(Touch())
    #expect(!history.canUndo)
    store.send(Increment(), Touch())
    #expect(history.past.count == 1)
    history.undo()
    // The state from before the step, whole.
    #expect(store.state == Counting(count: 0, other: 1))
  }

  @Test func `an undo within a subscriber is delivered after its cause`() {
    let counts = Log<Int>()
    let token = store.select(\.count).sink { [history] count in
      counts.append(count)
      if count == 3 { history.undo() }
    }
    store.send(Increment(by: 3))
    #expect(store.state.count == 0)
    #expect(counts.events == [0, 3, 0])
    token.cancel()
  }

  @Test func `replays and restored states are steps, whichever actions make steps`() throws {
    let store = Store.counting()
    let history = store.keeping(
      StateHistory(of: \.self, recordsActions: true, recording: { $0 is Increment })
    )
    store.send(Increment(by: 1), Increment(by: 10), Increment(by: 100))
    try history.replay(without: [2])
    #expect(store.state.count == 101)
    store.restore(Counting(count: 500))
    #expect(history.past.map(\.commits) == [1...1, 2...2, 3...3, 4...4, 5...5])
    let counts = (1...3).map { _ in history.undo() ? store.state.count : -1 }
    #expect(counts == [101, 111, 11])
    #expect(history.future.count == 3)
  }

  // MARK: - Parts

  @Test func `a part is undone, and the rest remains`() {
    let store = Store.enclosing()
    let history = store.keeping(StateHistory(of: \.counting))
    store.send(Increment(by: 5), Rest())
    #expect(history.past.count == 1)
    #expect(history.undo())
    #expect(store.state == Enclosing(rest: 1))
    #expect(history.redo())
    #expect(store.state == Enclosing(counting: Counting(count: 5), rest: 1))
    #expect(!history.canRedo)
  }

  @Test func `histories of two parts of one type undo each its own`() {
    let counts = store.keeping(StateHistory(of: \.count))
    let others = store.keeping(StateHistory(of: \.other))
    store.send(Increment(), Touch(), Increment())
    #expect(counts.past.map(\.commits) == [1...1, 3...3])
    #expect(others.past.map(\.newState) == [1])
    #expect(others.undo())
    #expect(store.state == Counting(count: 2, other: 0))
    #expect(counts.undo())
    #expect(store.state == Counting(count: 1, other: 0))
    #expect(others.redo())
    #expect(store.state == Counting(count: 1, other: 1))
  }

  @Test func `a feature's history is of a part of the feature's state`() {
    let history = StateHistory(of: \Counting.count)
    let feature = Feature<Counting, Void>(id: "counting").reducer(.counting).history(history)
    let store = Store(initialState: Enclosing())
    store.register(feature: feature, state: \.counting)
    store.send(Increment(by: 5), Touch())
    #expect(history.past.map(\.newState) == [5])
    #expect(history.undo())
    #expect(store.state.counting == Counting(count: 0, other: 1))
    store.unregister(feature: feature)
    #expect(!history.redo())
    #expect(store.state.count == 0)
  }
}
