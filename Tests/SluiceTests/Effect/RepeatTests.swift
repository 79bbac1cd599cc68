import Sluice
import SluiceTesting
import TestSupport
import Testing

/// Runs that begin again after they ended.
@Suite(.inTurn)
struct RepeatTests {
  let clock = TestClock()
  let log = Log<String>()

  private func store(_ requests: Requests) -> Store<Requests, Void> {
    let requesting = Reducer<Requests>(
      ReduceOn(ChangeRequests.self) { state, request in request.change(&state) }
    )
    return Store(initialState: requests, reducers: [requesting], clock: clock)
  }

  private func seconds() -> Int64 { clock.now.offset.components.seconds }

  @Test func `a feedback whose attempts failed begins again while the state requests it`() async {
    let store = store(Requests(query: "a"))
    store.register(
      interceptor: EffectProbe<Requests> { [log] event in
        let kind = if case .failed = event.kind { "failed" } else { "\(event.kind)" }
        log.append("\(event.run.number) \(kind)")
      }
    )
    store.onEffectFailure = { [log] in log.append("\($0.run.number) reported \($0.error)") }
    store.register(
      feedback: Feedback(whenSome: \.query) { query, _, _ in throw Trouble(description: query) }
        .delay(for: .seconds(1))
        .retry(attempts: 2, backoff: .fixed(.seconds(2)))
        .onRetry { [log] attempt, _, _ in log.append("attempt \(attempt) failed") }
        .repeat(after: .seconds(10))
    )
    // The delay, two attempts, and the pause in its place.
    await clock.advance(by: .seconds(12))
    #expect(
      log.events == ["1 started", "attempt 1 failed", "1 reported a", "1 failed", "2 started"]
    )
    await clock.advance(by: .seconds(1))
    #expect(log.events.dropFirst(5) == ["attempt 1 failed"])
    await clock.advance(by: .seconds(2))
    #expect(log.events.dropFirst(6) == ["2 reported a", "2 failed", "3 started"])
    // No longer asked for, the pause is over too.
    store.dispatch(action: ChangeRequests { $0.query = nil })
    await clock.advance(by: .seconds(60))
    #expect(log.events.dropFirst(9) == ["3 cancelled"])
    #expect(clock.sleeperCount == 0)
  }

  @Test func `an effect that ended by itself begins again until it is cancelled`() async {
    let bench = Bench(
      .on(Ask.self) { action, _ in Answered(name: action.name) }
        .repeat(after: .seconds(10))
        .cancelled(by: Stop.self)
    )
    bench.ask("a")
    await bench.advance(9)
    #expect(bench.answers == ["a"])
    await bench.advance(1)
    #expect(bench.answers == ["a", "a"])
    #expect(bench.store.activity.work.map(\.isCounted) == [true])
    bench.store.dispatch(action: Stop())
    await bench.advance(60)
    await bench.store.idle()
    #expect(bench.answers == ["a", "a"])
    #expect(bench.clock.sleeperCount == 0)
  }

  @Test func `a repetition keeps its place in the overlap`() async {
    let latest = Bench(Effect.echo.overlap(.latest, by: \.key).repeat(after: .seconds(10)))
    latest.ask("a")
    await latest.advance(15)
    latest.ask("b")
    await latest.advance(10)
    #expect(latest.answers == ["a", "a", "b", "b"])

    let serial = Bench(
      Effect.echo.overlap(.serial).repeat(after: .seconds(10))
        .cancelled(by: Stop.self) { _, ask in ask.name == "a" }
    )
    serial.ask("a", "b")
    await serial.advance(10)
    #expect(serial.answers == ["a", "a"])
    serial.store.dispatch(action: Stop())
    await serial.advance(10)
    #expect(serial.answers == ["a", "a", "b", "b"])
  }

  @Test func `work that is tracked is repeated until it is cancelled`() async {
    let bench = Bench(Effect.answering(after: 1).repeat(after: .seconds(10)))
    let work = bench.store.dispatchTracked(action: Ask(name: "a"))
    let waiter = Task(executorPreference: bench.clock.taskExecutor) { [log] in
      await work.finish()
      log.append("finished")
    }
    await bench.advance(12)
    #expect(bench.answers == ["a?", "a", "a?", "a"])
    #expect(log.events == [])
    work.cancel()
    await waiter.value
    await bench.advance(60)
    #expect(bench.answers.count == 4)
  }

  @Test func `an error that is caught is answered each time, and the state may end it`() async {
    let store = store(Requests(isShown: true))
    store.register(
      feedback: Feedback(while: \.isShown) { [log] _, _ in
        log.append("\(seconds())")
        throw Trouble(description: "gone")
      }
      .repeat(after: .seconds(5))
      .catch { _ in
        ChangeRequests {
          $0.rooms.append(0)
          if $0.rooms.count == 3 { $0.isShown = false }
        }
      }
    )
    await clock.advance(by: .seconds(60))
    #expect(log.events == ["0", "5", "10"])
    #expect(clock.sleeperCount == 0)
  }

  @Test func `a run that threw a cancellation of its own begins again, in silence`() async {
    let store = store(Requests(isShown: true))
    store.onEffectFailure = { [log] in log.append("\($0)") }
    store.register(
      feedback: Feedback(while: \.isShown) { [log] _, _ in
        log.append("\(seconds())")
        throw CancellationError()
      }
      .repeat(after: .seconds(5))
    )
    await clock.advance(by: .seconds(10))
    #expect(log.events == ["0", "5", "10"])
  }

  @Test(arguments: [7, 12])
  func `a run of a condition that began to hold is repeated until it no longer holds`(
    _ end: Int
  ) async {
    // Works from 0 to 5 and from 10 to 15, unless the condition ends in the pause before.
    let store = store(Requests(isShown: true))
    store.register(
      feedback: Feedback(whenBecomesTrue: \.isShown) { [log] _, context in
        log.append("+\(seconds())")
        try await context.sleep(for: .seconds(5))
        log.append("-\(seconds())")
      }
      .repeat(after: .seconds(5))
    )
    await clock.advance(by: .seconds(end))
    store.dispatch(action: ChangeRequests { $0.isShown = false })
    await clock.advance(by: .seconds(60))
    #expect(log.events == (end == 7 ? ["+0", "-5"] : ["+0", "-5", "+10", "-15"]))
    #expect(store.activity.work.isEmpty)
  }

  @Test func `a repetition has the state of its commit, and the actions of its pause`() async {
    let bench = Bench(
      .on(Increment.self, state: Counting.self) { _, _, context in
        let asked = try await context.next(Ask.self)
        context.send(Answered(name: "\(asked.name) \(try context.stateAtCommit.count)"))
      }
      .retainingState()
      .overlap(.first)
      .repeat(after: .seconds(5))
    )
    bench.store.dispatch(action: Increment())
    bench.ask("a")
    await bench.advance(1)
    bench.store.dispatch(action: Increment())
    bench.ask("b")
    await bench.advance(5)
    #expect(bench.answers == ["a 1", "b 1"])
  }

  @Test func `closing the store in the pause releases everything`() async {
    weak var released: Log<String>?
    do {
      let log = Log<String>()
      released = log
      let store = store(Requests(isShown: true))
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
      .run(with: Ask(name: "a"), expectedCount: 3, exhaustivity: .off)
    #expect(actions.count == 3)
  }

  @Test func `a run that would never rest is stopped`() async {
    await #expect(processExitsWith: .failure) { _ = Effect.echo.repeat(after: .zero) }
  }
}
