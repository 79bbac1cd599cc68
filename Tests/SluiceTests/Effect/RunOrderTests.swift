import Sluice
import SluiceTesting
import TestSupport
import Testing

/// Interceptors are notified of a run's start before anything else of it.
@Suite(.inTurn) struct RunOrderTests {
  /// What interceptors were notified of each run, in order.
  private static func histories(_ events: [EffectEvent]) -> [Int: [String]] {
    Dictionary(grouping: events, by: \.run.number).mapValues { $0.map { "\($0.kind)" } }
  }

  @Test func `a run that is cancelled while it starts is reported as started first`() async throws {
    let events = Log<EffectEvent>()
    let bench = Bench()
    bench.store.register(interceptor: EffectProbe<Counting> { events.append($0) })
    bench.store.register(
      effect: .on(Ask.self).run { [unowned store = bench.store] ask, _, context in
        await withTaskCancellationHandler {
          try? await context.sleep(for: .seconds(100))
        } onCancel: {
          // The next run exists already, and is not reported yet.
          if ask.key == 1 { store.dispatch(action: Stop()) }
        }
      }
      .debounce(for: .seconds(1))
      .overlap(.latest)
      .cancelled(by: Stop.self)
    )
    await bench.ask("first", key: 1, then: 1)
    await bench.ask("second", key: 2, then: 1)
    #expect(
      Self.histories(events.events) == [1: ["started", "cancelled"], 2: ["started", "cancelled"]]
    )
  }

  static let raced: [ActionEffect<Void, Ask>] = [
    Effect.echo, Effect.echo.overlap(.serial), Effect.echo.overlap(.latest),
    Effect.echo.overlap(.latest, by: { $0.key % 3 }),
  ]

  @Test(arguments: raced.indices, [1, 2])
  func `runs that race with cancellations are reported in order, and let no late action in`(
    index: Int,
    threads: Int
  ) async {
    // The pool's threads, not a test's clock: runs race with their cancellers.
    let store = Store.counting()
    let (late, lastStop) = (Log<Int>(), Shared(0))
    store.register(
      interceptor: CommitProbe { commit in
        if commit.action is Stop { lastStop.value = commit.number }
        guard commit.action is Answered, let cause = commit.origin.cause else { return }
        if cause.commit < lastStop.value { late.append(commit.number) }
      }
    )
    let events = Log<EffectEvent>()
    store.register(interceptor: EffectProbe<Counting> { events.append($0) })
    store.register(effect: Self.raced[index].cancelled(by: Stop.self))
    await Threads.run(threads) { thread in
      for round in 0..<(volume(300, nightly: 1_000) / threads) {
        store.dispatch(action: Ask("x", key: round))
        if round % threads == thread { store.dispatch(action: Stop()) }
      }
    }
    await store.idle()
    #expect(late.events == [])
    let histories = Self.histories(events.events)
    #expect(!histories.isEmpty)
    for (run, history) in histories {
      let isComplete = history == ["started", "ended"] || history == ["started", "cancelled"]
      #expect(isComplete, "run \(run): \(history)")
    }
  }
}
