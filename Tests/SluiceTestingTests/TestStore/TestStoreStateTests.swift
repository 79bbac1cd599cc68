import Sluice
import SluiceTesting
import TestSupport
import Testing

/// The state that a test store shows its test.
@Suite(.inTurn, .throwingFailures)
struct TestStoreStateTests {
  private struct Counter: Sendable, Equatable { var count = 0 }
  private struct Step: Action {}
  private struct Follow: Action {}

  /// Each step leads to three more; the last of them only when time has passed.
  private func withCounter(
    exhaustivity: Exhaustivity = .on,
    _ body: (TestStore<Counter, Void>) async throws -> Void
  ) async throws {
    let reducer = Reducer<Counter>(
      ReduceOn(Step.self, Follow.self) { state, _ in state.count += 1 }
    )
    try await withTestStore(
      initialState: Counter(),
      reducers: [reducer],
      exhaustivity: exhaustivity
    ) { store in
      store.register(effect: .map(Step.self) { _ in Follow() }, id: "at once")
      store.register(
        effect: .on(Step.self) { _, _, context in
          context.send(Follow())
          context.send(Follow())
        },
        id: "in a run"
      )
      try await body(store)
    }
  }

  @Test func `the state is the one after the last action that the test has stated`() async throws {
    try await withCounter { store in
      #expect(store.state == Counter())
      try await store.send(Step()) { $0.count = 1 }
      #expect(store.state.count == 1 && store.count == 1)
      #expect(store.currentState.count == 4)
      for count in 2...4 {
        try await store.receive(Follow.self) { $0.count = count }
        #expect(store.state.count == count && store.count == count)
      }
    }
  }

  @Test func `code that takes a store sees the current state`() async throws {
    func count(_ store: Store<Counter, Void>) -> [Int] { [store.state.count, store.count] }
    func generic(_ store: some StoreProtocol<Counter, any Action>) -> Int { store.state.count }
    try await withCounter(exhaustivity: .off) { store in
      try await store.send(Step())
      #expect(count(store) == [4, 4])
      #expect(generic(store) == 4)
      #expect(store.selectCurrent(\.count) == 4 && store.select(\.count).value == 4)
    }
  }

  @Test func `a projection of a test store shows its part in the same way`() async throws {
    try await withCounter { store in
      let projection = store.testing(\.count)
      try await projection.send(Step()) { $0 = 1 }
      #expect(projection.state == 1)
      #expect(projection.currentState == 4)
      try await projection.receive(Follow.self) { $0 = 2 }
      #expect(projection.state == 2 && store.count == 2)
      try await store.skipReceivedActions()
      #expect(projection.state == 4)
    }
  }

  @Test func `what is skipped counts as stated`() async throws {
    try await withCounter { store in
      try await store.send(Step()) { $0.count = 1 }
      try await store.skipReceivedActions()
      #expect(store.count == 4)
    }
  }

  @Test func `without exhaustivity, the state follows what the test names`() async throws {
    try await withCounter(exhaustivity: .off) { store in
      try await store.send(Step())
      #expect(store.count == 1)
      try await store.receive(Follow.self)
      #expect(store.count == 2)
      try await store.send(Step())
      #expect(store.count == 5 && store.currentState.count == 8)
    }
  }

  @Test func `a restored state is stated like an action`() async throws {
    try await withCounter { store in
      store.restore(Counter(count: 7))
      #expect(store.count == 0 && store.currentState.count == 7)
      try await store.receive(StateRestored.self) { $0.count = 7 }
      #expect(store.count == 7)
    }
  }
}
