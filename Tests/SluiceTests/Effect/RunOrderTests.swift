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
      effect: .on(Ask.self) { [unowned store = bench.store] ask, _, context in
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

  @Test func `runs that two threads start and cancel are reported in order`() async {
    let events = Log<EffectEvent>()
    let store = Store.counting()
    store.onDiagnostic = { _ in }
    store.register(interceptor: EffectProbe<Counting> { events.append($0) })
    // The end of one run starts the next, on the thread of the run.
    store.register(effect: .on(Ask.self) { _, _ in }.overlap(.serial).cancelled(by: Touch.self))
    await Threads.run(2) { index in
      for _ in 0..<4_000 {
        if index == 0 {
          for _ in 0..<4 { store.dispatch(action: Ask("next")) }
        } else {
          store.dispatch(action: Touch())
        }
      }
    }
    store.dispatch(action: Touch())
    await store.idle()
    let histories = Self.histories(events.events)
    #expect(!histories.isEmpty)
    for (run, history) in histories {
      #expect(history.first == "started" && history.count == 2, "run \(run): \(history)")
    }
  }
}
