import Sluice
import SluiceTesting
import TestSupport
import Testing

/// What a store records for actions that are reduced again, and when it releases that.
@Suite(.inTurn) struct ReplayRecordTests {
  private let history = StateHistory(of: \Counting.self, recordsActions: true)

  @Test func `of a long past, the last actions are recorded`() throws {
    let store = Store.counting()
    let history = StateHistory(of: \Counting.self, limit: 4, recordsActions: true)
    store.register(history: history)
    for number in 1...9 {
      store.dispatch(action: Increment(by: number))
      let refusal = #expect(throws: ReplayRefusal.self) {
        try history.replay(without: [0])
      }
      let available = try #require(refusal?.available)
      #expect(available.upperBound == number)
      #expect(available.count >= min(number, 4) && available.count <= 8)
    }
    try history.replay(without: [6, 9])
    #expect(store.state.count == 1 + 2 + 3 + 4 + 5 + 7 + 8)
  }

  @Test func `without a history, a store records nothing`() {
    let store = Store.counting()
    store.dispatch(action: Increment())
    let refusal = #expect(throws: ReplayRefusal.self) {
      try history.replay(without: [1])
    }
    #expect(refusal == ReplayRefusal(commit: 1, available: nil))
    let other = #expect(throws: ReplayRefusal.self) {
      try history.replay(without: [])
    }
    #expect(
      other?.description
        == "This store records no actions. Register a StateHistory with recordsActions: true before"
        + " they are dispatched."
    )
  }

  @Test func `a history that only undoes records nothing`() {
    let store = Store.counting()
    let history = StateHistory(of: \Counting.self)
    store.register(history: history)
    store.dispatch(action: Increment())
    let refusal = #expect(throws: ReplayRefusal.self) {
      try history.replay(without: [1])
    }
    #expect(refusal == ReplayRefusal(commit: 1, available: nil))
    history.undo()
    #expect(store.state.count == 0)
  }

  private struct Hold: Action { let witness: Witness }

  /// An action whose release uses the store, which one under the lock would stop, and is noted.
  private func hold(
    _ index: Int,
    _ released: Log<Int>,
    _ store: Store<Counting, Void>
  ) -> Hold {
    Hold(
      witness: Witness { [weak store] in
        _ = store?.state
        released.append(index)
      }
    )
  }

  @Test func `what is recorded is released with the history`() throws {
    let store = Store.counting()
    let released = Log<Int>()
    let registration = store.register(history: history)
    for index in 0..<3 {
      store.dispatch(action: hold(index, released, store))
    }
    // They change nothing, and so are not in the history itself.
    #expect(history.past.isEmpty)
    #expect(released.events.isEmpty)
    registration.unregister()
    #expect(released.events.sorted() == [0, 1, 2])
    store.register(history: history)
    store.dispatch(action: Increment())
    try history.replay(without: [4])
    #expect(store.state.count == 0)
  }

  @Test func `what is recorded too long ago is released without the lock`() {
    let store = Store.counting()
    let released = Log<Int>()
    store.register(
      history: StateHistory(of: \Counting.self, limit: 2, recordsActions: true)
    )
    for index in 0..<8 {
      store.dispatch(action: hold(index, released, store))
    }
    #expect(released.events == [0, 1, 2, 3, 4, 5])
  }

  @Test func `a state that an undo has left behind is released without the lock`() {
    struct Holding: Sendable { var witness: Witness? }
    struct Hold: Action {}
    let usesStore = Shared<@Sendable () -> Void> {}
    let store = Store(
      initialState: Holding(),
      reducers: [
        Reducer<Holding>(
          // Only the state holds it.
          ReduceOn(Hold.self) { state, _ in state.witness = Witness { usesStore.value() } }
        )
      ]
    )
    let released = Shared(false)
    usesStore.value = { [weak store] in
      _ = store?.state
      released.value = true
    }
    let undoing = StateHistory(of: \Holding.self, recording: { $0 is Hold })
    let recording = StateHistory(
      of: \Holding.self,
      limit: 2,
      recordsActions: true,
      recording: { _ in false }
    )
    store.register(history: undoing)
    store.register(history: recording)
    store.dispatch(action: Increment())
    store.dispatch(action: Hold())
    undoing.undo()
    // The other has the undo as a step.
    #expect(recording.past.count == 1)
    for history in [undoing, recording] { history.clear() }
    #expect(!released.value)
    for _ in 0..<8 { store.dispatch(action: Increment()) }
    #expect(released.value)
  }
}
