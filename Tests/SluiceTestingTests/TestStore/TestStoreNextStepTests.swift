import Sluice
import SluiceTesting
import TestSupport
import Testing

/// Effects whose runs begin with the test's next step.
@Suite(.inTurn, .throwingFailures)
struct TestStoreNextStepTests {
  private func withEffect(
    _ effect: Effect<Void>,
    exhaustivity: Exhaustivity = .on,
    _ body: (TestStore<Library, Void>) async throws -> Void
  ) async throws {
    try await withTestStore(
      initialState: Library(),
      reducers: [
        Reducer(ReduceOn(Search.self) { $0.query = $1.text }, ReduceOn(Visit.self) { _, _ in })
      ],
      features: [Feature(id: "late").effect(effect)],
      exhaustivity: exhaustivity,
      beginsRuns: .onNextStep,
      body
    )
  }

  @Test func `an effect that reads a state too late is found by what is sent next`() async throws {
    // Answers with the query that it finds in the state, and not with the one of its action.
    let late = Effect<Void>.on(Search.self).seeing(Library.self).run { _, _, context in
      context.send(Found(titles: [context.state.query]))
    }
    try await withEffect(late) { store in
      try await store.send(Search(text: "fox")) { $0.query = "fox" }
      #expect(store.pendingEffects.map { $0.action as? Search } == [Search(text: "fox")])
      try await store.send(Search(text: "owl")) { $0.query = "owl" }
      #expect(store.pendingEffects.map { $0.action as? Search } == [Search(text: "owl")])
      await expectFailure(containing: "~ titles[0]: \"fox\" → \"owl\"") {
        try await store.receive(Found(titles: ["fox"]))
      }
      try await store.receive(Found(titles: ["owl"]))
      try await store.receive(Found(titles: ["owl"]))
    }
  }

  @Test func `a run that a later action cancels never begins`() async throws {
    let log = EventLog<String>()
    let effect = Effect<Void>.on(Search.self).run { action, _ in log.append(action.text) }
    try await withEffect(effect.overlap(.latest)) { store in
      try await store.send(Search(text: "fox")) { $0.query = "fox" }
      try await store.send(Search(text: "owl")) { $0.query = "owl" }
    }
    #expect(log.events == ["owl"])
  }

  @Test func `what a step receives doesn't begin what follows from it`() async throws {
    try await withEffect(shortening) { store in
      try await store.send(Search(text: "ab")) { $0.query = "ab" }
      for text in ["a", ""] {
        try await store.receive(Search(text: text)) { $0.query = text }
        #expect(store.pendingEffects.map { $0.action as? Search } == [Search(text: text)])
      }
    }
  }

  @Test func `without exhaustivity, a step begins what leads to what it awaits`() async throws {
    try await withEffect(shortening, exhaustivity: .off) { store in
      try await store.send(Search(text: "abcd"))
      try await store.receive(Search(text: "")) { $0.query = "" }
      #expect(store.skipped.count { $0.message.hasPrefix("#") } == 3)
    }
  }

  @Test func `runs begin before time passes, those due at its end at the next step`() async throws {
    let log = EventLog<String>()
    let effect = Effect<Void>.on(Search.self).run { action, _, context in
      log.append("begins")
      try await context.sleep(for: .seconds(1))
      context.send(Visit())
    }
    try await withEffect(effect.debounce(for: .seconds(1))) { store in
      try await store.send(Search(text: "fox")) { $0.query = "fox" }
      await store.clock.advance(by: .seconds(1))
      #expect(store.pendingEffects.count == 1)
      #expect(log.events == [])
      await store.clock.advance(by: .seconds(1))
      try await store.receive(Visit.self)
      try await store.send(Search(text: "owl")) { $0.query = "owl" }
      await store.clock.advance(by: .seconds(2))
      try await store.receive(Visit.self)
      #expect(log.events == ["begins", "begins"])
    }
  }

  enum Step: CaseIterable {
    case receiveFailure, advance, run, finishWork, cancelOther, skip, replay, end
  }

  @Test(arguments: Step.allCases)
  func `each step of a test begins what waits for it`(step: Step) async throws {
    let log = EventLog<String>()
    let effect = Effect<Void>.on(Search.self).run { _, _ in
      log.append("begins")
      if step == .receiveFailure { throw SearchFailure(code: 1) }
    }
    try await withEffect(effect) { store in
      let work = try await store.send(Search(text: "fox")) { $0.query = "fox" }
      #expect(log.events == [])
      switch step {
      case .receiveFailure: try await store.receiveFailure(SearchFailure.self)
      case .advance: await store.clock.advance()
      case .run: await store.clock.run()
      case .finishWork: try await work.finish()
      case .cancelOther: try await store.send(Visit()).cancel()
      case .skip: try await store.skipReceivedActions(strict: false)
      case .replay: try await store.replay(without: [1]) { $0.query = "" }
      case .end: return
      }
      #expect(log.events == ["begins"])
    }
    #expect(log.events == ["begins"])
  }
}
