import Sluice
import TestSupport
import Testing

private struct Odd: Action {}
private struct Even: Action {}

@Suite(.inTurn) struct ReducerRegistryTests {
  /// A reducer that writes its number on every third action type in turn: odd, even, both.
  private static func reducer(_ number: Int) -> Reducer<[Int]> {
    switch number % 3 {
    case 0: Reducer(ReduceOn(Odd.self) { state, _ in state.append(number) })
    case 1: Reducer(ReduceOn(Even.self) { state, _ in state.append(number) })
    default: Reducer { state, _ in state.append(number) }
    }
  }

  /// The numbers that an odd and an even action write, of these reducers.
  private static func written(_ numbers: some Sequence<Int>) -> [Int] {
    numbers.filter { $0 % 3 != 1 } + numbers.filter { $0 % 3 != 0 }
  }

  @Test(arguments: [3, 7, 8, 9, 10, 40])
  func `handlers run in the order of registration, however many there are, and one is removed`(
    count: Int
  ) {
    let reducers = (0..<count).map(Self.reducer)
    let store = Store(initialState: [Int]())
    func numbers() -> [Int] {
      store.restore([])
      store.send(Odd(), Even())
      return store.state
    }
    for (number, reducer) in reducers.enumerated() {
      store.register(reducer: reducer)
      // The list made here is outdated by the next registration.
      #expect(numbers() == Self.written(0...number))
    }
    store.unregister(reducer: reducers[2])
    #expect(numbers() == Self.written((0..<count).filter { $0 != 2 }))
  }

  @Test func `a reducer is unregistered by its id, whether given or made`() {
    let unnamed = Self.reducer(2)
    let store = Store(initialState: [], reducers: [unnamed, Self.reducer(5)])
    #expect(unnamed.id.hasPrefix("SluiceTests/ReducerRegistryTests.swift:"))
    store.unregister(reducer: Reducer<String>(id: unnamed.id))
    store.dispatch(action: Odd())
    #expect(store.state == [5])
  }
}
