import Sluice
import SluiceTesting
import TestSupport
import Testing

@Suite(.inTurn, .throwingFailures)
struct TestProjectionTests {
  private static let count = Selector<Library, Int> { $0.shelf.titles.count }

  @Test func `a part of the state and actions of its own are tested alone`() async throws {
    try await withLibrary { store in
      let shelf = store.testing(\.shelf) { (text: String) in Search(text: text) }
      // The query changes beside the shelf, so the whole is looked at here.
      try await store.send(Search(text: "a")) {
        $0.query = "a"
        $0.shelf.isLoading = true
      }
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
      let failure = await #expect(throws: ExpectationFailure.self) { try await shelf.send("A") }
      #expect(failure?.message.hasPrefix("A was sent, and no commit came of it.") == true)
    }
  }

  @Test func `a part can be tested with the store's own actions`() async throws {
    try await withLibrary(effects: []) { store in
      let shelf = store.testing(\.shelf)
      try await shelf.send(ShelfAction.put("A")) { $0.titles = ["A"] }
    }
  }
}
