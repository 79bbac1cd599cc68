import Sluice
import SluiceTesting
import TestSupport
import Testing

@Suite(.inTurn, .throwingFailures)
struct TestStoreTests {
  @Test func `what an action changes and what effects answer is expected step by step`()
    async throws
  {
    try await withLibrary { store in
      try await store.send(Search(text: "fox")) {
        $0.query = "fox"
        $0.shelf.isLoading = true
      }
      let found = try await store.receive(Found.self) {
        $0.shelf = .init(titles: ["fox 1", "fox 2"])
      }
      #expect(found.titles.count == 2)
      try await store.send(StopSearching())
      #expect(store.skipped.isEmpty)
    }
  }

  @Test func `time passes when the test says so`() async throws {
    try await withLibrary(effects: [SearchEffects()]) { store in
      try await store.send(Search(text: "f")) {
        $0.query = "f"
        $0.shelf.isLoading = true
      }
      await store.clock.advance(by: .milliseconds(299))
      try await store.send(Search(text: "fo")) { $0.query = "fo" }
      await store.clock.advance(by: .milliseconds(300))
      try await store.receive(Found(titles: ["fo 1", "fo 2"])) {
        $0.shelf = .init(titles: ["fo 1", "fo 2"])
      }
    }
  }

  @Test func `runs have begun when an action was sent or received`() async throws {
    let radio = Radio()
    try await withTestStore(initialState: 0, environment: radio) { store in
      store.register(
        effect: .on(Visit.self) { _, radio, context in
          for await title in radio.listen() { context.send(Found(titles: [title])) }
        }
        .cancelled(by: StopSearching.self)
      )
      store.register(effect: .map(Search.self) { _ in Visit() })
      try await store.send(Visit())
      radio.play("A")
      try await store.receive(Found(titles: ["A"]))
      try await store.send(StopSearching())
      try await store.send(Search(text: ""))
      try await store.receive(Visit.self)
      radio.play("B")
      try await store.receive(Found(titles: ["B"]))
      try await store.send(StopSearching())
    }
  }

  @Test func `an effect is cancelled`() async throws {
    try await withLibrary(effects: [SearchEffects()]) { store in
      try await store.send(Search(text: "f")) {
        $0.query = "f"
        $0.shelf.isLoading = true
      }
      try await store.send(StopSearching())
      await store.clock.advance(by: .seconds(1))
    }
  }

  @Test func `actions are received by type, condition, value, case and template`() async throws {
    let rename = ActionTemplate(id: "Rename", payloadType: String.self)
    try await withLibrary(effects: []) { store in
      store.register(
        effect: .map(Visit.self) { _, _ in
          [
            Found(titles: ["A"]), Found(titles: ["B"]), ShelfAction.put("C"),
            ShelfAction.move(from: 0, to: 1), ShelfAction.label(text: "D"), ShelfAction.clear,
            rename(payload: "E"),
          ]
        }
      )
      try await store.send(Visit()) { $0.visits = 1 }
      try await store.receive(Found.self) { $0.shelf.titles = ["A"] }
      try await store.receive(
        Found.self,
        where: { $0.titles == ["B"] },
        expecting: { $0.shelf.titles = ["B"] }
      )
      try await store.receive(case: ShelfAction.put) { $0.shelf.titles = ["B", "C"] }
      try await store.receive(case: ShelfAction.move) { $0.shelf.titles = ["C", "B"] }
      try await store.receive(case: ShelfAction.label)
      try await store.receive(ShelfAction.clear) { $0.shelf.titles = [] }
      #expect(try await store.receive(rename).payload == "E")
    }
  }

