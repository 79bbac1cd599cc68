import Sluice
import SluiceTesting
import Synchronization
import Testing

struct MockStoreTests {
  private struct Counter: Equatable { var count = 0 }
  private struct Increment: Action {}
  private struct Doubled: Action {}

  private static let count = Selector(keyPath: \Counter.count)
  private static let twice = Selector.with(count) { $0 * 2 }
  private static let reducer = Reducer<Counter>(
    ReduceOn(Increment.self) { state, _ in
      state.count += 1
    }
  )

  private func shown(by store: Store<Counter, Void>) -> Int { store.selectCurrent(Self.twice) }

  @Test func `a mock store is accepted wherever a store is`() {
    let store = MockStore(initialState: Counter(count: 2))
    #expect(shown(by: store) == 4)
  }

  @Test func `an overridden selector answers for this store only`() {
    let mock = MockStore(initialState: Counter())
    let other = Store(initialState: Counter())
    mock.overrideSelector(Self.count, value: 21)
    #expect(mock.selectCurrent(Self.count) == 21)
    #expect(other.selectCurrent(Self.count) == 0)
    #expect(mock.state.count == 0)
  }

  @Test func `a derived selector sees the override, also when it was asked before`() {
    let store = MockStore(initialState: Counter(count: 1))
    #expect(store.selectCurrent(Self.twice) == 2)
    store.overrideSelector(Self.count, value: 21)
    #expect(store.selectCurrent(Self.twice) == 42)
    store.resetOverriddenSelectors()
    #expect(store.selectCurrent(Self.twice) == 2)
  }

  @Test func `running selections are told of overrides, and no commit happens`() {
    let store = MockStore(initialState: Counter(count: 1), reducers: [Self.reducer])
    let seen = Mutex<[Int]>([])
    let values: @Sendable () -> [Int] = { seen.withLock { $0 } }
    let token = store.select(Self.twice).sink { value in seen.withLock { $0.append(value) } }
    store.overrideSelector(Self.count, value: 10)
    store.overrideSelector(Self.twice, value: 7)
    store.dispatch(action: Increment())
    #expect(values() == [2, 20, 7])
    store.resetOverriddenSelectors()
    #expect(values().last == 4)
    #expect(store.stateChanges.map(\.number) == [1])
    withExtendedLifetime(token) {}
  }

  @Test func `setting the state is a commit that says so and sets off no effect`() {
    let store = MockStore(initialState: Counter(), reducers: [Self.reducer])
    store.register(effect: .map(StateRestored.self) { _ in Doubled() })
    store.setState(Counter(count: 5))
    #expect(store.state.count == 5)
    #expect(store.stateChanges.count == 1)
    #expect(store.stateChanges.first?.action is StateRestored)
    #expect(store.stateChanges.first?.newState == Counter(count: 5))
    #expect(store.stateChanges.first?.origin.note == "setState")
  }

  @Test func `a mock store whose selectors are overridden is freed`() {
    weak var freed: MockStore<Counter, Void>?
    do {
      let store = MockStore(initialState: Counter())
      store.overrideSelector(Self.count, value: 1)
      freed = store
    }
    #expect(freed == nil)
  }
}
