import Sluice
import SluiceTesting
import TestSupport
import Testing

/// Dependencies that a test doesn't expect to be called.
@Suite(.inTurn, .throwingFailures)
struct UnimplementedTests {
  private static let failing = Catalogue { _ in throw Unimplemented("catalogue.find") }
  private static let placeholding = Catalogue { _ in
    SluiceTesting.unimplemented("catalogue.find", placeholder: [])
  }

  private let search = Effect<Catalogue>.on(Search.self) { action, catalogue in
    Found(titles: try await catalogue.find(action.text))
  }

  /// Searches in a store, and returns the description of the failure.
  @discardableResult
  private func failure(
    of effect: Effect<Catalogue>,
    _ catalogue: Catalogue = failing,
    exhaustivity: Exhaustivity = .on,
    _ rest: (TestStore<Library, Catalogue>) async throws -> Void = { _ in }
  ) async throws -> String {
    await expectFailure(containing: "search called catalogue.find, which isn't implemented.") {
      try await withLibrary(catalogue: catalogue, effects: [], exhaustivity: exhaustivity) {
        store in
        store.register(effect: effect, id: "search")
        try await store.search("fox")
        try await rest(store)
      }
    }
  }

  @Test func `a test fails with the name of what an effect called`() async throws {
    let text = try await failure(of: search)
    #expect(text.contains("set off by #1 Search {text: \"fox\"} failed: catalogue.find was called"))
    #expect(text.contains("To fix, implement catalogue.find in the test's environment"))
  }

  @Test func `neither catch nor retry receives the error`() async throws {
    let attempts = EventLog<Void>()
    let effect = Effect<Catalogue>.on(Search.self).run { action, catalogue in
      attempts.append(())
      _ = try await catalogue.find(action.text)
    }
    .retry(attempts: 3)
    .catch { _, _ in Found(titles: ["an answer"]) }
    #expect(try await !failure(of: effect).contains("an answer"))
    #expect(attempts.events.count == 1)
  }

  @Test func `an unimplemented call is neither skipped, nor expected, nor awaited`() async throws {
    try await failure(of: search, exhaustivity: .off)
    try await failure(of: search, exhaustivity: .off) { try await $0.receive(Found.self) }
    try await failure(of: search) { try await $0.receiveFailure(Unimplemented.self) }
  }

  @Test func `where an effect handles errors itself, a placeholder fails the test`() async throws {
    let effect = Effect<Catalogue>.on(Search.self) { action, catalogue in
      Found(titles: (try? await catalogue.find(action.text)) ?? [])
    }
    let text = try await failure(of: effect, Self.placeholding)
    #expect(text.contains("Found {titles: []}, from search"))
  }

  @Test func `a runner fails with the name of what its effect called`() async throws {
    for catalogue in [Self.failing, Self.placeholding] {
      await expectFailure(containing: "called catalogue.find, which isn't") {
        try await EffectRunner.run(search, with: Search(text: "fox"), environment: catalogue)
      }
    }
  }

  @Test func `in another store an unimplemented call is a failure of the effect`() async throws {
    let clock = TestClock()
    let store = Store(initialState: 0, environment: Self.placeholding, clock: clock)
    let failures = EventLog<EffectFailure>()
    store.onEffectFailure = { failures.append($0) }
    store.register(effect: search, id: "search")
    store.dispatch(action: Search(text: "fox"))
    await clock.advance()
    let error = try #require(failures.events.first?.error as? Unimplemented)
    #expect(error.member == "catalogue.find")
    #expect("\(error)" == "catalogue.find was called, and isn't implemented.")
  }
}

/// Beside the others, whose failures are no issues.
@Suite(.inTurn)
struct UnimplementedOutsideOfRunsTests {
  @Test func `outside of a run an unimplemented call is an issue at its line`() async {
    let line = #line + 2
    let issues = await knownIssues {
      let names: [String] = SluiceTesting.unimplemented("client.names", placeholder: ["none"])
      #expect(names == ["none"])
    }
    #expect(issues.map { $0.line } == [line])
    #expect(issues.first?.text.hasPrefix("client.names was called") == true)
  }

  @Test func `without a handler of failures it isn't silent`() async {
    await withKnownIssue {
      await #expect(processExitsWith: .success) {
        let clock = TestClock()
        let store = Store(initialState: 0, clock: clock)
        store.register(
          effect: Effect.on(Visit.self) { _, _ in throw Unimplemented("client.log") }
            .catch { _, _ in StopSearching() }
        )
        store.dispatch(action: Visit())
        await clock.advance()
      }
    } matching: { issue in
      "\(issue)".contains("client.log was called")
    }
  }
}
