import Sluice
import SluiceTesting
import TestSupport
import Testing

/// Runs that begin again after they ended.
@Suite(.inTurn) struct RepeatTests {
  @Test func `a feedback whose attempts failed begins again while the state requests it`() async {
    let bench = Bench(Requests(query: "a"))
    let (log, clock) = (Log<String>(), bench.clock)
    bench.store.register(
      interceptor: EffectProbe<Requests> { event in
        let kind = if case .failed = event.kind { "failed" } else { "\(event.kind)" }
        log.append("\(event.run.number) \(kind) \(clock.seconds)")
      }
    )
    bench.store.onEffectFailure = { log.append("\($0.run.number) reported \($0.error)") }
    bench.store.register(
      feedback: Feedback(for: \.query) { query, _, _ in throw Trouble(query) }
        .delay(for: .seconds(1))
        .retry(attempts: 2, backoff: .fixed(.seconds(2)))
        .onRetry { _, _, context in log.append("attempt \(context.attempt) failed \(clock.seconds)")
        }
        .repeat(after: .seconds(10))
    )
    // The delay, two attempts, and the pause in its place. No longer asked for, the pause is over too.
    await bench.advance(20)
    await bench.send(ChangeRequests { $0.query = nil }, then: 60)
    let retried = "1 retrying(attempt: 1, error: a, wait: 2.0 seconds)"
    #expect(
      log.events == [
        "1 started 0", retried + " 1", "attempt 1 failed 1", "1 reported a", "1 failed 3",
        "2 started 3", "2" + retried.dropFirst() + " 13", "attempt 1 failed 13", "2 reported a",
        "2 failed 15", "3 started 15", "3 cancelled 20",
      ]
    )
    #expect(clock.sleeperCount == 0)
  }

  static let courses = [
    Course("until it is cancelled", [0: Ask("a"), 15: Stop()], ["a 0", "a 10"]) {
      Effect.echo.repeat(after: .seconds(10)).cancelled(by: Stop.self)
    },
    Course(
      "until the latest run of its key takes its place",
      [0: Ask("a"), 15: Ask("b"), 30: Stop()],
      ["a 0", "a 10", "b 15", "b 25"]
    ) {
      Effect.echo.overlap(.latest, by: \.key).repeat(after: .seconds(10)).cancelled(by: Stop.self)
    },
    Course(
      "before serial runs that wait for it",
      [0: Ask("a"), 0: Ask("b", key: 1), 10: Stop(), 25: Stop(key: 1)],
      ["a 0", "a 10", "b 10", "b 20"]
    ) {
      Effect.echo.overlap(.serial).repeat(after: .seconds(10))
        .cancelled(by: Stop.self) { stop, ask in stop.key == ask.key }
    },
  ]

  @Test(arguments: courses)
  func `an effect that ended by itself begins again`(course: Course) async {
    await course.expectAnswers()
  }

  @Test func `work that is tracked is repeated until it is cancelled`() async {
    let bench = Bench(Effect.answering(after: 1).repeat(after: .seconds(10)))
    let isOver = Log<Bool>()
    let work = bench.store.dispatchTracked(action: Ask("a"))
    let waiter = Task(executorPreference: bench.clock.taskExecutor) {
      await work.finish()
      isOver.append(true)
    }
    await bench.advance(12)
    #expect(isOver.events == [])
    #expect(bench.store.activity.work.map(\.isCounted) == [true])
    work.cancel()
    await waiter.value
    await bench.advance(60)
    #expect(bench.timedAnswers == ["a? 0", "a 1", "a? 11", "a 12"])
  }

  @Test func `an error that is caught is answered each time, and the state may end it`() async {
    let bench = Bench(
      Requests(isShown: true),
      Feedback(while: \.isShown) { _, context in
        context.answer("ran")
        throw Trouble("gone")
      }
      .repeat(after: .seconds(5))
      .catch { _, _ in
        ChangeRequests {
          $0.rooms.append(0)
          if $0.rooms.count == 3 { $0.isShown = false }
        }
      }
    )
    await bench.advance(60)
    #expect(bench.timedAnswers == ["ran 0", "ran 5", "ran 10"])
    #expect(bench.clock.sleeperCount == 0)
  }

  @Test func `a run that threw a cancellation of its own begins again, in silence`() async {
    let bench = Bench(
      Requests(isShown: true),
      Feedback(while: \.isShown) { _, context in
        context.answer("ran")
        throw CancellationError()
      }
      .repeat(after: .seconds(5))
    )
    await bench.advance(10)
    #expect(bench.timedAnswers == ["ran 0", "ran 5", "ran 10"])
    #expect(bench.failures.isEmpty)
  }

  @Test(arguments: [(7, ["+ 0", "- 5"]), (12, ["+ 0", "- 5", "+ 10", "- 15"])])
  func `a run of a condition that began to hold is repeated until it no longer holds`(
    _ end: Double,
    answers: [String]
  ) async {
    // Works from 0 to 5 and from 10 to 15, unless the condition ends in the pause before.
    let bench = Bench(
      Requests(isShown: true),
      Feedback(while: \.isShown, outlivesCondition: true) { _, context in
        context.answer("+")
        try await context.sleep(for: .seconds(5))
        context.answer("-")
      }
      .repeat(after: .seconds(5))
    )
    await bench.advance(end)
    await bench.send(ChangeRequests { $0.isShown = false }, then: 60)
    #expect(bench.timedAnswers == answers)
    #expect(bench.store.activity.work.isEmpty)
  }

  @Test func `a repetition has the state of its commit, and the actions of its pause`() async {
    let bench = Bench(
      .on(Increment.self).seeing(Counting.self, retaining: .atCommit).run { _, _, context in
        let asked = try await context.next(Ask.self)
        context.answer("\(asked.name) \(try context.stateAtCommit.count)")
      }
      .overlap(.first)
      .repeat(after: .seconds(5))
    )
    await bench.send(Increment(), Ask("a"), then: 1)
    await bench.send(Increment(), Ask("b"), then: 5)
    #expect(bench.answers == ["a 1", "b 1"])
  }

  @Test func `closing the store in the pause releases everything`() async {
    let clock = TestClock()
    weak var released: Log<String>?
    do {
      let log = Log<String>()
      released = log
      let store = Store(initialState: Requests(isShown: true), clock: clock)
      store.register(
        feedback: Feedback(while: \.isShown) { _, _ in log.append("ran") }
          .repeat(after: .seconds(5))
      )
      await clock.advance(by: .seconds(1))
      #expect(log.events == ["ran"])
    }
    await clock.advance()
    #expect(released == nil)
    #expect(clock.sleeperCount == 0)
  }

  @Test func `an effect's runner returns the first of its repetitions`() async throws {
    let effect: Effect<Void> = Effect.echo.repeat(after: .seconds(10))
    let actions = try await EffectRunner(effect, environment: ())
      .run(with: Ask("a"), expectedCount: 3, exhaustivity: .off)
    #expect(actions.count == 3)
  }

  @Test func `a run that would never rest is stopped`() async {
    await #expect(processExitsWith: .failure) { _ = Effect.echo.repeat(after: .zero) }
  }
}
