import Sluice
import SluiceTesting
import TestSupport
import Testing

@Suite(.inTurn)
struct StoreTests {
  private final class Derived: Store<Counting, String>, @unchecked Sendable {
    var greeting: String { "Hello, \(environment)" }
  }

  @Test func `a store, or a subclass, begins with its state, reducers and environment`() {
    let store = Derived(
      initialState: Counting(count: 7),
      environment: "Anna",
      reducers: [.counting, .counting]
    )
    #expect(store.state == Counting(count: 7))
    #expect(store.greeting == "Hello, Anna")
    store.dispatch(action: Increment())
    #expect(store.count == 9)
  }

  @Test func `a class, an array or an optional may be the state`() {
    final class Box: Sendable {
      let number: Int
      init(_ number: Int) { self.number = number }
    }
    let boxes = Store(
      initialState: Box(1),
      reducers: [Reducer(ReduceOn(Increment.self) { state, _ in state = Box(state.number + 1) })]
    )
    boxes.dispatch(action: Increment())
    #expect(boxes.number == 2)

    let optionals = Store(
      initialState: Int?.none,
      reducers: [Reducer(ReduceOn(Increment.self) { state, action in state = action.by })]
    )
    let seen = Log<Int?>()
    let token = optionals.select(\.self).sink { seen.append($0) }
    optionals.dispatch(action: Increment(by: 3))
    #expect(seen.events == [nil, 3])
    token.cancel()
  }
}
