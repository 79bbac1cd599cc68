import Sluice
import SluiceTesting
import TestSupport
import Testing

@Suite(.inTurn, .throwingFailures)
struct TestStoreSkippingTests {
  @Test func `received actions are skipped, and listed`() async throws {
    try await withLibrary { store in
      try await store.search("a")
      let line = #line + 1
      try await store.skipReceivedActions()
      #expect(
        store.skipped.map(\.description) == [
          "\(#filePath):\(line): skipped: #2 Found {titles: [\"a 1\", \"a 2\"]}, from EagerEffects.search"
        ]
      )
      #expect(store.shelf.titles == ["a 1", "a 2"])
    }
  }

  @Test func `runs under way are cancelled, and the next action is answered`() async throws {
    try await withLibrary(effects: [SearchEffects()]) { store in
      store.register(effect: lending, id: "lending")
      try await store.send(Visit()) { $0.visits = 1 }
      try await store.search("a")
      try await store.skipInFlightEffects()
      #expect(store.skipped.count == 2)
      #expect(
        store.skipped.first?.message
          == "cancelled: lending (A/B.swift:3), set off by #1 Visit, sleeps on the clock "
          + "for another 60.0 seconds"
      )
      await store.clock.advance(by: .seconds(120))
      try await store.send(Visit()) { $0.visits = 2 }
      await store.clock.advance(by: .seconds(60))
      try await store.receive(ShelfAction.clear)
    }
  }

  @Test func `skipping what isn't there is a failure, unless the test doesn't care`() async throws {
    try await withLibrary { store in
      try await store.send(Visit()) { $0.visits = 1 }
      try await store.skipReceivedActions(strict: false)
      try await store.skipInFlightEffects(strict: false)
      await expectFailure(
        """
        There are no received actions to skip.
        Under way:
          nothing
        To fix, leave out `skipReceivedActions`, or pass `strict: false`.
        """
      ) { try await store.skipReceivedActions(filePath: "/Tests.swift", line: 7) }
      await expectFailure(
        """
        There are no effects under way to skip.
        What came:
          nothing
        To fix, leave out `skipInFlightEffects`, or pass `strict: false`.
        """
      ) { try await store.skipInFlightEffects(filePath: "/Tests.swift", line: 7) }
    }
  }

  @Test(arguments: ["next", "sleep", "stream", "values"])
  func `without exhaustivity, a test ends at once, whatever still runs`(work: String) async throws {
    let endless = Effect<Catalogue>.on(Visit.self).seeing(Library.self).run { _, _, context in
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

/// A part of a test that expects less, or more, than the rest.
@Suite(.inTurn, .throwingFailures)
struct TestStoreExhaustivityTests {
  @Test func `only what is in the closure expects less, or more, also after an error`() async throws
  {
    try await withLibrary { store in
      try await store.withExhaustivity(.off) {
        #expect(store.exhaustivity == .off)
        try await store.send(Search(text: "fox")) { $0.query = "fox" }
        try await store.receive(Found.self)
      }
      #expect(store.exhaustivity == .on)
      await expectFailure(containing: "Visit changed the state, but no change") {
        try await store.send(Visit())
      }
      await #expect(throws: SearchFailure(code: 1)) {
        try await store.withExhaustivity(.off) { throw SearchFailure(code: 1) }
      }
      #expect(store.exhaustivity == .on)
      store.exhaustivity = .off
      // Synchronous, and with a value.
      #expect(await store.withExhaustivity(.on) { store.exhaustivity } == .on)
      #expect(store.exhaustivity == .off)
    }
  }

  @Test func `what came in the closure is to be expected after it`() async throws {
    try await withLibrary { store in
      let shelf = store.testing(\.shelf)
      try await shelf.withExhaustivity(.off) {
        try await store.send(Search(text: "fox"))
        store.dispatch(action: Visit())
      }
      try await store.receive(Found.self) { $0.shelf = .init(titles: ["fox 1", "fox 2"]) }
      await expectFailure(containing: "Visit came, and must be expected") {
        try await store.send(StopSearching())
      }
      try await store.receive(Visit.self) { $0.visits = 1 }
    }
  }
}
