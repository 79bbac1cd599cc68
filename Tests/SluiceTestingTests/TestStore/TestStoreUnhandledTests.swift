import Sluice
import SluiceTesting
import TestSupport
import Testing

/// An action that a test sends, and that nobody takes, fails the test.
@Suite(.inTurn, .throwingFailures)
struct TestStoreUnhandledTests {
  private struct Row: Sendable, Equatable, Identifiable {
    let id: Int
    var visits = 0
  }

  private struct Silent: Interceptor {
    func committed(_ commit: Commit<Int>) {}
  }

  private static let text =
    "was sent, but no reducer, effect or interceptor of the store handles it"

  @Test func `a test that sends what nobody takes fails, with reducers and without`() async throws {
    for reducers in [[], [Reducer<Int>(ReduceOn(Search.self) { _, _ in })]] {
      try await withTestStore(initialState: 0, reducers: reducers) { store in
        // Each time, though the store reports a type of action once.
        for _ in 0..<2 {
          await expectFailure(containing: Self.text) { try await store.send(Visit()) }
        }
        store.register(interceptor: Silent())
        try await store.send(Visit())
      }
    }
  }

  #if DEBUG
    @Test func `an element's action that nobody within takes fails the test`() async throws {
      let rows = Reducer<Row>(ReduceOn(Visit.self) { row, _ in row.visits += 1 })
        .lift(.each(\[Row].self))
      try await withTestStore(initialState: [Row(id: 1)], reducers: [rows]) { store in
        try await store.send(ElementAction<Row>(id: 1, action: Visit())) { $0[0].visits = 1 }
        await expectFailure(containing: Self.text) {
          try await store.send(ElementAction<Row>(id: 1, action: StopSearching()))
        }
        await expectFailure(containing: Self.text) {
          try await store.send(ElementAction<Row>(id: 2, action: Visit()))
        }
      }
    }
  #endif

  @Test func `what a run dispatches is taken by the test that receives it`() async throws {
    try await withTestStore(initialState: 0) { store in
      store.register(effect: .on(Search.self) { action, _ in Found(titles: [action.text]) })
      let reported = EventLog<String>()
      store.onDiagnostic = { reported.append("\($0)") }
      try await store.send(Search(text: "a"))
      try await store.receive(Found(titles: ["a"]))
      #expect(reported.events == [])
    }
  }

  @Test func `a test that isn't exhaustive skips what nobody takes`() async throws {
    try await withTestStore(initialState: 0, exhaustivity: .off) { store in
      try await store.send(Visit())
      #expect(store.skipped.map { "\($0)" }.contains { $0.contains("nothing handles it") })
    }
  }

  @Test func `a runner is given actions that nobody takes`() async throws {
    let effect = Effect<Void>.on(Search.self) { action, _ in Found(titles: [action.text]) }
    #expect(
      try await EffectRunner.run(effect, with: Visit(), Search(text: "a")).map { $0 as? Found }
        == [Found(titles: ["a"])]
    )
  }
}
