import Sluice
import SluiceTesting
import TestSupport
import Testing

@Suite(.inTurn, .throwingFailures)
struct SentWorkTests {
  /// Lends at each visit, and gives what the first one led to.
  private func withVisit(
    _ body: (TestStore<Library, Catalogue>, SentWork) async throws -> Void
  ) async throws {
    try await withLibrary(effects: []) { store in
      store.register(effect: lending, id: "lending")
      try await body(store, try await store.send(Visit()) { $0.visits = 1 })
    }
  }

  @Test func `what an action led to is awaited to its end`() async throws {
    try await withVisit { store, visit in
      #expect(!visit.isFinished)
      await store.clock.advance(by: .seconds(60))
      try await store.receive(ShelfAction.clear)
      try await visit.finish()
      #expect(visit.isFinished)
    }
  }

  @Test func `what an action led to is cancelled alone, as if its view disappeared`() async throws {
    try await withVisit { store, first in
      let visits = store.testing(\.visits) { (_: Void) in Visit() }
      let second = try await visits.send(()) { $0 = 2 }
      await second.cancel()
      #expect(second.isFinished && !first.isFinished)
      await first.cancel()
      #expect(first.isFinished)
      await store.clock.advance(by: .seconds(60))
    }
  }

  @Test func `work that does not end is a failure that names it`() async throws {
    try await withVisit { store, visit in
      await expectFailure(
        """
        The work of Visit was expected to end, but hasn't.
        Under way:
          lending (A/B.swift:3), set off by #1 Visit, sleeps on the clock for another 60.0 seconds
        To fix, advance the clock, let the runs end, or cancel what `send` returned.
        """
      ) { try await visit.finish(filePath: "/Tests.swift", line: 7) }
      await visit.cancel()
    }
  }
}
