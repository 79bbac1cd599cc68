import Sluice
import SluiceTesting
import TestSupport
import Testing

@Suite(.inTurn)
struct ClosingTests {
  struct Save: Action {}
  struct Last: Action {}

  /// An effect that continues when the log has the end, and answers with its context.
  static func saving(_ begun: Log<String>, until end: Log<String>) -> Effect<Void> {
    .on(Save.self) { (_, _, context: RunContext<Void>) in
      begun.append("begun")
      try await end.wait(for: "end")
      context.send(Increment(by: 10))
    }
  }

  /// An effect that works until the test ends it, cancelled or not.
  static func stubborn(_ begun: Log<String>, until end: Log<String>) -> Effect<Void> {
    .on(Save.self) { (_, _, context: RunContext<Void>) in
      begun.append("begun")
      await Task.detached { try? await end.wait(for: "end") }.value
      context.send(Increment(by: 10))
      end.append("over")
    }
  }

  /// What a store reports.
  static func diagnostics<State, Environment>(
    of store: Store<State, Environment>
  ) -> Log<String> {
    let log = Log<String>()
    store.onDiagnostic = { diagnostic in
      switch diagnostic {
      case .closed(let type, _, let effect):
        log.append("\(type) refused" + (effect.map { " to \($0)" } ?? ""))
      case .unfinishedEffects(let names, let limit): log.append("\(names) after \(limit)")
      default: break
      }
    }
    return log
  }

  /// Closes a store, which refuses actions when this returns, and lets runs end.
  static func close<State, Environment>(
    _ store: Store<State, Environment>,
    within limit: Duration = .seconds(600)
  ) -> Task<Void, Never> {
    Task.immediate { await store.close(within: limit) }
  }

  @Test func `a closed store drops actions, names their callers, and keeps its state`() async {
    let store = Store.counting()
    let diagnostics = Log<String>()
    store.onDiagnostic = { diagnostics.append("\($0)") }
    store.dispatch(action: Increment())
    await store.close()
    let line: UInt = #line + 1
    store.dispatch(action: Increment())
    store.dispatch(action: Increment())
    store.dispatch(action: Touch() as any Action)
    #expect(store.state == Counting(count: 1))
    #expect(store.count == 1)
    #expect(store.selectCurrent(countSelector) == 1)
    var first: [Int] = []
    for await count in store.select(\.count) { first.append(count) }
    #expect(first == [1])
    #expect(
      diagnostics.events.map { String($0.prefix(while: { $0 != ":" })) } == [
        "Increment was dispatched at SluiceTests/ClosingTests.swift",
        "Touch was dispatched at SluiceTests/ClosingTests.swift",
      ]
    )
    #expect(diagnostics.events.first?.contains("swift:\(line) after the store was closed") == true)
  }

  @Test func `every kind of dispatch is refused while a run still ends`() async throws {
    let store = Store.counting()
    let diagnostics = Self.diagnostics(of: store)
    let (begun, end) = (Log<String>(), Log<String>())
    let history = StateHistory(of: \Counting.self, limit: 10)
    store.register(history: history)
    store.register(effect: Self.saving(begun, until: end))
    let (taps, tap) = AsyncStream.makeStream(of: Touch.self)
    store.dispatch(actionsFrom: taps, id: "taps")
    store.dispatch(action: Increment())
    store.dispatch(action: Save())
    try await begun.wait(for: "begun")
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
    end.append("end")
    await closing.value
    #expect(store.state == Counting(count: 11))
    #expect(
      diagnostics.events == [
        "Increment refused", "StateRestored refused", "Touch refused to taps",
      ]
    )
  }

  @Test func `middleware isn't called with what is refused`() async throws {
    let store = Store.counting()
    let diagnostics = Self.diagnostics(of: store)
    let (begun, end, passed) = (Log<String>(), Log<String>(), Log<String>())
    store.register(middleware: Passing(passed: passed))
    store.register(effect: Self.saving(begun, until: end))
    store.dispatch(action: Save())
    try await begun.wait(for: "begun")
    let closing = Self.close(store)
    store.dispatch(action: Increment())
    store.dispatch(actions: [Touch(), Increment()])
    #expect(passed.events == ["Save"])
    #expect(diagnostics.events == ["Increment refused", "Touch refused"])
    end.append("end")
    await closing.value
    #expect(passed.events == ["Save", "Increment", "Touch"])
  }

  struct Passing: Middleware {
    let passed: Log<String>

    func process(
      _ action: any Action,
      context: MiddlewareContext<Counting>,
      next: @escaping @Sendable (any Action) -> Void
    ) {
      passed.append("\(type(of: action))")
      next(action)
      if action is Increment { context.dispatch(action: Touch()) }
    }
  }

  @Test func `a run in progress ends, and what middleware dispatches belongs to it`() async throws {
    let store = Store.counting()
    let diagnostics = Self.diagnostics(of: store)
    let (begun, end, passed) = (Log<String>(), Log<String>(), Log<String>())
    store.register(middleware: Passing(passed: passed))
    let commits = Log<String>()
    store.register(interceptor: CommitProbe<Counting> { commits.append("\(type(of: $0.action))") })
    store.register(effect: Self.saving(begun, until: end))
    store.register(effect: .map(Touch.self) { _ in Unhandled() })
    store.register(effect: .on(Unhandled.self) { _, _ in Last() })
    store.dispatch(action: Save())
    try await begun.wait(for: "begun")
    let closing = Self.close(store)
    end.append("end")
    await closing.value
    #expect(commits.events == ["Save", "Increment", "Touch", "Unhandled", "Last"])
    #expect(store.state == Counting(count: 10, other: 1))
    #expect(diagnostics.events.isEmpty)
  }

  @Test func `an effect that dispatches on the store is refused by name`() async throws {
    let store = Store.counting()
    let diagnostics = Self.diagnostics(of: store)
    let (begun, end) = (Log<String>(), Log<String>())
    store.register(
      effect: .on(Save.self) { [weak store] _, _ in
        begun.append("begun")
        try await end.wait(for: "end")
        store?.dispatch(action: Increment())
      },
      id: "save"
    )
    store.dispatch(action: Save())
    try await begun.wait(for: "begun")
    let closing = Self.close(store)
    end.append("end")
    await closing.value
    #expect(store.state.count == 0)
    #expect(diagnostics.events == ["Increment refused to save"])
  }

  @Test func `a reducer that closes its store stops the program`() async {
    let result = await #expect(processExitsWith: .failure, observing: [\.standardErrorContent]) {
      let store = Store.counting()
      store.register(
        reducer: Reducer(ReduceOn(Unhandled.self) { [unowned store] _, _ in _ = Self.close(store) })
      )
      store.dispatch(action: Unhandled())
    }
    let message = String(decoding: result?.standardErrorContent ?? [], as: UTF8.self)
    #expect(message.contains("called close(within:) while it was reducing Unhandled"))
  }

  @Test func `nothing is registered with a closed store`() async {
    let store = Store.counting()
    await store.close()
    let commits = Log<Int>()
    store.register(interceptor: CommitProbe<Counting> { commits.append($0.number) })
    store.register(effect: .map(Touch.self) { _ in Increment() })
    store.register(reducer: Reducer(ReduceOn(Unhandled.self) { state, _ in state.count = 5 }))
    store.onDiagnostic = nil
    store.dispatch(action: Touch())
    store.dispatch(action: Unhandled())
    #expect(store.state == Counting())
    #expect(commits.events.isEmpty)
  }
}
