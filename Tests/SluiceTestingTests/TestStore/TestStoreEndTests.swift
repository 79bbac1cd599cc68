import Sluice
import SluiceTesting
import TestSupport
import Testing

/// What must have been expected when a test ends.
@Suite(.inTurn, .throwingFailures)
struct TestStoreEndTests {
  private struct Mistake: Error {}

  @Test func `what the body returns is returned`() async throws {
    let visits = try await withTestStore(initialState: 3) { $0.state }
    #expect(visits == 3)
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
    let failure = await #expect(throws: ExpectationFailure.self) {
      try await withTestStore(initialState: 0, filePath: "/Tests.swift", line: 7) { store in
        store.dispatch(action: Visit())
        _ = try? await store.receive(Search.self)
      }
    }
    #expect(failure?.description.hasPrefix("/Tests.swift:7: Visit came, and must be") == true)
  }

  @Test func `a body keeps the actor of its test`() async throws {
    try await onMainActor()
  }

  @MainActor
  private func onMainActor() async throws {
    var titles: [String] = []
    try await withTestStore(initialState: 0) { store in
      MainActor.assertIsolated()
      titles.append("A")
      try await store.send(Visit())
      MainActor.assertIsolated()
      titles.append("B")
    }
    #expect(titles == ["A", "B"])
  }

  @Test func `a test store is freed when its test ends`() async throws {
    weak var freed: TestStore<Int, Void>?
    try await withTestStore(initialState: 0) { store in
      freed = store
      try await store.send(Visit())
    }
    #expect(freed == nil)
  }

  @Test func `a store that is closed leaves nothing to expect but what its runs sent`() async throws
  {
    let (mayEnd, end) = AsyncStream.makeStream(of: Void.self)
    let catalogue = Catalogue { text in
      for await _ in mayEnd {}
      return [text]
    }
    try await withLibrary(catalogue: catalogue) { store in
      try await store.send(Search(text: "A")) {
        $0.query = "A"
        $0.shelf.isLoading = true
      }
      let closing = Task.immediate { await store.close(within: .seconds(600)) }
      end.finish()
      await closing.value
      try await store.receive(Found(titles: ["A"])) { $0.shelf = .init(titles: ["A"]) }
    }
  }
}
