import Sluice
import SluiceTesting
import TestSupport
import Testing

@Suite(.inTurn) struct EffectTimeTests {
  static let courses = [
    Course("a debounce waits for quiet", [0: Ask("a"), 0.75: Ask("b")], ["b 1.75"]) {
      Effect.echo.debounce(for: .seconds(1))
    },
    Course(
      "a debounce waits no longer than its limit, from the first action of each burst on",
      [0: Ask("a"), 0.75: Ask("b"), 1.5: Ask("c"), 2.25: Ask("d"), 3: Ask("e"), 3.75: Ask("f")],
      ["c 2", "f 4.25"]
    ) { Effect.echo.debounce(for: .seconds(1), atMost: .seconds(2)) },
    Course(
      "a debounce with a limit waits for quiet",
      [0: Ask("a"), 0.75: Ask("b"), 3: Ask("c")],
      ["b 1.75", "c 4"]
    ) { Effect.echo.debounce(for: .seconds(1), atMost: .seconds(2)) },
    Course(
      "what is cancelled begins no burst",
      [0: Ask("a"), 0.75: Stop(), 1: Ask("b"), 1.75: Ask("c"), 2.5: Ask("d")],
      ["d 3"]
    ) { Effect.echo.debounce(for: .seconds(1), atMost: .seconds(2)).cancelled(by: Stop.self) },
    Course(
      "a keyed debounce waits for quiet of each key",
      [0: Ask("a", key: 1), 0: Ask("b", key: 1), 0: Ask("c", key: 2)],
      ["b 1", "c 1"]
    ) { Effect.echo.debounce(for: .seconds(1)).overlap(.latest, by: \.key) },
    Course(
      "a delayed run is cancelled before its first line",
      [0: Ask("a"), 1: Ask("b"), 1.5: Stop()],
      ["a 1"]
    ) { Effect.echo.delay(for: .seconds(1)).cancelled(by: Stop.self) },
    Course("an attempt in time is not disturbed", [0: Ask("a")], ["a? 0", "a 1"]) {
      Effect.answering(after: 1).timeout(after: .seconds(2))
    },
    Course("what an attempt returns after its timeout is dropped", [0: Ask("a")], ["late 4"]) {
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
    },
  ]

  @Test(arguments: courses)
  func `timing is measured on the store's clock`(course: Course) async {
    await course.expectAnswers()
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
    await bench.send([0: Ask("a"), 0: Ask("b"), 1: Ask("c"), 2.5: Ask("d")], then: 5)
    #expect(bench.timedAnswers == expected)
  }

  @Test func `an attempt that takes too long is cancelled, and what it sends is dropped`() async {
    let bench = Bench(
      .on(Ask.self).run { ask, _, context in
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
}
