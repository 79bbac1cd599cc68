import Sluice
import SluiceHistory
import SluiceTesting
import TestSupport
import Testing

/// What a store records for actions that are reduced again, and when it releases that.
@Suite(.inTurn) struct ReplayRecordTests {
  private let store = Store.counting()
  private let released = Log<Int>()

  @Test func `of a long past, the last actions are recorded`() throws {
    let history = store.keeping(StateHistory(of: .state(\.self), limit: 4, recordsActions: true))
    for number in 1...9 {
      store.send(Increment(by: number))
      let available = try #require(history.refusal(without: [0])?.available)
      #expect(available.upperBound == number)
      #expect(available.count >= min(number, 4) && available.count <= 8)
    }
    try history.replay(without: [6, 9])
    #expect(store.state.count == 1 + 2 + 3 + 4 + 5 + 7 + 8)
  }

  @Test func `without a history, or with one that only undoes, a store records nothing`() {
    let history = StateHistory(of: .state(\Counting.self), recordsActions: true)
    let undoing = store.keeping(StateHistory(of: .state(\.self)))
    store.send(Increment())
    for history in [history, undoing] {
      #expect(history.refusal(without: [1]) == ReplayRefusal(commit: 1, available: nil))
    }
    #expect(
      history.refusal(without: [])?.description
        == "This store records no actions. Register a StateHistory with recordsActions: true before"
        + " they are dispatched."
    )
    undoing.undo()
    #expect(store.state.count == 0)
  }

  private struct Hold: Action { let witness: Witness }

  /// Dispatches actions whose release uses the store, which one under the lock would stop, and is
  /// noted.
  private func hold(_ numbers: Range<Int>) {
    for number in numbers {
      let witness = Witness { [weak store, released] in
        _ = store?.state
        released.append(number)
      }
      store.dispatch(action: Hold(witness: witness))
    }
  }

  @Test func `what is recorded is released with the history`() throws {
    let history = StateHistory(of: .state(\Counting.self), recordsActions: true)
    let registration = store.register(history: history)
    hold(0..<3)
    // They change nothing, and so are not in the history itself.
    #expect(history.past.isEmpty)
    #expect(released.events.isEmpty)
    registration.unregister()
    #expect(released.events.sorted() == [0, 1, 2])
    store.register(history: history)
    store.send(Increment())
    try history.replay(without: [4])
    #expect(store.state.count == 0)
  }

  @Test func `what is recorded too long ago is released without the lock`() {
    store.register(history: StateHistory(of: .state(\.self), limit: 2, recordsActions: true))
    hold(0..<8)
    #expect(released.events == [0, 1, 2, 3, 4, 5])
  }
}
