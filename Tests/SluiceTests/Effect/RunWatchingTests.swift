import Sluice
import SluiceTesting
import TestSupport
import Testing

/// The state that a run watches.
@Suite(.inTurn)
struct RunWatchingTests {
  private struct Whole: Sendable {
    var counting = Counting()
  }

  private struct WatchingEffects: Effects {
    typealias Environment = Void
    let watch: ActionEffect<Void, Ask>
  }

  private let seen = Log<Int>()

  /// An effect that records the counts that it sees.
  private func watching() -> ActionEffect<Void, Ask> {
    .on(Ask.self, state: Counting.self) { [seen] _, _, context in
      for await count in context.values(of: \.count) { seen.append(count) }
      context.send(Answered(name: "never"))
    }
  }

  @Test func `a run sees each value of a part of the state, until it is cancelled`() async {
    let bench = Bench(watching().cancelled(by: Stop.self))
    bench.store.dispatch(action: Increment())
    bench.ask("a")
    await bench.advance()
    for action in [Increment(), Touch(), Increment(by: 2), Stop(), Increment()] as [any Action] {
      bench.store.dispatch(action: action)
      await bench.advance()
    }
    await bench.store.idle()
    #expect(seen.events == [1, 2, 4])
    #expect(bench.answers == [])
  }

  @Test func `a run of a feature sees the feature's part of the state`() async {
    let clock = TestClock()
    let store = Store(initialState: Whole(), clock: clock)
    let feature = Feature<Counting, Void>(id: "counting").reducer(.counting)
      .effects(WatchingEffects(watch: watching()))
    store.register(feature: feature, state: \.counting)
    store.dispatch(action: Ask(name: "a"))
    await clock.advance()
    store.dispatch(action: Increment(by: 3))
    await clock.advance()
    store.unregister(feature: feature)
    await store.idle()
    #expect(seen.events == [0, 3])
  }

  @Test func `a selector and all forms of a selection can be watched`() async {
    let bench = Bench(
      .on(Ask.self, state: Counting.self) { _, _, context in
        let sums = Selector<Counting, Int> { $0.count + $0.other }
        for await change in context.values(of: sums).changes {
          context.send(Answered(name: "\(change.old) \(change.new)"))
        }
      }
    )
    bench.ask("a")
    await bench.advance()
    bench.store.dispatch(action: Touch())
    await bench.advance()
    bench.store.dispatch(action: Increment(by: 3))
    await bench.advance()
    #expect(bench.answers == ["0 1", "1 4"])
  }

  @Test func `what a run watches ends with the run, in a task that outlives it, too`() async {
    let endings = Log<String>()
    let subscribed = Log<Int>()
    let tokens = Log<SelectionToken>()
    let bench = Bench(
      .on(Ask.self, state: Counting.self) { action, _, context in
        Task {
          for await _ in context.values(of: \.count) {}
          endings.append(action.name)
        }
        tokens.append(context.values(of: \.count).sink { subscribed.append($0) })
        _ = try await context.next(Touch.self)
        if action.key == 1 { throw CancellationError() }
      }
    )
    for key in 0...1 {
      bench.ask("a", key: key)
      await bench.advance()
      bench.store.dispatch(action: Touch())
      await bench.store.idle()
      await bench.advance()
    }
    bench.store.dispatch(action: Increment(by: 5))
    await bench.advance()
    // Not in the clock's executor.
    _ = try? await endings.wait(forCount: 2)
    #expect(endings.events == ["a", "a"])
    #expect(subscribed.events == [0, 0])
  }

