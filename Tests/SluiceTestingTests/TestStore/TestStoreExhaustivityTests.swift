import Sluice
import SluiceTesting
import TestSupport
import Testing

/// A part of a test that expects less, or more, than the rest.
@Suite(.inTurn, .throwingFailures)
struct TestStoreExhaustivityTests {
  @Test func `only what is in the closure expects less`() async throws {
    try await withLibrary { store in
      try await store.withExhaustivity(.off) {
        #expect(store.exhaustivity == .off)
        try await store.send(Search(text: "fox")) { $0.query = "fox" }
        try await store.receive(Found.self)
      }
      #expect(store.exhaustivity == .on)
      let error = await #expect(throws: ExpectationFailure.self) { try await store.send(Visit()) }
      #expect(error?.description.contains("Visit changed the state, and no change") == true)
    }
  }

  @Test func `a closure may be synchronous, and return a value`() async throws {
    try await withLibrary(exhaustivity: .off) { store in
      let state = await store.withExhaustivity(.on) {
        store.exhaustivity == .on ? store.currentState : nil
      }
      #expect(state == Library())
      #expect(store.exhaustivity == .off)
    }
  }

  @Test func `the previous exhaustivity applies again after an error`() async throws {
    try await withLibrary { store in
      await #expect(throws: SearchFailure(code: 1)) {
        try await store.withExhaustivity(.off) { throw SearchFailure(code: 1) }
      }
      #expect(store.exhaustivity == .on)
    }
  }

  @Test func `what came in the closure, and nothing passed over, is to be expected after it`()
    async throws
  {
    try await withLibrary { store in
      let shelf = store.testing(\.shelf)
      try await shelf.withExhaustivity(.off) {
        try await store.send(Search(text: "fox"))
        store.dispatch(action: Visit())
      }
      try await store.receive(Found.self) { $0.shelf = .init(titles: ["fox 1", "fox 2"]) }
      let error = await #expect(throws: ExpectationFailure.self) {
        try await store.send(StopSearching())
      }
      #expect(error?.description.contains("Visit came, and must be expected") == true)
      try await store.receive(Visit.self) { $0.visits = 1 }
    }
  }
}
