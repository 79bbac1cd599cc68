import Sluice
import SluiceTesting
import TestSupport
import Testing

/// Threads that undo and redo at one moment put the states back in one order.
@Suite(.inTurn) struct ConcurrentUndoTests {
  private typealias Counts = (state: Int, past: Int)

  /// Lets threads loose on a store that has come a few steps, and its history, many times.
  ///
  /// - Returns: The count of the state and the steps that the history has, of each time.
  private static func counts(
    steps: Int,
    threads: Int,
    _ work: @escaping @Sendable (Int, Store<Counting, Void>, StateHistory<Counting, Int>) -> Void
  ) async -> [Counts] {
    var counts: [Counts] = []
    for _ in 0..<400 {
      let store = Store.counting()
      store.onDiagnostic = { _ in }
      let history = store.keeping(StateHistory(of: \.count))
      for _ in 0..<steps { store.dispatch(action: Increment()) }
      await Threads.run(threads) { work($0, store, history) }
      counts.append((store.state.count, history.past.count))
    }
    return counts
  }

  @Test func `two threads that undo at one moment undo both steps`() async {
    let counts = await Self.counts(steps: 2, threads: 3) { index, store, history in
      if index < 2 {
        _ = history.undo()
        return
      }
      // Others are in the way.
      for _ in 0..<20 { store.dispatch(action: Touch()) }
    }
    #expect(counts.allSatisfy { $0 == (0, 0) })
  }

  @Test func `threads that undo and redo leave the state that the history says`() async {
    let counts = await Self.counts(steps: 20, threads: 4) { index, store, history in
      for _ in 0..<10 {
        switch index {
        case 0, 1: history.undo()
        case 2: history.redo()
        default: store.dispatch(action: Touch())
        }
      }
    }
    #expect(counts.allSatisfy { $0.state == $0.past })
  }

  @Test func `threads that undo at once put the states back in one order`() async {
    for _ in 0..<20 {
      let store = Store.counting()
      let history = store.keeping(StateHistory(of: \.self, limit: 200))
      for _ in 0..<200 { store.dispatch(action: Increment()) }
      let restored = store.noting([]) { $0.newState.count }
      await Threads.run(2) { _ in
        for _ in 0..<100 { history.undo() }
      }
      // A task may be at what is left to deliver.
      await store.idle()
      #expect(store.state.count == 0)
      #expect(restored.events == (0..<200).reversed())
    }
  }
}