  @Test func `a case with a payload of the same type is another case`() async throws {
    enum Note: Action {
      case first(Int)
      case second(Int)
      case third(value: Int)
      case pair(Int, String)
    }
    try await withTestStore(initialState: 0) { store in
      store.dispatch(action: Note.second(1))
      let failure = await #expect(throws: ExpectationFailure.self) {
        try await store.receive(case: Note.first)
      }
      #expect(failure?.message.contains("#1 Note .second(1)") == true)
      try await store.receive(case: Note.second)
      store.dispatch(action: Note.third(value: 2))
      try await store.receive(case: Note.third)
      store.dispatch(action: Note.pair(2, "a"))
      try await store.receive(case: Note.pair)
    }
  }

  @Test func `the error of an effect is received, or fails the test`() async throws {
    try await withLibrary(catalogue: Catalogue(find: { _ in throw SearchFailure(code: 404) })) {
      store in
      try await store.send(Search(text: "a")) {
        $0.query = "a"
        $0.shelf.isLoading = true
      }
      #expect(try await store.receiveFailure(SearchFailure.self) == SearchFailure(code: 404))
    }
  }

  @Test func `actions from elsewhere are awaited as long as they are said to take`() async throws {
    try await withLibrary { store in
      Task { store.dispatch(action: Visit()) }
      try await store.receive(Visit.self, timeout: .seconds(60)) { $0.visits = 1 }
    }
  }

  @Test func `a run outside the clock's executor is awaited`() async throws {
    try await withLibrary(
      catalogue: Catalogue(find: { text in await Task.detached { [text] }.value })
    ) { store in
      try await store.send(Search(text: "a")) {
        $0.query = "a"
        $0.shelf.isLoading = true
      }
      try await store.receive(Found.self) { $0.shelf = .init(titles: ["a"]) }
    }
  }

  @Test func `finishing waits for a run that is still busy and dispatches nothing`() async throws {
    let gate = Gate()
    try await withTestStore(initialState: 0, environment: gate, timeout: .seconds(60)) { store in
      store.register(effect: .on(Visit.self) { _, gate in await gate.wait() })
      store.register(
        effect: .nonDispatching { actions, gate in
          for await _ in actions { await gate.wait() }
        }
      )
      try await store.send(Visit())
      Task { await gate.open() }
    }
  }

  @Test func `feedbacks, features and middleware are registered as on every store`() async throws {
    try await withLibrary { store in
      store.register(
        feedback: Feedback(whenSome: { $0.visits > 0 ? $0.visits : nil }) { visits, _, context in
          context.send(ShelfAction.put("visit \(visits)"))
        }
      )
      try await store.send(Visit()) { $0.visits = 1 }
      try await store.receive(case: ShelfAction.put) { $0.shelf.titles = ["visit 1"] }
    }
  }

  @Test func `without exhaustivity the rest is ignored, and listed`() async throws {
    try await withLibrary(exhaustivity: .off) { store in
      let line = #line + 1
      try await store.send(Search(text: "fox")) { $0.query = "fox" }
      try await store.send(Visit()) { $0.visits += 1 }
      store.dispatch(action: ShelfAction.put("A"))
      store.dispatch(action: Visit())
      try await store.receive(Visit.self) { $0.visits = 2 }
      #expect(
        store.skipped.map(\.description) == [
          "\(#filePath):\(line): skipped: changes of Search {text: \"fox\"}:\n"
            + "  ~ shelf.isLoading: false → true",
          "\(#filePath):\(line + 1): skipped: "
            + "#2 Found {titles: [\"fox 1\", \"fox 2\"]}, from EagerEffects.search",
          "\(#filePath):\(line + 4): skipped: #4 ShelfAction .put(\"A\")",
        ]
      )
    }
  }

  @Test func `a test store is accepted wherever a store is, and on the main actor`() async throws {
    try await withLibrary { store in
      @MainActor func tap(_ store: Store<Library, Catalogue>) { store.dispatch(action: Visit()) }
      await tap(store)
      try await store.receive(Visit.self) { $0.visits = 1 }
      #expect(store.visits == 1)
    }
  }
}

/// Gives what is played to who listens, and to nobody if nobody does.
private final class Radio: Sendable {
  private let listener = Guarded<AsyncStream<String>.Continuation?>(nil)

  func listen() -> AsyncStream<String> {
    let (stream, continuation) = AsyncStream.makeStream(of: String.self)
    listener.withLock { $0 = continuation }
    return stream
  }

  func play(_ title: String) {
    _ = listener.withLock { $0?.yield(title) }
  }
}

/// Lets nobody through until it is opened.
private actor Gate {
  private var isOpen = false
  private var waiting: [CheckedContinuation<Void, Never>] = []

  func wait() async {
    if isOpen { return }
    await withCheckedContinuation { waiting.append($0) }
  }

  func open() {
    isOpen = true
    for continuation in waiting { continuation.resume() }
    waiting = []
  }
}
