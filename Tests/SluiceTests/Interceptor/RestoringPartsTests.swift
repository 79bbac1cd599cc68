import Sluice
import SluiceTesting
import TestSupport
import Testing

/// A part that is put back may be set by the program's code, which may use the store.
///
/// In processes of their own: who uses a store whose lock he holds stops the program.
@Suite(.inTurn) struct RestoringPartsTests {
  @Test func `a setter may read the store`() async {
    await #expect(processExitsWith: .success) {
      let seen = Shared(-1)
      let store = Store.hooked { store in
        seen.value = store.state.count
        _ = store.selectCurrent(\.counting.other)
      }
      store.restore(5, at: \.count)
      try #require(seen.value == 0)
      try #require(store.state.count == 5)
    }
  }

  @Test func `a setter may dispatch, and nothing is lost`() async {
    await #expect(processExitsWith: .success) {
      let store = Store.hooked { $0.dispatch(action: Touch()) }
      store.restore(5, at: \.count)
      try #require(store.state.counting == Counting(count: 5, other: 1))
    }
  }

  @Test func `a setter may wait for another thread that dispatches`() async {
    await #expect(processExitsWith: .success) {
      let isDispatched = Gate()
      let mustDispatch = Gate()
      let store = Store.hooked { _ in
        mustDispatch.open()
        if !isDispatched.wait() { preconditionFailure("The other thread waits for this one.") }
      }
      await Threads.run(2) { index in
        if index == 0 { return store.restore(5, at: \.count) }
        mustDispatch.wait()
        store.dispatch(action: Touch())
        isDispatched.open()
      }
      try #require(store.state.counting == Counting(count: 5, other: 1))
    }
  }

  @Test func `an undo's setter may use the store`() async {
    await #expect(processExitsWith: .success) {
      let store = Store.hooked { store in
        _ = store.state
        store.dispatch(action: Touch())
      }
      let history = StateHistory(of: \Hooked.count)
      store.register(history: history)
      store.dispatch(action: Increment())
      history.undo()
      try #require(store.state.counting == Counting(count: 0, other: 1))
    }
  }
}
