import Sluice
import SluiceTesting
import TestSupport
import Testing

/// Commits that make one step.
extension StateHistoryTests {
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

  @Test func `commits that are delivered after the group's end still belong to it`() {
    let store = Store.counting()
    let history = history
    // Within a delivery, the next commits are delivered only when it is over.
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
}
