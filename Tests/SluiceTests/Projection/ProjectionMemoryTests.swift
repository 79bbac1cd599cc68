import Sluice
import SluiceTesting
import TestSupport
import Testing

/// Selectors of a projection keep what they remember for as long as the projected state stays equal.
@Suite(.inTurn)
struct ProjectionMemoryTests {
  private struct Whole: Sendable {
    var part = Counting()
    var touched = 0
  }

  private static func makeStore() -> Store<Whole, Void> {
    Store(
      initialState: Whole(),
      reducers: [
        Reducer(
          ReduceOn(Touch.self) { state, _ in state.touched += 1 },
          ReduceOn(Increment.self) { state, action in state.part.count += action.by }
        )
      ]
    )
  }

  @Test func `a projector runs once for each part, whichever states it is seen in`() {
    let store = Self.makeStore()
    let projection = store.projection(state: \.part)
    let derived = Selector { (part: Counting) in part.count * 2 }
    let first = store.select(\.touched).sink { touched in
      guard touched == 1 else { return }
      store.dispatch(action: Touch())
      _ = projection.selectCurrent(derived)
    }
    let second = projection.select(derived).sink { _ in }
    for _ in 0..<100 { store.dispatch(action: Touch()) }
    #expect(derived.recomputations == 1)
    first.cancel()
    second.cancel()
  }

  @Test func `threads that read a projection share what its selectors remember`() async {
    for _ in 0..<20 {
      let store = Self.makeStore()
      store.onDiagnostic = { _ in }
      let projection = store.projection(state: \.part)
      let derived = Selector { (part: Counting) in part.count * 2 }
      let token = projection.select(derived).sink { _ in }
      await Threads.run(4) { index in
        for _ in 0..<500 {
          if index < 2 { store.dispatch(action: Touch()) }
          _ = projection.selectCurrent(derived)
        }
      }
      // Threads that look at once for the first time may each make the value.
      #expect(derived.recomputations <= 5)
      token.cancel()
    }
  }
}
