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

  /// Each step leads to three more: one at once, and two in a run.
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
      store.register(effect: .on(Step.self).map { _, _ in Follow() })
      store.register(effect: .on(Step.self).answers { _, _ in [Follow(), Follow()] })
      try await body(store)
    }
  }

  @Test func `the state is that after the last action that was stated or skipped`() async throws {
    try await withCounter { store in
      #expect(store.state == Counter())
      try await store.send(Step()) { $0.count = 1 }
      #expect(store.state.count == 1 && store.count == 1)
      #expect(store.currentState.count == 4)
      for count in 2...3 {
        try await store.receive(Follow.self) { $0.count = count }
        #expect(store.state.count == count && store.count == count)
      }
      try await store.skipReceivedActions()
      #expect(store.state.count == 4 && store.count == 4)
      store.restore(Counter(count: 7))
      #expect(store.count == 4 && store.currentState.count == 7)
      try await store.receive(StateRestored.self) { $0.count = 7 }
      #expect(store.count == 7)
    }
  }

  @Test func `code that takes a store sees the current state`() async throws {
    @MainActor
    func count(_ store: Store<Counter, Void>) -> [Int] { [store.state.count, store.count] }
    func generic(_ store: some StoreProtocol<Counter, any Action>) -> Int { store.state.count }
    try await withCounter(exhaustivity: .off) { store in
      try await store.send(Step())
      #expect(await count(store) == [4, 4])
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
}

/// Parts of a test store's state, with actions of their own.
@Suite(.inTurn, .throwingFailures)
struct TestProjectionTests {
  private static let count = Selector<Library, Int> { $0.shelf.titles.count }

  @Test func `a part of the state and actions of its own are tested alone`() async throws {
    try await withLibrary { store in
      let shelf = store.testing(\.shelf) { (text: String) in Search(text: text) }
      // The query changes beside the shelf, so the whole is looked at here.
      try await store.search("a")
      try await shelf.receive(Found.self) { $0 = .init(titles: ["a 1", "a 2"]) }
      #expect(shelf.state.titles == ["a 1", "a 2"])
      shelf.store.dispatch(action: "b")
      try await store.receive(Search.self) {
        $0.query = "b"
        $0.shelf.isLoading = true
      }
      try await shelf.receive(Found(titles: ["b 1", "b 2"])) { $0 = .init(titles: ["b 1", "b 2"]) }
    }
  }

  @Test func `what a selector makes of the state is tested alone`() async throws {
    try await withLibrary(effects: []) { store in
      let count = store.testing(Self.count) { (title: String) in ShelfAction.put(title) }
      try await count.send("A") { $0 = 1 }
      try await count.send("B") { $0 += 1 }
      #expect(count.state == 2)
      await #expect(throws: ExpectationFailure.self) { try await count.send("C") }
    }
  }

  @Test func `an action that the projection swallows is missed`() async throws {
    try await withLibrary(effects: []) { store in
      let shelf = store.testing(\.shelf) { (_: String) in nil }
      await expectFailure(containing: ": A was sent, but led to no commit.") {
        try await shelf.send("A")
      }
    }
  }
}
