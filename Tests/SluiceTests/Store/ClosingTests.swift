import Sluice
import SluiceTesting
import TestSupport
import Testing

@Suite(.inTurn)
struct ClosingTests {
  private struct Save: Action {}
  private struct Last: Action {}

  /// An effect that goes on when the gate is passed, and answers with its context.
  private static func saving(_ begun: Log<String>, until end: Log<String>) -> Effect<Void> {
    .on(Save.self) { (_, _, context: RunContext<Void>) in
      begun.append("begun")
      try await end.wait(for: "end")
      context.send(Increment(by: 10))
    }
  }

  /// An effect that works until the test ends it, cancelled or not.
  private static func stubborn(_ begun: Log<String>, until end: Log<String>) -> Effect<Void> {
    .on(Save.self) { (_, _, context: RunContext<Void>) in
      begun.append("begun")
      await Task.detached { try? await end.wait(for: "end") }.value
      context.send(Increment(by: 10))
      end.append("over")
    }
  }

  /// What a store reports.
  private static func diagnostics<State, Environment>(
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

  // MARK: - What is taken

  @Test func `a closed store drops actions, says who dispatches, and keeps its state`() async {
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

  @Test func `whatever brings an action is refused while a run still ends`() async throws {
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

  private struct Passing: Middleware {
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

  @Test func `a run under way ends, and what middleware answers belongs to it`() async throws {
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

  // MARK: - How long it waits

  @Test func `at the limit, runs are cancelled and named, and close returns`() async throws {
    let clock = TestClock()
    let store = Store(initialState: Counting(), reducers: [.counting], clock: clock)
    let diagnostics = Self.diagnostics(of: store)
    let (begun, end, events) = (Log<String>(), Log<String>(), Log<String>())
    store.register(
      interceptor: EffectProbe<Counting> { events.append("\($0.run.effect) \($0.kind)") }
    )
    store.register(effect: Self.stubborn(begun, until: end), id: "save")
    store.register(
      feedback: Feedback(while: { (state: Counting) in state.count == 0 }) { _, context in
        try await context.sleep(for: .seconds(1_000))
      }
    )
    store.dispatch(action: Save())
    try await begun.wait(for: "begun")
    let closing = Task(executorPreference: clock.taskExecutor) {
      await store.close(within: .seconds(5))
    }
    await clock.advance(by: .seconds(5))
    await closing.value
    #expect(diagnostics.events == ["[\"save\"] after 5.0 seconds"])
    #expect(events.events.filter { $0.hasPrefix("save") } == ["save started", "save cancelled"])
    // The run ignores its cancellation: what it sends is dropped.
    end.append("end")
    try await end.wait(for: "over")
    #expect(store.state.count == 0)
    #expect(diagnostics.events.count == 1)
  }

  @Test func `a limit of zero cancels at once, without a word`() async throws {
    let store = Store.counting()
    let diagnostics = Self.diagnostics(of: store)
    let (begun, end) = (Log<String>(), Log<String>())
    store.register(effect: Self.stubborn(begun, until: end))
    store.dispatch(action: Save())
    try await begun.wait(for: "begun")
    await store.close(within: .zero)
    end.append("end")
    try await end.wait(for: "over")
    #expect(store.state.count == 0)
    #expect(diagnostics.events.isEmpty)
  }

  @Test func `feedbacks and streams that rest don't hold it up`() async throws {
    let clock = TestClock()
    let store = Store(initialState: Counting(), reducers: [.counting], clock: clock)
    let diagnostics = Self.diagnostics(of: store)
    let ended = Log<String>()
    store.register(
      feedback: Feedback(while: { (state: Counting) in state.count == 0 }) { _, context in
        defer { ended.append("feedback") }
        try await context.sleep(for: .seconds(1_000))
      }
    )
    store.register(
      effect: .nonDispatching { actions, _ in
        for await _ in actions {}
        ended.append("stream")
      }
    )
    let (taps, _) = AsyncStream.makeStream(of: Touch.self)
    store.dispatch(actionsFrom: taps)
    await clock.advance()
    await store.close(within: .seconds(5))
    try await ended.wait(forCount: 2)
    #expect(clock.now.offset == .zero)
    #expect(diagnostics.events.isEmpty)
  }

  @Test func `a stream with an action in hand is waited for, and named at the limit`() async throws
  {
    let clock = TestClock()
    let store = Store(initialState: Counting(), reducers: [.counting], clock: clock)
    let diagnostics = Self.diagnostics(of: store)
    let (begun, end) = (Log<String>(), Log<String>())
    store.register(
      effect: .nonDispatching { actions, _ in
        for await _ in actions {
          begun.append("begun")
          try? await end.wait(for: "end")
        }
      },
      id: "stream"
    )
    store.dispatch(action: Save())
    try await begun.wait(for: "begun")
    let closing = Task(executorPreference: clock.taskExecutor) { await store.close() }
    await clock.advance(by: .seconds(5))
    await closing.value
    end.append("end")
    #expect(diagnostics.events == ["[\"stream\"] after 5.0 seconds"])
  }

  @Test func `a run that closes its store waits up to the limit`() async throws {
    let clock = TestClock()
    let store = Store(initialState: Counting(), reducers: [.counting], clock: clock)
    let diagnostics = Self.diagnostics(of: store)
    let closed = Log<Bool>()
    store.register(
      effect: .on(Save.self) { [weak store] _, _ in
        await store?.close(within: .seconds(3))
        closed.append(Task.isCancelled)
      },
      id: "closing"
    )
    store.dispatch(action: Save())
    await clock.advance(by: .seconds(3))
    try await closed.wait(for: true)
    #expect(diagnostics.events == ["[\"closing\"] after 3.0 seconds"])
  }

  @Test func `two calls return at the same end, as does a later one`() async throws {
    let store = Store.counting()
    let (begun, end, closed) = (Log<String>(), Log<String>(), Log<String>())
    store.register(effect: Self.saving(begun, until: end))
    let closer = Closer()
    store.register(interceptor: closer)
    store.dispatch(action: Save())
    try await begun.wait(for: "begun")
    let calls = [Self.close(store), Self.close(store, within: .zero)]
    for call in calls {
      Task {
        await call.value
        closed.append("\(store.count) after \(closer.closed.events)")
      }
    }
    end.append("end")
    try await closed.wait(forCount: 2)
    #expect(closed.events == Array(repeating: "10 after [2]", count: 2))
    await store.close()
    #expect(closer.closed.events == [2])
  }

  @Test func `a caller that is cancelled waits nevertheless`() async throws {
    let store = Store.counting()
    let (begun, end) = (Log<String>(), Log<String>())
    store.register(effect: Self.saving(begun, until: end))
    store.dispatch(action: Save())
    try await begun.wait(for: "begun")
    let closing = Self.close(store)
    closing.cancel()
    end.append("end")
    await closing.value
    #expect(store.state.count == 10)
  }

  // MARK: - What is delivered

  /// Notes the number of its last commit when the store is closed.
  private final class Closer: Interceptor {
    typealias State = Counting
    let closed = Log<Int>()
    private let last = Shared(0)
    private let witness: Witness?

    init(_ witness: Witness? = nil) { self.witness = witness }

    func committed(_ commit: Commit<Counting>) { last.value = commit.number }

    func storeClosed() async {
      // Another thread goes on, as with a file that is written.
      await Task.detached {}.value
      closed.append(last.value)
    }
  }

  @Test func `interceptors are told once, after the last commit, wrapped or not`() async {
    let store = Store.counting()
    let closers = [Closer(), Closer(), Closer()]
    store.register(interceptor: closers[0])
    store.register(interceptor: closers[1].filtered(to: Increment.self))
    store.register(interceptor: closers[2].gated(by: GateSwitch(isOn: false)))
    store.dispatch(action: Increment())
    store.dispatch(action: Touch())
    await store.close()
    await store.close()
    #expect(closers.map(\.closed.events) == [[2], [1], [0]])
  }

  @Test func `what is queued is delivered before sequences and close end`() async throws {
    let store = Store.counting()
    let log = Log<String>()
    let (isDelivering, isClosing) = (Gate(), Gate())
    let released = Log<String>()
    let closer = Closer()
    store.register(interceptor: closer)
    store.register(
      interceptor: CommitProbe<Counting> {
        [witness = Witness { released.append("interceptor") }] _ in
        withExtendedLifetime(witness) {}
      }
    )
    store.register(
      reducer: Reducer(
        ReduceOn(Unhandled.self) { [witness = Witness { released.append("reducer") }] _, _ in
          withExtendedLifetime(witness) {}
        }
      )
    )
    let token = store.select(\.count).sink { count in
      log.append("sink \(count)")
      if count == 1 {
        isDelivering.open()
        isClosing.wait()
      }
    }
    let values = store.select(\.count)
    let reader = Task {
      for await value in values { log.append("value \(value)") }
    }
    try await log.wait(for: "value 0")
    async let delivering: Void = Threads.run { _ in store.dispatch(action: Increment()) }
    await Threads.run { _ in isDelivering.wait() }
    // Enqueued: the first one is being delivered.
    await Threads.run { _ in store.dispatch(action: Increment()) }
    let closing = Self.close(store, within: .zero)
    store.dispatch(action: Increment())
    isClosing.open()
    await closing.value
    #expect(Set(released.events) == ["interceptor", "reducer"])
    #expect(closer.closed.events == [2])
    #expect(log.events.filter { $0.hasPrefix("sink") } == ["sink 0", "sink 1", "sink 2"])
    await reader.value
    #expect(log.events.last == "value 2")
    await delivering
    token.cancel()
  }

  @Test func `a subscriber and an interceptor may begin to close the store`() async {
    for isInterceptor in [false, true] {
      let store = Store.counting()
      let closing = Shared<Task<Void, Never>?>(nil)
      @Sendable func close(_ count: Int) {
        if count == 1 { closing.value = Task.immediate { [weak store] in await store?.close() } }
      }
      var token: SelectionToken?
      if isInterceptor {
        store.register(interceptor: CommitProbe<Counting> { close($0.newState.count) })
      } else {
        token = store.select(\.count).sink { close($0) }
      }
      store.dispatch(action: Increment())
      store.dispatch(action: Increment())
      await closing.value?.value
      #expect(store.count == 1)
      token?.cancel()
    }
  }

  @Test func `everything is released when it returns, and the store afterwards`() async throws {
    let released = Log<String>()
    func witness(_ name: String) -> Witness { Witness { released.append(name) } }
    var store: Store<Counting, Void>? = .counting()
    weak let weakStore = store
    store?.onEffectFailure = { [witness = witness("handler")] _ in
      withExtendedLifetime(witness) {}
    }
    store?.onDiagnostic = { [witness = witness("diagnostics")] _ in
      withExtendedLifetime(witness) {}
    }
    store?.register(
      effect: .map(Touch.self) { [witness = witness("effect")] _ in
        withExtendedLifetime(witness) {}
        return nil
      }
    )
    store?.register(interceptor: Closer(witness("interceptor")))
    // It uses the store, which is freed nevertheless.
    store?.register(
      interceptor: CommitProbe<Counting> { [store] _ in withExtendedLifetime(store) {} }
    )
    // Retains the store's memory.
    let token = store?.select(\.count).sink { _ in }
    store?.dispatch(action: Touch())
    await store?.close()
    #expect(Set(released.events) == ["handler", "effect", "interceptor"])
    store = nil
    #expect(weakStore == nil)
    #expect(released.events.last == "diagnostics")
    withExtendedLifetime(token) {}
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

  @Test func `each dispatch of many threads is committed and delivered, or refused`() async {
    for observers in [false, true] {
      let store = Store.counting()
      let refused = Shared(0)
      store.onDiagnostic = { if case .closed = $0 { refused.change { $0 += 1 } } }
      let order = OrderProbe()
      let closer = Closer()
      if observers {
        store.register(interceptor: order)
        store.register(interceptor: closer)
      }
      let final = Shared<Int?>(nil)
      await withTaskGroup { group in
        group.addTask {
          await Threads.run(8) { _ in
            while final.value == nil { store.dispatch(action: Increment()) }
            for _ in 0..<100 { store.dispatch(action: Increment()) }
          }
        }
        group.addTask {
          while store.count < 500 { await Task.yield() }
          await store.close()
          final.value = store.count
        }
      }
      #expect(store.count == final.value)
      #expect(refused.value == 1)
      if observers {
        #expect(order.faults.isEmpty)
        #expect(order.count == store.count)
        #expect(closer.closed.events == [store.count])
      }
    }
  }

  @Test func `a test store that is closed has nothing left to expect`() async throws {
    try await withTestStore(initialState: Counting(), environment: (), reducers: [.counting]) {
      store in
      let (begun, end) = (Log<String>(), Log<String>())
      store.register(effect: Self.saving(begun, until: end))
      try await store.send(Save())
      try await begun.wait(for: "begun")
      let closing = Self.close(store)
      end.append("end")
      await closing.value
      try await store.receive(Increment(by: 10)) { $0.count = 10 }
    }
  }

  // MARK: - Support

  /// Closes a store, which refuses actions when this returns, and lets runs end.
  private static func close<State, Environment>(
    _ store: Store<State, Environment>,
    within limit: Duration = .seconds(600)
  ) -> Task<Void, Never> {
    Task.immediate { await store.close(within: limit) }
  }
}
