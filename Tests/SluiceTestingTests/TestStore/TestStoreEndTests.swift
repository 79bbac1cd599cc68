import Sluice
import SluiceTesting
import TestSupport
import Testing

/// What must have been expected when a test ends.
@Suite(.inTurn, .throwingFailures)
struct TestStoreEndTests {
  private struct Mistake: Error {}

  private let counted = Reducer<Int>(ReduceOn(Visit.self) { _, _ in })

  @Test func `what the body returns is returned, and its store is freed`() async throws {
    weak var freed: TestStore<Int, Void>?
    let state = try await withTestStore(initialState: 3, reducers: [counted]) { store in
      freed = store
      try await store.send(Visit())
      return store.state
    }
    #expect(state == 3)
    #expect(freed == nil)
  }

  @Test func `what the body throws is thrown, and nothing else is expected`() async {
    await #expect(throws: Mistake.self) {
      try await withTestStore(initialState: 0) { store in
        store.dispatch(action: Visit())
        throw Mistake()
      }
    }
  }

  @Test func `a failure that was caught does not excuse what was not expected`() async {
    await expectFailure(containing: "/Tests.swift:7: Visit came, and must be") {
      try await withTestStore(initialState: 0, filePath: "/Tests.swift", line: 7) { store in
        store.dispatch(action: Visit())
        _ = try? await store.receive(Search.self)
      }
    }
  }

  @MainActor
  @Test func `a body keeps the actor of its test`() async throws {
    var titles: [String] = []
    try await withTestStore(initialState: 0, reducers: [counted]) { store in
      MainActor.assertIsolated()
      titles.append("A")
      try await store.send(Visit())
      MainActor.assertIsolated()
      titles.append("B")
    }
    #expect(titles == ["A", "B"])
  }

  @Test func `a store that is closed leaves nothing but what its runs sent`() async throws {
    let (mayEnd, end) = AsyncStream.makeStream(of: Void.self)
    let catalogue = Catalogue { text in
      for await _ in mayEnd {}
      return [text]
    }
    try await withLibrary(catalogue: catalogue) { store in
      try await store.search("A")
      let closing = Task.immediate { await store.close(within: .seconds(600)) }
      end.finish()
      await closing.value
      try await store.receive(Found(titles: ["A"])) { $0.shelf = .init(titles: ["A"]) }
    }
  }
}

/// Measured in a process of its own, because other tests allocate memory too.
@Suite(.inTurn, .unsanitized)
struct TestStoreMemoryTests {
  private struct CountUp: EncodableAction {}

  @Test func `a test of many steps keeps no trees of the states that it has judged`() async {
    await #expect(processExitsWith: .success) {
      let reducer = Reducer<EveryShape>(
        ReduceOn(CountUp.self) { state, _ in state.count += 1 }
      )
      try await withTestStore(initialState: EveryShape(), reducers: [reducer]) { store in
        for _ in 0..<100 { try await store.send(CountUp()) { $0.count += 1 } }
        let before = residentBytes()
        for _ in 0..<200 { try await store.send(CountUp()) { $0.count += 1 } }
        let growth = residentBytes() - before
        // It keeps actions and states, for its messages: less than 10 KB for each commit.
        if growth > 2 << 20 { throw MemoryGrowth(name: "TestStore", bytes: growth, count: 200) }
      }
    }
  }
}
