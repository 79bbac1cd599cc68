import Sluice
import SluiceTesting
import TestSupport
import Testing

/// How many attempts a retry makes, after which waits, and what it says before each.
@Suite(.inTurn) struct RetryTests {
  let clock = TestClock()
  let starts = Log<Duration>()
  let retries = Log<String>()

  /// Fails each time, after as many seconds as the list says for the attempt; then after none.
  private func failing(after seconds: [Int] = []) -> ActionEffect<Void, Ask> {
    Effect.on(Ask.self).run { [clock, starts] ask, _, context in
      let number = starts.events.count
      starts.append(clock.now.offset)
      if number < seconds.count { try await context.sleep(for: .seconds(seconds[number])) }
      throw Trouble("\(ask.name)\(number + 1)")
    }
    .catch { error, context in Failed("\(error) \(context.input.key)") }
  }

  private func noting<Input>(
    _ error: any Error,
    _ wait: Duration,
    _ context: AttemptContext<Input>
  ) {
    retries.append("\(context.attempt) \(error) \(wait)")
  }

  @Test func `a feedback with unlimited attempts continues while the state requests it`() async {
    let bench = Bench(
      Requests(isShown: true),
      Feedback(while: \.isShown) { [clock, starts] _, context in
        starts.append(clock.now.offset)
        // The third is healthy.
        if starts.events.count == 3 { try await context.sleep(for: .seconds(60)) }
        throw Trouble("gone")
      }
      .retry(
        attempts: .unlimited,
        backoff: .exponential(from: .seconds(1)),
        resetAfter: .seconds(60)
      )
      .onRetry(noting),
      clock: clock
    )
    await bench.advance(67)
    await bench.send(ChangeRequests { $0.isShown = false }, then: 60)
    #expect(starts.events == [0, 1, 3, 64, 66].map { .seconds($0) })
    #expect(retries.events.last == "3 gone 4.0 seconds")
    #expect(clock.sleeperCount == 0)
  }

  @Test func `each failed attempt is an event, before what it leads to`() async {
    let events = Log<String>()
    let bench = Bench(
      failing()
        .retry(attempts: 3, backoff: .exponential(from: .seconds(1)))
        .onRetry { _, _, context in context.send(Increment()) },
      clock: clock
    )
    bench.store.register(interceptor: CommitProbe { events.append("commit \($0.number)") })
    bench.store.register(
      interceptor: EffectProbe<Counting> { event in
        switch event.kind {
        case .retrying(let attempt, let error, let wait):
          let isTimed = event.duration != nil
          events.append("\(event.run.number): \(attempt) \(error) \(wait) \(isTimed)")
        case let kind: events.append("\(kind)")
        }
      }
    )
    bench.store.register(
      interceptor: PrintInterceptor<Counting> { if $0.hasPrefix("↻") { events.append($0) } }
    )
    await bench.ask("a", then: 3)
    let printed = events.events.filter { $0.hasPrefix("↻") }
    #expect(
      events.events.filter { !$0.hasPrefix("↻") } == [
        "commit 1", "started", "1: 1 a1 1.0 seconds true", "commit 2",
        "1: 2 a2 2.0 seconds true", "commit 3", "commit 4", "ended",
      ]
    )
    #expect(printed.count == 2)
    #expect(printed.first?.hasSuffix(" #1, attempt 1 failed, next in 1.0 seconds: a1") == true)
  }

  @Test func `after a healthy attempt, waits and attempts are counted from the first`() async {
    let bench = Bench(
      failing(after: [0, 0, 10, 0, 9])
        .onRetry(noting)
        .retry(
          attempts: .atMost(3),
          backoff: .exponential(from: .seconds(1)),
          resetAfter: .seconds(10)
        ),
      clock: clock
    )
    await bench.ask("a", key: 7)
    await clock.run()
    #expect(starts.events == [0, 1, 3, 14, 16].map { .seconds($0) })
    #expect(
      retries.events == [
        "1 a1 1.0 seconds", "2 a2 2.0 seconds", "1 a3 1.0 seconds", "2 a4 2.0 seconds",
      ]
    )
    #expect(bench.answers == ["a5 7"])
  }

  @Test func `what an attempt before a reset still sends is dropped`() async {
    let bench = Bench(
      .on(Ask.self).run { [clock, starts] ask, _, context in
        starts.append(.zero)
        if starts.events.count > 1 { return try await context.sleep(for: .seconds(60)) }
        // Outlives its attempt, which fails.
        Task(executorPreference: clock.taskExecutor) {
          try? await context.sleep(for: .seconds(10))
          context.answer(ask.name)
        }
        try await context.sleep(for: .seconds(5))
        throw Trouble("gone")
      }
      .retry(attempts: 3, resetAfter: .seconds(5)),
      clock: clock
    )
    await bench.ask("a", then: 20)
    #expect(starts.events.count == 2)
    #expect(bench.answers == [])
  }

  @Test func `a retry is announced before its wait, unless there is none`() async {
    let bench = Bench(
      failing()
        .retry(attempts: 9, backoff: .fixed(.seconds(2))) { "\($0)" != "a2" }
        .onRetry(noting),
      clock: clock
    )
    await bench.ask("a")
    #expect(retries.events == ["1 a1 2.0 seconds"])
    await bench.advance(20)
    #expect(retries.events == ["1 a1 2.0 seconds"])
    #expect(bench.answers == ["a2 0"])
  }

  @Test func `a cancellation of its own is neither reported nor retried`() async {
    let bench = Bench(
      .on(Ask.self).run { [starts, clock] _, _ in
        starts.append(clock.now.offset)
        throw CancellationError()
      }
      .retry(attempts: 3)
      .catch { error, _ in Failed("\(error)") },
      clock: clock
    )
    await bench.ask("a")
    await bench.store.idle()
    #expect(starts.events == [.zero])
    #expect(bench.errors + bench.answers == [])
  }

  @Test func `a cancelled run isn't retried, and announces no retry`() async {
    let bench = Bench(
      .on(Ask.self).run { _, _, context in
        do { try await context.sleep(for: .seconds(1)) } catch { throw Trouble("cancelled") }
      }
      .retry(attempts: 3, backoff: .fixed(.seconds(1))) { [retries] _ in
        retries.append("worthwhile?")
        return true
      }
      .onRetry(noting)
      .cancelled(by: Stop.self)
    )
    await bench.send([0: Ask("a"), 0.5: Stop()], then: 5)
    #expect(retries.events == [])
  }

  @Test func `what an announcement dispatches has the run as its cause`() async {
    let bench = Bench()
    bench.store.register(
      effect: .on(Ask.self) { ask, _ in throw Trouble(ask.name) }
        .retry(attempts: 2, backoff: .fixed(.seconds(1)))
        .onRetry { [unowned store = bench.store] error, _, context in
          store.dispatch(action: Failed("\(error) \(context.attempt)"))
        }
        .catch { _, _ in nil }
    )
    await bench.ask("a")
    #expect(bench.answers == ["a 1"])
    #expect(bench.commits.stateChanges.last?.origin.cause?.commit == 1)
  }

  @Test func `a limit that never ends, or never begins, is stopped`() async {
    let result = await #expect(processExitsWith: .failure, observing: [\.standardErrorContent]) {
      _ = Effect.echo.retry(attempts: .unlimited)
    }
    let message = String(decoding: result?.standardErrorContent ?? [], as: UTF8.self)
    #expect(message.contains("unlimited attempts without a wait would never rest"))
    await #expect(processExitsWith: .failure) { _ = Effect.echo.retry(attempts: 0) }
  }
}
