import Sluice
import SluiceTesting
import TestSupport
import Testing

/// Histories of parts of a state.
extension StateHistoryTests {
  @Test func `a part is undone, and the rest remains`() {
    struct Whole: Sendable {
      var counting = Counting()
      var rest = 0
    }
    let store = Store(
      initialState: Whole(),
      reducers: [
        Reducer.counting.lift(state: \Whole.counting),
        Reducer(ReduceOn(Unhandled.self) { state, _ in state.rest += 1 }),
      ]
    )
    let history = StateHistory(of: \Whole.counting)
    store.register(history: history)
    store.dispatch(action: Increment(by: 5))
    store.dispatch(action: Unhandled())
    #expect(history.past.count == 1)
    #expect(history.undo())
    #expect(store.state.counting.count == 0)
    #expect(store.state.rest == 1)
    #expect(history.redo())
    #expect(store.state.counting.count == 5)
    #expect(!history.canRedo)
  }

  struct Pair: Sendable {
    var left = Counting()
    var right = Counting()
  }

  struct Left: Action {}
  struct Right: Action {}

  func pair() -> Store<Pair, Void> {
    Store(
      initialState: Pair(),
      reducers: [
        Reducer(
          ReduceOn(Left.self) { state, _ in state.left.count += 1 },
          ReduceOn(Right.self) { state, _ in state.right.count += 1 }
        )
      ]
    )
  }

  @Test func `histories of two parts of one type undo each its own`() {
    let store = pair()
    let left = StateHistory(of: \Pair.left)
    let right = StateHistory(of: \Pair.right)
    store.register(history: left)
    store.register(history: right)
    for action in [Left(), Right(), Left()] as [any Action] { store.dispatch(action: action) }
    #expect(left.past.map(\.commits) == [1...1, 3...3])
    #expect(right.past.map(\.newState.count) == [1])
    #expect(right.undo())
    #expect((store.state.left.count, store.state.right.count) == (2, 0))
    #expect(left.undo())
    #expect((store.state.left.count, store.state.right.count) == (1, 0))
    #expect(right.redo())
    #expect((store.state.left.count, store.state.right.count) == (1, 1))
  }

  @Test func `a feature's history is of a part of the feature's state`() {
    let history = StateHistory(of: \Counting.count)
    let feature = Feature<Counting, Void>(id: "counting").reducer(.counting).history(history)
    let store = Store(initialState: Pair())
    store.register(feature: feature, state: \.right)
    store.dispatch(action: Increment(by: 5))
    store.dispatch(action: Touch())
    #expect(history.past.map(\.newState) == [5])
    #expect(history.undo())
    #expect(store.state.right == Counting(count: 0, other: 1))
    store.unregister(feature: feature)
    #expect(!history.redo())
    #expect(store.state.right.count == 0)
  }
}
