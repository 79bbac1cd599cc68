import Sluice
import SluiceTesting
import TestSupport
import Testing

@Suite(.inTurn)
struct StoreTests {
  private final class Derived: Store<Counting, String>, @unchecked Sendable {
    var greeting: String { "Hello, \(environment)" }
  }

  @Test func `a store begins with its initial state, reducers and environment`() {
    let store = Store(
      initialState: Counting(count: 7),
      environment: "Anna",
      reducers: [.counting, .counting]
    )
    #expect(store.state == Counting(count: 7))
    #expect(store.environment == "Anna")
    store.dispatch(action: Increment())
    #expect(store.count == 9)
  }

  @Test func `a store may be subclassed`() {
    let store = Derived(initialState: Counting(), environment: "Anna", reducers: [.counting])
    store.dispatch(action: Increment())
    #expect(store.count == 1)
    #expect(store.greeting == "Hello, Anna")
  }

  @Test func `parts of the state are read by their names`() {
    struct Nested: Sendable {
      var counting = Counting(count: 3)
      var names = ["a", "b"]
    }
    let store = Store(initialState: Nested())
    #expect(store.counting.count == 3)
    #expect(store.names.first == "a")
    #expect(store.names.count == 2)
  }

  @Test func `an action without its type is reduced like one with it`() {
    let store = Store.counting()
    let actions: [any Action] = [Increment(by: 2), Touch(), Unhandled()]
    for action in actions { store.dispatch(action: action) }
    #expect(store.state == Counting(count: 2, other: 1))
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

  @Test func `objects in the state are released when they are replaced, and with the store`() {
    struct Holding: Sendable { var witness: Witness? }
    struct Hold: Action { let witness: Witness? }
    let released = Log<String>()
    do {
      let store = Store(
        initialState: Holding(witness: Witness { released.append("first") }),
        reducers: [
          Reducer(ReduceOn(Hold.self) { state, action in state.witness = action.witness })
        ]
      )
      store.dispatch(action: Hold(witness: Witness { released.append("second") }))
      #expect(released.events == ["first"])
    }
    #expect(released.events == ["first", "second"])
  }
}
