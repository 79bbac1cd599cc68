import Sluice
import SluiceHistory
import SluiceTesting
import TestSupport
import Testing

@Suite(.inTurn)
struct ClosingTests {
  struct Save: Action {}

  let clock = TestClock()
  let store: Store<Counting, Void>
  /// What the store reports.
  let diagnostics = Log<String>()
  let begun = Log<Bool>()
  let end = Log<Bool>()

  init() {
    store = Store(initialState: Counting(), reducers: [.counting], clock: clock)
    store.onDiagnostic = { [diagnostics] diagnostic in
      if let refused = Refused(diagnostic) {
        diagnostics.append("\(refused.action) refused" + (refused.effect.map { " to \($0)" } ?? ""))
      }
      if diagnostic.id == .unfinishedEffects,
        let (_, names, limit) = diagnostic.cause.wholeMatch(
          of: /(.+) had not ended within (.+) when the store was closed: .+/
        )?.output
      {
        diagnostics.append("\(names) after \(limit)")
      }
    }
  }

  /// What the report of an action that was dropped says.
  struct Refused {
    let action: Substring
    let position: Substring
    /// The effect that dispatched it, if one did.
    let effect: Substring?

    init?(_ diagnostic: StoreDiagnostic) {
      let cause =
        /(.+) was dispatched at (\S+)(?: by (.+))? after the store was closed: it was dropped\./
      guard diagnostic.id == .closed, let match = diagnostic.cause.wholeMatch(of: cause) else {
        return nil
      }
      (_, action, position, effect) = match.output
    }
  }

  /// An effect that continues when the test ends it, and answers with its context.
  var saving: Effect<Void> {
    .on(Save.self).run { [begun, end] (_, _, context: RunContext<Void>) in
      begun.append(true)
      try await end.wait(for: true)
      context.send(Increment(by: 10))
    }
  }

  /// Sets off the run of an effect that waits for its end.
  func begin(_ effect: Effect<Void>, id: String? = nil) async throws {
    store.register(effect: effect, id: id)
    store.dispatch(action: Save())
    try await begun.wait(for: true)
  }

  /// Closes a store, which refuses actions when this returns, and lets runs end.
  static func close(
    _ store: Store<Counting, Void>,
    within limit: Duration = .seconds(600)
  ) -> Task<Void, Never> {
    Task.immediate { await store.close(within: limit) }
  }

  @Test func `a closed store drops actions and registrations, names callers, and keeps its state`()
    async
  {
    store.onDiagnostic = { [diagnostics] diagnostic in
      guard let refused = Refused(diagnostic) else { return }
      diagnostics.append("\(refused.action) at \(refused.position)")
    }
    store.dispatch(action: Increment())
    await store.close()
    let commits = store.watched()
    store.register(effect: .on(Touch.self).map { _, _ in Increment() })
    store.register(reducer: Reducer(ReduceOn(Increment.self) { state, _ in state.count = 5 }))
    let line = #line + 1
    store.dispatch(action: Increment())
    store.dispatch(action: Increment())
    store.dispatch(action: Touch() as any Action)
    #expect(store.state == Counting(count: 1))
    #expect(commits.stateChanges.isEmpty)
    #expect([store.count, store.selectCurrent(countSelector)] == [1, 1])
    var values: [Int] = []
    for await count in store.select(\.count) { values.append(count) }
    #expect(values == [1])
    let file = "SluiceTests/ClosingTests.swift"
    #expect(
      diagnostics.events == ["Increment at \(file):\(line)", "Touch at \(file):\(line + 2)"]
    )
  }

  @Test func `every kind of dispatch is refused while a run still ends`() async throws {
    let history = StateHistory(of: .state(\Counting.self), limit: 10)
    store.register(history: history)
    let (taps, tap) = AsyncStream.makeStream(of: Touch.self)
    store.dispatch(actionsFrom: taps, id: "taps")
    store.dispatch(action: Increment())
    try await begin(saving)
    let closing = Self.close(store)

    // Finds out again what a dispatch must do.
    store.register(interceptor: CommitProbe<Counting> { _ in })
    store.dispatch(actions: [Increment(), Increment()])
    await store.dispatchTracked(action: Increment()).finish()
    store.restore(Counting(count: 7))
    history.undo()
    #expect(store.state == Counting(count: 1))
    tap.yield(Touch())
    try await diagnostics.wait(for: "Touch refused to taps")
    end.append(true)
    await closing.value
    #expect(store.state == Counting(count: 11))
    #expect(
      diagnostics.events == [
        "Increment refused", "StateRestored refused", "Touch refused to taps",
      ]
    )
  }

  @Test func `middleware isn't called with what is refused, and belongs to a run that ends`()
    async throws
  {
    struct Last: Action {}
    let passed = Log<String>()
    store.pass { action, context, next in
      passed.append("\(type(of: action))")
      next(action)
      if action is Increment { context.dispatch(action: Touch()) }
    }
    let commits = store.noting { "\(type(of: $0.action))" }
    store.register(effect: .on(Touch.self).map { _, _ in Unhandled() })
    store.register(effect: .on(Unhandled.self) { _, _ in Last() })
    try await begin(saving)
    let closing = Self.close(store)
    store.dispatch(action: Increment())
    store.dispatch(actions: [Touch(), Increment()])
    #expect(passed.events == ["Save"])
    #expect(diagnostics.events == ["Increment refused", "Touch refused"])
    end.append(true)
    await closing.value
    #expect(commits.events == ["Save", "Increment", "Touch", "Unhandled", "Last"])
    #expect(passed.events == commits.events)
    #expect(store.state == Counting(count: 10, other: 1))
    #expect(diagnostics.events.count == 2)
  }

  @Test func `an effect that dispatches on the store is refused by name`() async throws {
    try await begin(
      .on(Save.self).run { [begun, end, weak store] _, _ in
        begun.append(true)
        try await end.wait(for: true)
        store?.dispatch(action: Increment())
      },
      id: "save"
    )
    let closing = Self.close(store)
    end.append(true)
    await closing.value
    #expect(store.state.count == 0)
    #expect(diagnostics.events == ["Increment refused to save"])
  }
}
