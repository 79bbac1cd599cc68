import Dispatch
import Foundation
import Sluice
import SluiceTesting
import TestSupport
import Testing

/// How long closing a store waits.
extension ClosingTests {
  /// An effect that works until the test ends it, cancelled or not.
  private func stubborn(_ over: Log<Bool>) -> Effect<Void> {
    .on(Save.self).run { [begun, end] (_, _, context: RunContext<Void>) in
      begun.append(true)
      await Task.detached { try? await end.wait(for: true) }.value
      context.send(Increment(by: 10))
      over.append(true)
    }
  }

  /// Sleeps until it is cancelled, which the log then has.
  private func sleeping(_ ended: Log<String> = Log()) -> Feedback<Counting, Void> {
    Feedback(
      while: { $0.count == 0 },
      { _, context in
        defer { ended.append("feedback") }
        try await context.sleep(for: .seconds(1_000))
      }
    )
  }

  @Test(arguments: [
    (limit: Duration.seconds(5), reports: ["save after 5.0 seconds"]), (.zero, []),
  ])
  func `at a limit, runs are cancelled, and named unless it is zero, and close returns`(
    limit: Duration,
    reports: [String]
  ) async throws {
    let (over, events) = (Log<Bool>(), Log<String>())
    store.register(
      interceptor: EffectProbe<Counting> { events.append("\($0.run.effect) \($0.kind)") }
    )
    store.register(feedback: sleeping())
    try await begin(stubborn(over), id: "save")
    let closing = Task(executorPreference: clock.taskExecutor) { await store.close(within: limit) }
    await clock.advance(by: limit)
    await closing.value
    #expect(events.events.filter { $0.hasPrefix("save") } == ["save started", "save cancelled"])
    // The run ignores its cancellation: what it sends is dropped.
    end.append(true)
    try await over.wait(for: true)
    #expect(store.state.count == 0)
    #expect(diagnostics.events == reports)
  }

  /// A clock on which every time has passed, and whose executor returns when a job has run.
  private struct PassedClock: TaskExecutingClock {
    final class Executor: TaskExecutor {
      func enqueue(_ job: consuming ExecutorJob) {
        let job = UnownedJob(job)
        let hasRun = DispatchSemaphore(value: 0)
        Thread.detachNewThread {
          unsafe job.runSynchronously(on: self.asUnownedTaskExecutor())
          hasRun.signal()
        }
        hasRun.wait()
      }
    }

    let taskExecutor: any TaskExecutor = Executor()
    var now: ContinuousClock.Instant { .now }
    var minimumResolution: Duration { .zero }

    func sleep(until deadline: Instant, tolerance: Duration?) async throws {}
  }

  @Test func `a limit that has passed before it waits is a limit`() async throws {
    let clock = PassedClock()
    let store = Store(initialState: Counting(), reducers: [.counting], clock: clock)
    let (over, closed) = (Log<Bool>(), Log<Bool>())
    store.register(effect: stubborn(over))
    store.dispatch(action: Save())
    try await begun.wait(for: true)
    Task(executorPreference: clock.taskExecutor) {
      await store.close(within: .seconds(5))
      closed.append(true)
    }
    #expect(closed.events == [true])
    end.append(true)
    try await over.wait(for: true)
  }

  @Test func `feedbacks and streams that rest don't hold it up`() async throws {
    let ended = Log<String>()
    store.register(feedback: sleeping(ended))
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
    try await begin(
      .nonDispatching { [begun, end] actions, _ in
        for await _ in actions {
          begun.append(true)
          try? await end.wait(for: true)
        }
      },
      id: "stream"
    )
    // The time that it waits at most by default.
    let closing = Task(executorPreference: clock.taskExecutor) { await store.close() }
    await clock.advance(by: .seconds(5))
    await closing.value
    end.append(true)
    #expect(diagnostics.events == ["stream after 5.0 seconds"])
  }

  @Test func `a run that awaits a task which closes its store waits up to the limit`() async throws
  {
    let closed = Log<Bool>()
    store.register(
      effect: .on(Save.self).run { [weak store, clock] _, _ in
        // On the clock's executor, so that time passes only once it waits.
        await Task(executorPreference: clock.taskExecutor) {
          await store?.close(within: .seconds(3))
        }.value
        closed.append(Task.isCancelled)
      },
      id: "closing"
    )
    store.dispatch(action: Save())
    // Until the task sleeps, which it may begin to after the time has passed.
    for _ in 0..<100 where closed.events.isEmpty { await clock.advance(by: .seconds(3)) }
    try await closed.wait(for: true)
    #expect(diagnostics.events == ["closing after 3.0 seconds"])
  }

  @Test func `all calls return at the same end, cancelled or not, as does a later one`()
    async throws
  {
    let closed = Log<String>()
    let closer = Closer()
    store.register(interceptor: closer)
    try await begin(saving)
    let calls = [Duration.seconds(600), .zero, .seconds(600)].map { Self.close(store, within: $0) }
    calls[0].cancel()
    for call in calls {
      Task {
        await call.value
        closed.append("\(store.count) after \(closer.closed.events)")
      }
    }
    end.append(true)
    try await closed.wait(forCount: 3)
    #expect(closed.events == Array(repeating: "10 after [2]", count: 3))
    await store.close()
    #expect(closer.closed.events == [2])
  }
}