  @Test func `a sequence that is watched after the run has ended ends at once`() async throws {
    let contexts = Log<RunContext<Counting>>()
    let bench = Bench(
      .on(Ask.self, state: Counting.self) { _, _, context in contexts.append(context) }
    )
    bench.ask("a")
    await bench.store.idle()
    let context = try #require(contexts.events.first)
    for await count in context.values(of: \.count) { seen.append(count) }
    #expect(seen.events == [0])
    await #expect(throws: CancellationError.self) {
      try await context.firstState(where: { $0.count == 1 })
    }
  }

  // MARK: - A state that satisfies a predicate

  @Test func `a run waits for a state, however shortly it lasts`() async {
    let bench = Bench(
      .on(Ask.self, state: Counting.self) { _, _, context in
        let state = try await context.firstState(where: { $0.count % 2 == 1 })
        context.send(Answered(name: "\(state.count) \(context.state.count)"))
      }
    )
    bench.ask("a")
    await bench.advance()
    bench.clock.holding {
      for _ in 0..<4 { bench.store.dispatch(action: Increment()) }
    }
    await bench.store.idle()
    #expect(bench.answers == ["1 4"])
  }

  @Test func `a state that is there already needs no wait`() async {
    let bench = Bench(
      .on(Ask.self, state: Counting.self) { _, _, context in
        let state = try await context.firstState(where: { $0.count == 0 }, timeout: .zero)
        context.send(Answered(name: "\(state.count)"))
      }
    )
    bench.ask("a")
    await bench.store.idle()
    #expect(bench.answers == ["0"])
  }

  @Test func `the time to wait for a state is that of the store's clock`() async {
    let bench = Bench(
      .on(Ask.self, state: Counting.self) { _, _, context in
        let isInTime =
          (try? await context.firstState(where: { $0.count == 1 }, timeout: .seconds(1))) != nil
        context.send(Answered(name: "\(isInTime)"))
        try await context.firstState(where: { $0.count == 2 }, timeout: .seconds(1))
      }
    )
    let failures = Log<String>()
    bench.store.onEffectFailure = { failures.append("\($0.error)") }
    bench.ask("a")
    await bench.advance(0.5)
    bench.store.dispatch(action: Increment())
    await bench.advance(0.5)
    #expect(bench.answers == ["true"])
    await bench.advance(0.5)
    #expect(
      failures.events == [
        "A state that satisfies the predicate was awaited for 1.0 seconds, and did not come."
      ]
    )
  }

  @Test func `what a run no longer watches is released before the run ends`() async {
    let bench = Bench(
      .on(Ask.self, state: Counting.self) { _, _, context in
        weak var held: Witness?
        do {
          let witness = Witness()
          held = witness
          let token = context.values(of: \.count).sink { _ in withExtendedLifetime(witness) {} }
          token.cancel()
        }
        context.send(Answered(name: held == nil ? "released" : "held"))
      }
    )
    bench.ask("a")
    await bench.store.idle()
    #expect(bench.answers == ["released"])
  }

  @Test func `waiting for a state retains none`() async {
    final class Witness: Sendable {}
    struct Holding: Sendable { var witness: Witness? }
    struct Drop: Action {}
    let clock = TestClock()
    let store = Store(
      initialState: Holding(witness: Witness()),
      reducers: [Reducer(ReduceOn(Drop.self) { state, _ in state.witness = nil })],
      clock: clock
    )
    store.register(
      effect: Effect.on(Ask.self, state: Holding.self) { _, _, context in
        try await context.firstState(where: { _ in false })
      },
      id: "waiting"
    )
    store.dispatch(action: Ask(name: "a"))
    await clock.advance()
    weak let witness = store.state.witness
    #expect(witness != nil)
    store.dispatch(action: Drop())
    #expect(witness == nil)
  }

  @Test func `a runner counts a run that only watches as idle`() async throws {
    let effect = Effect<Void>.on(Ask.self, state: Counting.self) { _, _, context in
      for await count in context.values(of: \.count) {
        context.send(Answered(name: "\(count)"))
      }
    }
    let actions = try await EffectRunner(effect, environment: (), state: Counting())
      .run(with: Ask(name: "a"))
    #expect(actions as? [Answered] == [Answered(name: "0")])
  }
}
