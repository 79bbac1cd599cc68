import Sluice
import SluiceTesting
import TestSupport
import Testing

/// Effects whose runs a test store holds back until the test runs them.
@Suite(.inTurn, .throwingFailures)
struct TestStoreBeginningRunsTests {
  @Test func `an effect that is held back runs when the test says so`() async throws {
    try await withLibrary { store in
      store.beginsRuns = .onRequest
      try await store.search("fox")
      try await store.send(Visit()) { $0.visits = 1 }
      let pending = store.pendingEffects
      #expect(pending.map(\.effect) == ["EagerEffects.search"])
      #expect(pending.first?.action as? Search == Search(text: "fox"))
      try await store.runEffects()
      #expect(store.pendingEffects.isEmpty)
      try await store.receive(Found.self) { $0.shelf = .init(titles: ["fox 1", "fox 2"]) }
    }
  }

  @Test func `held effects run in order, and what they lead to is held in turn`() async throws {
    try await withTestStore(initialState: 0) { store in
      store.beginsRuns = .onRequest
      store.register(effect: shortening)
      try await store.send(Search(text: "a"))
      try await store.send(Search(text: "bc"))
      try await store.runEffects()
      try await store.receive(Search(text: ""))
      try await store.receive(Search(text: "b"))
      #expect(store.pendingEffects.count == 2)
      try await store.runEffects()
      try await store.receive(Search(text: ""))
      store.beginsRuns = .atOnce
    }
  }

  @Test func `a debounce decides before an effect is held`() async throws {
    try await withTestStore(initialState: 0) { store in
      store.beginsRuns = .onRequest
      store.register(
        effect: Effect.on(Search.self).run { action, _, context in
          try await context.sleep(for: .seconds(1))
          context.send(Found(titles: [action.text]))
        }
        .debounce(for: .seconds(1))
      )
      try await store.send(Search(text: "a"))
      try await store.send(Search(text: "b"))
      #expect(store.pendingEffects.isEmpty)
      await store.clock.advance(by: .seconds(5))
      #expect(store.pendingEffects.map { $0.action as? Search } == [Search(text: "b")])
      try await store.runEffects()
      await store.clock.advance(by: .seconds(1))
      try await store.receive(Found(titles: ["b"]))
    }
  }

  @Test func `what is held can be cancelled, and doesn't run`() async throws {
    try await withTestStore(initialState: 0) { store in
      store.beginsRuns = .onRequest
      store.register(
        effect: Effect.on(Search.self) { _, _ in Found(titles: []) }
          .cancelled(by: StopSearching.self)
      )
      try await store.send(Search(text: "a"))
      try await store.send(StopSearching())
      #expect(store.pendingEffects.isEmpty)
      let work = try await store.send(Search(text: "b"))
      await work.cancel()
      #expect(store.pendingEffects.isEmpty)
      try await store.send(Search(text: "c"))
      try await store.skipInFlightEffects()
      #expect(store.pendingEffects.isEmpty)
    }
  }

  @Test func `effects that are held are named with the cure, and cannot answer`() async throws {
    await expectFailure(
      containing: "The test ends, but 1 run is still under way.",
      "set off by #1 Search {text: \"fox\"}, is held back",
      "To fix, let the effects run with `runEffects()`"
    ) {
      try await withLibrary { store in
        store.beginsRuns = .onRequest
        try await store.search("fox")
        await expectFailure(
          containing: "but none came: effects are held back.",
          "To fix, let the effects run with `runEffects()`, "
        ) { try await store.receive(Found.self) }
      }
    }
  }

  @Test func `to run what isn't there fails, unless the test doesn't care`() async throws {
    try await withLibrary { store in
      try await store.runEffects(strict: false)
      await expectFailure(containing: "set `beginsRuns` to `.onRequest`") {
        try await store.runEffects()
      }
    }
  }
}
