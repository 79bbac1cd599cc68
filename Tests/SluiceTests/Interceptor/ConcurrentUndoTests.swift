import Sluice
import SluiceTesting
import TestSupport
import Testing

/// Threads that undo and redo at one moment put the states back in one order.
@Suite(.inTurn)
struct ConcurrentUndoTests {
  /// A store that has come a few steps, with its history.
  private static func makeStore(steps: Int) -> (Store<Counting, Void>, StateHistory<Counting, Int>)
  {
    let store = Store.counting()
    store.onDiagnostic = { _ in }
    let history = StateHistory(of: \Counting.count)
    store.register(history: history)
    for _ in 0..<steps { store.dispatch(action: Increment()) }
    return (store, history)
  }

  @Test func `two threads that undo at one moment undo both steps`() async {
    var wrong = 0
    for _ in 0..<400 {
      let (store, history) = Self.makeStore(steps: 2)
      let undone = Shared(0)
      await Threads.run(3) { index in
        if index < 2 {
          history.undo()
          undone.change { $0 += 1 }
        } else {
          // Others are in the way.
          while undone.value < 2 { store.dispatch(action: Touch()) }
        }
      }
      if store.state.count != 0 { wrong += 1 }
    }
    #expect(wrong == 0)
  }

  @Test func `threads that undo and redo leave the state that the history says`() async {
    var wrong = 0
    for _ in 0..<400 {
      let (store, history) = Self.makeStore(steps: 20)
      let ended = Shared(0)
      await Threads.run(4) { index in
        for _ in 0..<10 {
          switch index {
          case 0, 1: history.undo()
          case 2: history.redo()
          default: store.dispatch(action: Touch())
          }
        }
        ended.change { $0 += 1 }
      }
      if store.state.count != history.past.count { wrong += 1 }
    }
    #expect(wrong == 0)
  }
}
