import Sluice
import SluiceTesting
import TestSupport
import Testing

/// How long closing a store waits.
extension ClosingTests {
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

  @Test func `a limit of zero cancels at once, without a report`() async throws {
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

  @Test func `a stream that processes an action is awaited, and named at the limit`() async throws {
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

  @Test func `a cancelled caller still waits`() async throws {
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
}
