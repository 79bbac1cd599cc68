import Sluice
import SluiceTesting
import TestSupport
import Testing

/// Histories and the stores that they are registered with.
extension StateHistoryTests {
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
    let other = Store.counting()
    let reports = [store.reports(), other.reports()]
    other.register(history: history).unregister()
    store.register(history: history)
    let report =
      "The history of Counting is registered already, and stays there. To fix, register it once,"
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
    let history = StateHistory(of: \Counting.self)
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
    let history = StateHistory(of: \Counting.self)
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
