import Sluice
import SluiceTesting
import TestSupport
import Testing

@Suite(.inTurn, .throwingFailures)
struct TestStoreTests {
  @Test func `changes and answers are expected step by step, as time passes`() async throws {
    try await withLibrary(effects: [SearchEffects()]) { store in
      try await store.search("f")
      await store.clock.advance(by: .milliseconds(299))
      try await store.search("fo")
      await store.clock.advance(by: .milliseconds(300))
      try await store.receive(Found(titles: ["fo 1", "fo 2"])) {
        $0.shelf = .init(titles: ["fo 1", "fo 2"])
      }
      try await store.search("fox")
      try await store.send(StopSearching())
      await store.clock.advance(by: .seconds(1))
      #expect(store.skipped.isEmpty)
    }
  }

  @Test func `runs have begun when an action was sent or received`() async throws {
    let listener = Guarded<AsyncStream<String>.Continuation?>(nil)
    /// Heard by who listens, and by nobody if nobody does.
    func play(_ title: String) { _ = listener.withLock { $0?.yield(title) } }
    try await withTestStore(initialState: 0) { store in
      store.register(
        effect: .on(Visit.self).run { _, _, context in
          let (titles, continuation) = AsyncStream.makeStream(of: String.self)
          listener.withLock { $0 = continuation }
          for await title in titles { context.send(Found(titles: [title])) }
        }
        .cancelled(by: StopSearching.self)
      )
      store.register(effect: .on(Search.self).map { _, _ in Visit() })
      try await store.send(Visit())
      play("A")
      try await store.receive(Found(titles: ["A"]))
      try await store.send(StopSearching())
      try await store.send(Search(text: ""))
      try await store.receive(Visit.self)
      play("B")
      try await store.receive(Found(titles: ["B"]))
      try await store.send(StopSearching())
    }
  }

  @Test func `actions are received by type, condition, value, case and template`() async throws {
    let rename = ActionTemplate(id: "Rename", payloadType: String.self)
    try await withLibrary(effects: []) { store in
      store.register(
        effect: .on(Visit.self).flatMap { _, _ in
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
      await expectFailure(containing: "#1 Note .second(1)") {
        try await store.receive(case: Note.first)
      }
      try await store.receive(case: Note.second)
      store.dispatch(action: Note.third(value: 2))
      try await store.receive(case: Note.third)
      store.dispatch(action: Note.pair(2, "a"))
      try await store.receive(case: Note.pair)
    }
  }

  @Test func `the error of an effect is received, and not skipped with the actions`() async throws {
    try await withLibrary(catalogue: Catalogue { _ in throw SearchFailure(code: 404) }) { store in
      store.dispatch(action: Search(text: "a"))
      try await store.skipReceivedActions()
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
    let catalogue = Catalogue { text in await Task.detached { [text] }.value }
    try await withLibrary(catalogue: catalogue) { store in
      try await store.search("a")
      try await store.receive(Found.self) { $0.shelf = .init(titles: ["a"]) }
    }
  }

  @Test func `finishing waits for a run that is still busy and dispatches nothing`() async throws {
    let (opening, gate) = AsyncStream.makeStream(of: Void.self)
    let opened = Task { for await _ in opening {} }
    try await withTestStore(initialState: 0, timeout: .seconds(60)) { store in
      store.register(effect: .on(Visit.self).run { _, _ in await opened.value })
      store.register(
        effect: .nonDispatching { actions, _ in for await _ in actions { await opened.value } }
      )
      try await store.send(Visit())
      Task { gate.finish() }
    }
  }

  @Test func `features and feedbacks are registered in their order`() async throws {
    let begun = EventLog<String>()
    func counting(_ name: String) -> Feedback<Library, Void> {
      Feedback(for: \.visits) { visits, _, _ in begun.append("\(name) \(visits)") }
    }
    let visiting = Reducer<Library>(ReduceOn(Visit.self) { state, _ in state.visits += 1 })
    try await withTestStore(
      initialState: Library(),
      features: [
        Feature(id: "visits").reducer(visiting).feedback(counting("a")),
        Feature(id: "others").feedback(counting("b")),
      ],
      feedbacks: [counting("c"), counting("d")]
    ) { store in
      store.register(feedback: counting("e"))
      await store.clock.advance()
      try await store.send(Visit()) { $0.visits = 1 }
      let order = ["a", "b", "c", "d", "e"]
      #expect(begun.events == order.map { "\($0) 0" } + order.map { "\($0) 1" })
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
}
