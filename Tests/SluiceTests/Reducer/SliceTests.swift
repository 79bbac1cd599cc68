import Sluice
import TestSupport
import Testing

/// Reducers that are registered for a part.
@Suite(.inTurn) struct SliceTests {
  private static let adding = Reducer<Int>(
    id: "adding",
    ReduceOn(Increment.self) { count, action in count += action.by }
  )

  private let store = Store(initialState: Enclosing())

  @Test func `the same reducer serves two slices, and leaves both when it is removed`() {
    store.register(reducer: Self.adding, for: .state(\.counting.count))
    store.register(reducer: Self.adding, for: .state(\.counting.other))
    store.dispatch(action: Increment())
    #expect(store.counting == Counting(count: 1, other: 1))
    store.unregister(reducer: Self.adding)
    store.dispatch(action: Increment())
    #expect(store.counting == Counting(count: 1, other: 1))
  }

  @Test func `a slice may be computed, or a slice of another`() {
    store.register(reducer: Self.adding, for: .state(\.count))
    let counting: Reducer<Counting> = Self.adding.lift(.state(\.other))
    store.register(reducer: counting.lift(.state(\.counting)))
    store.dispatch(action: Increment(by: 20))
    #expect(store.counting == Counting(count: 20, other: 20))
  }
}
