import Sluice
import TestSupport
import Testing

private struct Diary: Sendable {
  var entries: [Int] = []
}

private struct Odd: Action {}
private struct Even: Action {}

@Suite(.inTurn)
struct ReducerRegistryTests {
  /// A reducer that writes its number on every third action type in turn: odd, even, both.
  private static func reducer(_ number: Int) -> Reducer<Diary> {
    switch number % 3 {
    case 0: Reducer(ReduceOn(Odd.self) { state, _ in state.entries.append(number) })
    case 1: Reducer(ReduceOn(Even.self) { state, _ in state.entries.append(number) })
    default: Reducer { state, _ in state.entries.append(number) }
    }
  }

  @Test(arguments: [1, 7, 8, 9, 10, 40])
  func `handlers run in the order of registration, however many there are`(count: Int) {
    let reducers = (0..<count).map(Self.reducer)
    let store = Store(initialState: Diary())
    for (number, reducer) in reducers.enumerated() {
      store.register(reducer: reducer)
      // The list made here is outdated by the next registration.
      store.dispatch(action: Odd())
      #expect(store.entries.suffix(1) == [number % 3 == 1 ? number - 1 : number])
    }
    let begin = store.entries.count
    store.dispatch(action: Odd())
    store.dispatch(action: Even())
    let expected =
      (0..<count).filter { $0 % 3 != 1 } + (0..<count).filter { $0 % 3 != 0 }
    #expect(store.entries[begin...] == expected[...])
  }

  @Test(arguments: [3, 8, 9, 40])
  func `an unregistered reducer leaves the others in order`(count: Int) {
    let reducers = (0..<count).map(Self.reducer)
    let store = Store(initialState: Diary(), reducers: reducers)
    store.dispatch(action: Odd())
    store.unregister(reducer: reducers[2])
    let begin = store.entries.count
    store.dispatch(action: Odd())
    store.dispatch(action: Even())
    let others = (0..<count).filter { $0 != 2 }
    let expected = others.filter { $0 % 3 != 1 } + others.filter { $0 % 3 != 0 }
    #expect(store.entries[begin...] == expected[...])
  }

  @Test func `a reducer is unregistered by its id, whether given or made`() {
    let unnamed = Self.reducer(2)
    let store = Store(initialState: Diary(), reducers: [unnamed, Self.reducer(5)])
    #expect(unnamed.id.hasPrefix("SluiceTests/ReducerRegistryTests.swift:"))
    store.unregister(reducer: Reducer<Int>(id: unnamed.id))
    store.dispatch(action: Odd())
    #expect(store.entries == [5])
  }
}
