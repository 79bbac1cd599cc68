import Sluice
import SluiceHistory
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

  init() { history = store.keeping(StateHistory(of: .state(\.self))) }

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
    #expect(counts(.undo) == [3] && history.canRedo)
    // A new step takes the place of what was undone.
    store.send(Increment(by: 100))
    #expect(!history.canRedo)
    #expect(counts(.undo, .undo) == [3, 1])
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
    let last = store.keeping(StateHistory(of: .state(\.self), limit: 3))
    for _ in 0..<110 { store.dispatch(action: Increment()) }
    #expect(last.past.map(\.commits) == [108...108, 109...109, 110...110])
    #expect(history.past.count == 100)
    while last.undo() {}
    #expect(store.state.count == 107)
  }

  @Test func `only some actions make steps`() {
    let store = Store.counting()
    let history = store.keeping(StateHistory(of: .state(\.self), recording: { $0 is Increment }))
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
      StateHistory(of: .state(\.self), recordsActions: true, recording: { $0 is Increment })
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

  @Test func `histories of two parts of one type undo each its own, and the rest remains`() {
    let counts = store.keeping(StateHistory(of: .state(\.count)))
    let others = store.keeping(StateHistory(of: .state(\.other)))
    store.send(Increment(), Touch(), Increment())
    #expect(counts.past.map(\.commits) == [1...1, 3...3])
    #expect(others.past.map(\.newState) == [1])
    #expect(others.undo())
    #expect(store.state == Counting(count: 2))
    #expect(counts.undo())
    #expect(store.state == Counting(count: 1))
    #expect(others.redo() && !others.canRedo)
    #expect(store.state == Counting(count: 1, other: 1))
  }

  @Test func `a feature's history is of a part of the feature's state`() {
    let history = StateHistory(of: .state(\Counting.count))
    let feature = Feature<Counting, Void>(id: "counting").reducer(.counting).history(history)
    let store = Store(initialState: Enclosing())
    store.register(feature: feature.lift(.state(\.counting)))
    store.send(Increment(by: 5), Touch())
    #expect(history.past.map(\.newState) == [5])
    #expect(history.undo())
    #expect(store.state.counting == Counting(count: 0, other: 1))
    store.unregister(feature: feature)
    #expect(!history.redo())
    #expect(store.state.count == 0)
  }

  // MARK: - Groups

  @Test func `a group of commits is undone and redone as one step`() {
    store.send(Increment(by: 1))
    history.group {
      for _ in 0..<4 { store.send(Increment(by: 10)) }
      // A group within belongs to the outer one.
      history.group { store.send(Increment(by: 10)) }
      store.send(Increment(by: 10))
    }
    store.send(Increment(by: 100))
    #expect(history.past.map(\.commits) == [1...1, 2...7, 8...8])
    #expect(history.past[1].actions.count == 6)
    history.undo()
    history.undo()
    #expect(store.state.count == 1)
    history.redo()
    #expect(store.state.count == 61)
  }

  @Test func `a group that lasts is ended by hand, once`() {
    let drag = history.beginGroup()
    for _ in 0..<3 { store.send(Increment()) }
    drag.end()
    store.send(Increment())
    drag.end()
    store.send(Increment())
    #expect(history.past.map(\.commits) == [1...3, 4...4, 5...5])
  }

  @Test func `commits that are delivered after the group's end still belong to it`() {
    let store = Store.counting()
    let history = StateHistory(of: .state(\Counting.self))
    // Within a delivery, the next commits are delivered only when it is over.
    let token = store.select(\.other).sink { other in
      guard other == 1 else { return }
      history.group { store.send(Increment(), Increment(), Increment()) }
      store.send(Increment())
    }
    store.register(history: history)
    store.send(Touch())
    #expect(history.past.map(\.commits) == [1...1, 2...4, 5...5])
    token.cancel()
  }

  // MARK: - Registering

  @Test func `a history that is not registered says so, once`() async {
    let result = await #expect(
      processExitsWith: .success,
      observing: [\.standardErrorContent]
    ) {
      let history = StateHistory(of: .state(\Counting.count))
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
    let other = Store.counting()
    let reports = [store.reports(), other.reports()]
    other.register(history: history).unregister()
    store.register(history: history)
    let report =
      "The history of Counting is already registered elsewhere, and stays there. To fix, register it once,"
      + " or unregister it before."
    #expect(reports.map(\.events) == [[report], [report]])
    store.send(Increment())
    other.send(Increment(by: 7))
    #expect(history.past.map(\.commits) == [1...1])
    #expect(history.undo())
    #expect((store.state.count, other.state.count) == (0, 7))
  }

  @Test func `a history moves to another store when it is unregistered, within a delivery too`() {
    let (store, other) = (Store.counting(), Store.counting())
    let history = StateHistory(of: .state(\Counting.self))
    let registration = store.register(history: history)
    let token = store.select(\.count).sink { count in
      guard count == 3 else { return }
      registration.unregister()
      other.register(history: history)
    }
    store.send(Increment(by: 3))
    other.send(Increment(by: 5))
    #expect(history.past.map(\.newState.count) == [3, 5])
    #expect(history.undo())
    #expect((store.state.count, other.state.count) == (3, 0))
    token.cancel()
  }

  @Test func `a group ends where its history moves to another store, whose numbers are others`() {
    let (store, other) = (Store.counting(), Store.counting())
    let history = StateHistory(of: .state(\Counting.self))
    let registration = store.register(history: history)
    let group = history.beginGroup()
    store.send(Increment(by: 0), Increment(by: 3))
    registration.unregister()
    other.register(history: history)
    other.send(Increment(by: 5))
    group.end()
    #expect(history.past.map(\.commits) == [2...2, 1...1])
  }
}
