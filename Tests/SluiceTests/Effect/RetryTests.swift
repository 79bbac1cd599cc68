import Sluice
import SluiceTesting
import TestSupport
import Testing

/// How many attempts a retry makes, after which waits, and what it says before each.
@Suite(.inTurn)
struct RetryTests {
  let clock = TestClock()
  let starts = Log<Duration>()
  let retries = Log<String>()

  /// Fails each time, after as many seconds as the list says for the attempt; then after none.
  private func failing(after seconds: [Int] = []) -> ActionEffect<Void, Ask> {
    Effect.on(Ask.self) { [clock, starts] action, _, context in
      let number = starts.events.count
      starts.append(clock.now.offset)
      if number < seconds.count { try await context.sleep(for: .seconds(seconds[number])) }
      throw Trouble(description: "\(action.name)\(number + 1)")
    }
    .catch { error, _ in Failed(text: "\(error)") }
  }

  private func noting(_ attempt: Int, _ error: any Error, _ wait: Duration) {
    retries.append("\(attempt) \(error) \(wait)")
  }

  @Test func `unlimited attempts end only with the run`() async {
    let bench = Bench(
      failing().retry(attempts: .unlimited, backoff: .fixed(.seconds(1))).cancelled(by: Stop.self),
      clock: clock
    )
    bench.ask("a")
    await bench.advance(1_000)
    #expect(starts.events.count == 1_001)
    bench.store.dispatch(action: Stop())
    await bench.advance(1_000)
    #expect(starts.events.count == 1_001)
    #expect(clock.sleeperCount == 0)
    #expect(bench.commits.actions(ofType: Failed.self) == [])
  }

  @Test func `a feedback with unlimited attempts continues while the state requests it`() async {
    let store = Store(initialState: Requests(isShown: true), clock: clock)
    store.register(
      reducer: Reducer(ReduceOn(ChangeRequests.self) { state, request in request.change(&state) })
    )
    store.register(
      feedback: Feedback(while: \.isShown) { [clock, starts] _, context in
        starts.append(clock.now.offset)
        // The third is healthy.
        if starts.events.count == 3 { try await context.sleep(for: .seconds(60)) }
        throw Trouble(description: "gone")
      }
      .retry(
        attempts: .unlimited,
        backoff: .exponential(from: .seconds(1)),
        resetAfter: .seconds(60)
      )
      .onRetry(noting)
    )
    await clock.advance(by: .seconds(67))
    #expect(starts.events == [0, 1, 3, 64, 66].map { .seconds($0) })
    #expect(retries.events.last == "3 gone 4.0 seconds")
    store.dispatch(action: ChangeRequests { $0.isShown = false })
    await clock.advance(by: .seconds(60))
    #expect(starts.events.count == 5)
    #expect(clock.sleeperCount == 0)
  }

  @Test func `after a healthy attempt, waits and attempts are counted from the first again`() async
  {
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
    bench.ask("a")
    await clock.run()
    #expect(starts.events == [0, 1, 3, 14, 16].map { .seconds($0) })
    #expect(
      retries.events == [
        "1 a1 1.0 seconds", "2 a2 2.0 seconds", "1 a3 1.0 seconds", "2 a4 2.0 seconds",
      ]
    )
    #expect(bench.commits.actions(ofType: Failed.self).map(\.text) == ["a5"])
  }

  @Test func `what an attempt before a reset still sends is dropped`() async {
    let bench = Bench(
      .on(Ask.self) { [clock, starts] action, _, context in
        starts.append(.zero)
        if starts.events.count > 1 { return try await context.sleep(for: .seconds(60)) }
        // Outlives its attempt, which fails.
        Task(executorPreference: clock.taskExecutor) {
          try? await context.sleep(for: .seconds(10))
          context.send(Answered(name: action.name))
        }
        try await context.sleep(for: .seconds(5))
        throw Trouble(description: "gone")
      }
      .retry(attempts: 3, resetAfter: .seconds(5)),
      clock: clock
    )
    bench.ask("a")
    await bench.advance(20)
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
    bench.ask("a")
    await bench.advance()
    #expect(retries.events == ["1 a1 2.0 seconds"])
    await bench.advance(20)
    #expect(retries.events == ["1 a1 2.0 seconds"])
    #expect(bench.commits.actions(ofType: Failed.self).map(\.text) == ["a2"])
  }

  @Test func `a cancelled run isn't retried, and announces no retry`() async {
    let bench = Bench(
      .on(Ask.self) { _, _, context in
        do { try await context.sleep(for: .seconds(1)) } catch {
          throw Trouble(description: "cancelled")
        }
      }
      .retry(attempts: 3, backoff: .fixed(.seconds(1))) { [retries] _ in
        retries.append("worthwhile?")
        return true
      }
      .onRetry(noting)
      .cancelled(by: Stop.self)
    )
    bench.ask("a")
    await bench.advance(0.5)
    bench.store.dispatch(action: Stop())
    await bench.advance(5)
    #expect(retries.events == [])
  }

  @Test func `what an announcement dispatches has the run as its cause`() async {
    let store = Store(initialState: Counting(), clock: clock)
    let commits = store.watched()
    store.register(
      effect: .on(Ask.self) { action, _ in throw Trouble(description: action.name) }
        .retry(attempts: 2, backoff: .fixed(.seconds(1)))
        .onRetry { [unowned store] attempt, error, _ in
          store.dispatch(action: Failed(text: "\(error) \(attempt)"))
        }
        .catch { _, _ in nil }
    )
    store.dispatch(action: Ask(name: "a"))
    await clock.advance()
    #expect(commits.actions(ofType: Failed.self) == [Failed(text: "a 1")])
    #expect(commits.stateChanges.last?.origin.cause?.commit == 1)
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
