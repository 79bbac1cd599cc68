import Sluice
import SluiceHistory
import SluiceTesting
import TestSupport
import Testing

/// Threads that undo and redo at one moment put the states back in one order.
@Suite(.inTurn) struct ConcurrentUndoTests {
  /// A store that has come some steps, and its history.
  private static func stepped(
    _ steps: Int
  ) -> (store: Store<Counting, Void>, history: StateHistory<Counting, Int>) {
    let store = Store.counting()
    store.onDiagnostic = { _ in }
    let history = store.keeping(StateHistory(of: .state(\.count), limit: steps))
    for _ in 0..<steps { store.dispatch(action: Increment()) }
    return (store, history)
  }

  @Test func `threads that undo and redo leave the state that the history says`() async {
    for _ in 0..<volume(100, nightly: 400) {
      let (store, history) = Self.stepped(20)
      await Threads.run(4) { index in
        for _ in 0..<10 {
          switch index {
          case 0, 1: history.undo()
          case 2: history.redo()
          default: store.dispatch(action: Touch())
          }
        }
      }
      #expect(store.state.count == history.past.count)
    }
  }

  @Test(arguments: [
    (rounds: volume(8, nightly: 20), undos: 100), (rounds: volume(100, nightly: 400), undos: 1),
  ])
  func `threads that undo at once undo all steps, in one order`(
    rounds: Int,
    undos: Int
  ) async {
    for _ in 0..<rounds {
      let (store, history) = Self.stepped(2 * undos)
      let restored = store.noting([]) { $0.action is Touch ? nil : $0.newState.count }
      await Threads.run(3) { index in
        if index < 2 {
          for _ in 0..<undos { history.undo() }
        } else {
          // Others are in the way.
          for _ in 0..<20 { store.dispatch(action: Touch()) }
        }
      }
      // A task may be at what is left to deliver.
      await store.idle()
      #expect((store.state.count, history.past.count) == (0, 0))
      #expect(restored.events.compactMap { $0 } == (0..<2 * undos).reversed())
    }
  }
}
