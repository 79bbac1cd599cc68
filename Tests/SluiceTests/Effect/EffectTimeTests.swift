import Sluice
import SluiceTesting
import Synchronization
import TestSupport
import Testing

@Suite(.inTurn)
struct EffectTimeTests {
  @Test func `a debounce waits for quiet`() async {
    let bench = Bench(Effect.echo.debounce(for: .seconds(1)))
    bench.ask("a")
    await bench.advance(0.9)
    bench.ask("b")
    await bench.advance(0.9)
    #expect(bench.answers == [])
    await bench.advance(0.1)
    #expect(bench.answers == ["b"])
  }

  @Test func `a keyed debounce waits for quiet of each key`() async {
    let bench = Bench(Effect.echo.debounce(for: .seconds(1)).overlap(.latest, by: \.key))
    bench.ask("a", "b", key: 1)
    bench.ask("c", key: 2)
    await bench.advance(1)
    #expect(bench.answers == ["b", "c"])
  }

  @Test(arguments: [
    (ThrottleEdges.leading, true, ["a 0.0", "d 2.5"]),
    (.trailing, true, ["c 2.0", "d 4.0"]),
    (.both, true, ["a 0.0", "c 2.0", "d 4.0"]),
    (.trailing, false, ["a 2.0", "d 4.0"]),
    (.both, false, ["a 0.0", "b 2.0", "d 4.0"]),
  ])
  func `a throttle passes one action in an interval`(
    _ edges: ThrottleEdges,
    latest: Bool,
    _ expected: [String]
  ) async {
    let bench = Bench(
      Effect.on(Ask.self) { action, _, context in
        try await context.sleep(for: .zero)
        context.send(Answered(name: action.name))
      }
      .throttle(for: .seconds(2), edges: edges, latest: latest)
    )
    let times = Log<String>()
    let token = bench.commits
    func note() {
      for name in bench.answers.dropFirst(times.events.count) {
        times.append(
          "\(name) \(Double(bench.clock.now.offset.components.attoseconds) / 1e18 + Double(bench.clock.now.offset.components.seconds))"
        )
      }
    }
    bench.ask("a", "b")
    await bench.advance()
    note()
    await bench.advance(1)
    bench.ask("c")
    for _ in 0..<10 {
      await bench.advance(0.5)
      note()
      if bench.clock.now.offset == .seconds(2.5) {
        bench.ask("d")
        await bench.advance()
        note()
      }
    }
    _ = token
    #expect(times.events == expected)
  }

  @Test func `a delayed run can be cancelled before its first line`() async {
    let bench = Bench(Effect.echo.delay(for: .seconds(1)).cancelled(by: Stop.self))
    bench.ask("a")
    await bench.advance(1)
    #expect(bench.answers == ["a"])
    bench.ask("b")
    await bench.advance(0.5)
    bench.store.dispatch(action: Stop())
    await bench.advance(5)
    #expect(bench.answers == ["a"])
    #expect(bench.clock.sleeperCount == 0)
  }

  @Test func `the last attempt's error is passed to catch, and others are not retried`() async {
    let attempts = Atomic<Int>(0)
    let bench = Bench(
      .on(Ask.self) { action, _ in
        attempts.add(1, ordering: .relaxed)
        throw Trouble(description: action.name)
      }
      .retry(attempts: 3) { ($0 as? Trouble)?.description == "busy" }
      .catch { error, action in Failed(text: "\(error) \(action.key)") }
    )
    bench.ask("busy", key: 7)
    await bench.advance()
    #expect(attempts.load(ordering: .relaxed) == 3)
    bench.ask("broken")
    await bench.advance()
    #expect(attempts.load(ordering: .relaxed) == 4)
    #expect(bench.commits.actions(ofType: Failed.self).map(\.text) == ["busy 7", "broken 0"])
  }

  @Test func `an attempt that takes too long is cancelled, and what it sends is dropped`() async {
    let failures = Log<String>()
    let bench = Bench(
      .on(Ask.self) { action, _, context in
        // Does not heed its cancellation.
        await Task { try? await context.sleep(for: .seconds(5)) }.value
        context.send(Answered(name: action.name))
      }
      .timeout(after: .seconds(2))
      .retry(attempts: 2)
    )
    bench.store.onEffectFailure = { failures.append("\($0.error)") }
    bench.ask("a")
    await bench.advance(1)
    await bench.advance(1)
    #expect(failures.events == [])
    await bench.advance(2)
    #expect(failures.events == ["\(EffectTimeout(limit: .seconds(2)))"])
    await bench.advance(20)
    #expect(bench.answers == [])
  }

  @Test func `what an attempt returns after its timeout is dropped`() async {
    let bench = Bench(
      .on(Ask.self) { action, _ in
        // Ends when it is cancelled.
        let (stream, continuation) = AsyncStream.makeStream(of: Void.self)
        for await _ in stream {}
        continuation.finish()
        return Answered(name: action.name)
      }
      .timeout(after: .seconds(2))
      .retry(attempts: 2)
      .catch { error, _ in Failed(text: "\(error)") }
    )
    bench.ask("a")
    await bench.advance(20)
    #expect(bench.answers == [])
    #expect(bench.commits.actions(ofType: Failed.self).count == 1)
  }

  @Test func `an attempt in time is not disturbed`() async {
    let bench = Bench(Effect.answering(after: 1).timeout(after: .seconds(2)))
    bench.ask("a")
    await bench.advance(10)
    #expect(bench.answers == ["a?", "a"])
    #expect(bench.clock.sleeperCount == 0)
  }

  @Test func `a cancellation is not reported and not retried`() async {
    let attempts = Atomic<Int>(0)
    let failures = Log<String>()
    let bench = Bench(
      .on(Ask.self) { _, _ in
        attempts.add(1, ordering: .relaxed)
        throw CancellationError()
      }
      .retry(attempts: 3)
      .catch { error, _ in Failed(text: "\(error)") }
    )
    bench.store.onEffectFailure = { failures.append("\($0.error)") }
    bench.ask("a")
    await bench.store.idle()
    #expect(attempts.load(ordering: .relaxed) == 1)
    #expect(failures.events == [])
    #expect(bench.commits.actions(ofType: Failed.self) == [])
  }
}
