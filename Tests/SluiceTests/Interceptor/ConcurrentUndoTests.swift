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

  @Test func `threads that undo at once put the states back in one order`() async {
    for _ in 0..<20 {
      let store = Store.counting()
      let history = StateHistory(of: \Counting.self, limit: 200)
      let restored = Log<Int>()
      store.register(history: history)
      store.register(
        interceptor: CommitProbe<Counting>(interests: []) { commit in
          if commit.action is StateRestored { restored.append(commit.newState.count) }
        }
      )
      for _ in 0..<200 { store.dispatch(action: Increment()) }
      await Threads.run(2) { _ in
        for _ in 0..<100 { history.undo() }
      }
      // A task may be at what is left to deliver.
      await store.idle()
      #expect(store.state.count == 0)
      #expect(restored.events == (0..<200).reversed())
    }
  }

  @Test func `threads that dispatch, undo and redo leave a state that was there`() async {
    let store = Store.counting()
    let history = StateHistory(of: \Counting.self)
    store.register(history: history)
    let seen = Shared<Set<Int>>([0])
    store.register(
      interceptor: CommitProbe<Counting> { commit in
        if !(commit.action is StateRestored) {
          seen.change { _ = $0.insert(commit.newState.count) }
        }
      }
    )
    await Threads.run(4) { index in
      for round in 0..<200 {
        switch (index + round) % 4 {
        case 0, 1: store.dispatch(action: Increment())
        case 2: history.undo()
        default: history.redo()
        }
      }
    }
    // A task may be at what is left to deliver.
    await store.idle()
    #expect(seen.value.contains(store.state.count))
    #expect(history.past.count <= 100)
  }
}
