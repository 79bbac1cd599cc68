import Sluice
import SluiceTesting
import TestSupport
import Testing

@Suite(.inTurn, .throwingFailures)
struct SentWorkTests {
  private static let lending = Effect<Catalogue>.on(Visit.self, fileID: "A/B.swift", line: 3) {
    _,
    _,
    context in
    try await context.sleep(for: .seconds(60))
    context.send(ShelfAction.clear)
  }

  @Test func `what an action led to is awaited to its end`() async throws {
    try await withLibrary(effects: []) { store in
      store.register(effect: Self.lending, id: "lending")
      let visit = try await store.send(Visit()) { $0.visits = 1 }
      #expect(!visit.isFinished)
      await store.clock.advance(by: .seconds(60))
      try await store.receive(ShelfAction.clear)
      try await visit.finish()
      #expect(visit.isFinished)
    }
  }

  @Test func `what an action led to is cancelled as if its view disappeared`() async throws {
    try await withLibrary(effects: []) { store in
      store.register(effect: Self.lending, id: "lending")
      let visit = try await store.send(Visit()) { $0.visits = 1 }
      await visit.cancel()
      #expect(visit.isFinished)
      await store.clock.advance(by: .seconds(60))
    }
  }

  @Test func `the work of an action sent through a projection is its own`() async throws {
    try await withLibrary(effects: []) { store in
      store.register(effect: Self.lending, id: "lending")
      let visits = store.testing(\.visits) { (_: Void) in Visit() }
      let first = try await visits.send(()) { $0 = 1 }
      let second = try await visits.send(()) { $0 = 2 }
      await first.cancel()
      #expect(first.isFinished && !second.isFinished)
      await second.cancel()
    }
  }

  @Test func `work that does not end is a failure that names it`() async throws {
    try await withLibrary(effects: []) { store in
      store.register(effect: Self.lending, id: "lending")
      let visit = try await store.send(Visit()) { $0.visits = 1 }
      let failure = await #expect(throws: ExpectationFailure.self) {
        try await visit.finish(filePath: "/Tests.swift", line: 7)
      }
      #expect(
        failure?.description == """
          /Tests.swift:7: What Visit led to was expected to end, and has not.
          Under way:
            lending (A/B.swift:3), set off by #1 Visit, sleeps on the clock
          To fix, advance the clock, let the runs end, or cancel what `send` returned.
          """
      )
      await visit.cancel()
    }
  }
}
