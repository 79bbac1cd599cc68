import Sluice
import SluiceTesting
import TestSupport
import Testing

@Suite(.inTurn, .throwingFailures)
struct TestStoreSkippingTests {
  private static let lending = Effect<Catalogue>.on(Visit.self, fileID: "A/B.swift", line: 3) {
    _,
    _,
    context in
    try await context.sleep(for: .seconds(60))
    context.send(ShelfAction.clear)
  }

  @Test func `received actions are skipped, and listed`() async throws {
    try await withLibrary { store in
      try await store.send(Search(text: "a")) {
        $0.query = "a"
        $0.shelf.isLoading = true
      }
      let line = #line + 1
      try await store.skipReceivedActions()
      #expect(
        store.skipped.map(\.description) == [
          "\(#filePath):\(line): skipped: #2 Found {titles: [\"a 1\", \"a 2\"]}, from EagerEffects.search"
        ]
      )
      #expect(store.shelf.titles == ["a 1", "a 2"])
      try await store.send(Visit()) { $0.visits = 1 }
      try await store.skipReceivedActions(strict: false)
    }
  }

  @Test func `skipping actions where none came is a failure`() async throws {
    try await withLibrary { store in
      let failure = await #expect(throws: ExpectationFailure.self) {
        try await store.skipReceivedActions(filePath: "/Tests.swift", line: 7)
      }
      #expect(
        failure?.description == """
          /Tests.swift:7: Received actions were to be skipped, and none came.
          Under way:
            nothing
          To fix, leave out `skipReceivedActions`, or pass `strict: false`.
          """
      )
    }
  }

  @Test func `an effect's error is not skipped with the actions`() async throws {
    try await withLibrary(catalogue: Catalogue(find: { _ in throw SearchFailure(code: 404) })) {
      store in
      store.dispatch(action: Search(text: "a"))
      try await store.skipReceivedActions()
      try await store.receiveFailure(SearchFailure.self)
    }
  }

  @Test func `runs under way are cancelled, and listed`() async throws {
    try await withLibrary(effects: [SearchEffects()]) { store in
      store.register(effect: Self.lending, id: "lending")
      try await store.send(Visit()) { $0.visits = 1 }
      try await store.send(Search(text: "a")) {
        $0.query = "a"
        $0.shelf.isLoading = true
      }
      try await store.skipInFlightEffects()
      #expect(store.skipped.map(\.message).count == 2)
      #expect(
        store.skipped.first?.message
          == "cancelled: lending (A/B.swift:3), set off by #1 Visit, sleeps on the clock"
      )
      await store.clock.advance(by: .seconds(120))
      try await store.skipInFlightEffects(strict: false)
    }
  }

  @Test func `an effect whose runs were skipped answers the next action`() async throws {
    try await withLibrary(effects: []) { store in
      store.register(effect: Self.lending, id: "lending")
      try await store.send(Visit()) { $0.visits = 1 }
      try await store.skipInFlightEffects()
      try await store.send(Visit()) { $0.visits = 2 }
      await store.clock.advance(by: .seconds(60))
      try await store.receive(ShelfAction.clear)
    }
  }

  @Test func `skipping effects where none is under way is a failure`() async throws {
    try await withLibrary { store in
      let failure = await #expect(throws: ExpectationFailure.self) {
        try await store.skipInFlightEffects(filePath: "/Tests.swift", line: 7)
      }
      #expect(
        failure?.description == """
          /Tests.swift:7: Effects that are under way were to be skipped, and there are none.
          What came:
            nothing
          To fix, leave out `skipInFlightEffects`, or pass `strict: false`.
          """
      )
    }
  }

  @Test(arguments: ["next", "sleep", "stream", "values"])
  func `without exhaustivity, a test ends at once, whatever still runs`(work: String) async throws {
    let endless = Effect<Catalogue>.on(Visit.self, state: Library.self) { _, _, context in
      switch work {
      case "next": _ = try await context.next(StopSearching.self)
      case "sleep": try await Task.sleep(for: .seconds(3_600))
      case "stream": for await _ in AsyncStream<Void>.makeStream().stream {}
      default: for await _ in context.values(of: \.query) {}
      }
    }
    let begin = ContinuousClock.now
    var skipped: @Sendable () -> [SkippedExpectation] = { [] }
    try await withLibrary(effects: [], exhaustivity: .off) { store in
      store.register(effect: endless, id: "endless")
      try await store.send(Visit())
      skipped = { store.skipped }
    }
    // It was ten seconds.
    #expect(begin.duration(to: .now) < .seconds(5))
    #expect(skipped().last?.message.hasPrefix("still running: endless") == true)
  }
}
