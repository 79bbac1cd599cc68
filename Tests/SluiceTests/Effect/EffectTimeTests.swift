import Sluice
import SluiceTesting
import TestSupport
import Testing

@Suite(.inTurn) struct EffectTimeTests {
  @Test func `a debounce waits for quiet`() async {
    let bench = Bench(Effect.echo.debounce(for: .seconds(1)))
    await bench.ask("a", then: 0.75)
    await bench.ask("b", then: 5)
    #expect(bench.timedAnswers == ["b 1.75"])
  }

  @Test func `a keyed debounce waits for quiet of each key`() async {
    let bench = Bench(Effect.echo.debounce(for: .seconds(1)).overlap(.latest, by: \.key))
    await bench.send(Ask("a", key: 1), Ask("b", key: 1), Ask("c", key: 2), then: 1)
    #expect(bench.answers == ["b", "c"])
  }

  @Test(arguments: [
    (ThrottleEdges.leading, true, ["a 0", "d 2.5"]),
    (.trailing, true, ["c 2", "d 4"]),
    (.both, true, ["a 0", "c 2", "d 4"]),
    (.trailing, false, ["a 2", "d 4"]),
    (.both, false, ["a 0", "b 2", "d 4"]),
  ])
  func `a throttle passes one action in an interval`(
    _ edges: ThrottleEdges,
    latest: Bool,
    _ expected: [String]
  ) async {
    let bench = Bench(Effect.echo.throttle(for: .seconds(2), edges: edges, latest: latest))
    await bench.ask("a", "b", then: 1)
    await bench.ask("c", then: 1.5)
    await bench.ask("d", then: 5)
    #expect(bench.timedAnswers == expected)
  }

  @Test func `a delayed run can be cancelled before its first line`() async {
    let bench = Bench(Effect.echo.delay(for: .seconds(1)).cancelled(by: Stop.self))
    await bench.ask("a", then: 1)
    await bench.ask("b", then: 0.5)
    await bench.send(Stop(), then: 5)
    #expect(bench.timedAnswers == ["a 1"])
    #expect(bench.clock.sleeperCount == 0)
  }

  private let attempts = Log<String>()

  /// Throws at once what is asked.
  private var failing: ActionEffect<Void, Ask> {
    .on(Ask.self) { [attempts] ask, _ in
      attempts.append(ask.name)
      if ask.name == "cancelled" { throw CancellationError() }
      throw Trouble(ask.name)
    }
    .catch { error, ask in Failed("\(error) \(ask.key)") }
  }

  @Test func `the last attempt's error is passed to catch, and others are not retried`() async {
    let bench = Bench(failing.retry(attempts: 3) { ($0 as? Trouble)?.description == "busy" })
    await bench.ask("busy", key: 7)
    await bench.ask("broken")
    #expect(attempts.events == ["busy", "busy", "busy", "broken"])
    #expect(bench.answers == ["busy 7", "broken 0"])
  }

  @Test func `a cancellation is not reported and not retried`() async {
    let bench = Bench(failing.retry(attempts: 3))
    await bench.ask("cancelled")
    await bench.store.idle()
    #expect(attempts.events == ["cancelled"])
    #expect(bench.errors == [])
    #expect(bench.answers == [])
  }

  @Test func `an attempt that takes too long is cancelled, and what it sends is dropped`() async {
    let bench = Bench(
      .on(Ask.self) { ask, _, context in
        // Does not heed its cancellation.
        await Task { try? await context.sleep(for: .seconds(5)) }.value
        context.answer(ask.name)
      }
      .timeout(after: .seconds(2))
      .retry(attempts: 2)
    )
    await bench.ask("a", then: 1)
    await bench.advance(1)
    #expect(bench.errors == [])
    await bench.advance(2)
    #expect(bench.errors == ["\(EffectTimeout(limit: .seconds(2)))"])
    await bench.advance(20)
    #expect(bench.answers == [])
  }

  @Test func `what an attempt returns after its timeout is dropped`() async {
    let bench = Bench(
      .on(Ask.self) { ask, _ in
        // Ends when it is cancelled.
        let (stream, continuation) = AsyncStream.makeStream(of: Void.self)
        for await _ in stream {}
        continuation.finish()
        return Answered(ask.name)
      }
      .timeout(after: .seconds(2))
      .retry(attempts: 2)
      .catch { _, _ in Failed("late") }
    )
    await bench.ask("a", then: 20)
    #expect(bench.timedAnswers == ["late 4"])
  }

  @Test func `an attempt in time is not disturbed`() async {
    let bench = Bench(Effect.answering(after: 1).timeout(after: .seconds(2)))
    await bench.ask("a", then: 10)
    #expect(bench.answers == ["a?", "a"])
    #expect(bench.clock.sleeperCount == 0)
  }
}
