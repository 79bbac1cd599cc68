import Sluice
import SluiceTesting
import TestSupport
import Testing

/// Commits that make one step.
extension StateHistoryTests {
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
    let history = StateHistory(of: \Counting.self)
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
}
