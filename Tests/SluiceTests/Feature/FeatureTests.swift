import Sluice
import SluiceTesting
import TestSupport
import Testing

@Suite(.inTurn) struct FeatureTests {
  struct World: Sendable {
    let log: Log<String>
    var step = 10
  }
  struct StepEnvironment: Sendable {
    let log: Log<String>
    let step: Int
  }

  private struct Ask: Action {}
  private struct Answer: Action {}

  private final class StepEffects: Effects<StepEnvironment> {
    let step = Effect<StepEnvironment>.on(Ask.self).flatMap { _, environment in
      environment.log.append("effect")
      return [Increment(by: environment.step)]
    }
    let wait = Effect<StepEnvironment>.on(Answer.self).run { _, environment, context in
      environment.log.append("waiting")
      try? await context.sleep(for: .seconds(1))
      environment.log.append("cancelled: \(Task.isCancelled)")
      context.send(Increment(by: 1_000))
    }
  }

  private let log = Log<String>()

  private func feature() -> Feature<Counting, StepEnvironment> {
    Feature(id: "stepping")
      .reducer(.counting)
      .effects(StepEffects())
      .middleware(
        MiddlewareFunction { [log] action, context, next in
          log.append("middleware \(context.state.count)")
          next(action)
        }
      )
      .interceptor(CommitProbe { [log] in log.append("interceptor \($0.newState.count)") })
  }

  private let clock = TestClock()
  private let store: Store<Enclosing, World>

  init() { store = Store(initialState: Enclosing(), environment: World(log: log), clock: clock) }

  private func load(_ feature: Feature<Counting, StepEnvironment>) {
    store.register(
      feature: feature.lift(
        .state(\.counting),
        environment: { StepEnvironment(log: $0.log, step: $0.step) }
      )
    )
  }

  /// A feature of the rest, which is loaded beside.
  private func loadOther() {
    let adding = Reducer<Int>(ReduceOn(Increment.self) { $0 += $1.by })
    let feature = Feature<Int, World>(id: "other").reducer(adding)
    store.register(feature: feature.lift(.state(\.rest)))
  }

  @Test func `a feature brings reducers, effects, middleware and interceptors for its part`() {
    load(feature())
    store.send(Ask())
    #expect(store.state == Enclosing(counting: Counting(count: 10)))
    #expect(
      log.events == ["middleware 0", "interceptor 0", "effect", "middleware 0", "interceptor 10"]
    )
  }

  @Test func `a feature is loaded late, once, and removed while the store runs`() {
    store.send(Ask())
    #expect(log.events.isEmpty)
    load(feature())
    load(feature())
    store.send(Increment(by: 1))
    #expect(store.state.counting.count == 1)
    #expect(log.events == ["middleware 0", "interceptor 1"])
    store.unregister(feature: feature())
    store.send(Increment(by: 1), Ask())
    #expect(log.events.count == 2)
    // What it did stays.
    #expect(store.state.counting.count == 1)
    load(feature())
    store.send(Increment(by: 1))
    #expect(store.state.counting.count == 2)
  }

  @Test func `removing a feature cancels its runs, and drops what they dispatch`() async {
    load(feature())
    store.send(Answer())
    await clock.advance()
    store.unregister(feature: feature())
    await clock.advance()
    #expect(log.events.suffix(2) == ["waiting", "cancelled: true"])
    #expect(store.state.counting.count == 0)
  }

  @Test func `removing a feature leaves others alone`() {
    load(feature())
    loadOther()
    store.register(interceptor: CommitProbe { [log] _ in log.append("mine") })
    store.unregister(feature: feature())
    store.send(Increment())
    #expect(store.state == Enclosing(rest: 1))
    #expect(log.events == ["mine"])
  }

  @Test func `a feature may be for the whole state, and need what the store has`() {
    let store = Store.counting()
    store.register(
      feature: Feature(id: "twice").effect(.on(Touch.self).map { _, _ in Increment(by: 2) })
    )
    store.send(Touch())
    #expect(store.state == Counting(count: 2, other: 1))
  }

  @Test func `an effect of a feature sees its part of the state, or the whole`() async {
    let seen = Log<[Int]>()
    let looking = Feature<Counting, World>(id: "looking").reducer(.counting)
      .effect(
        .on(Touch.self).seeing(Counting.self).run { _, _, context in
          seen.append([context.state.count, context.selectCurrent(countSelector)])
        }
      )
      .effect(
        .on(Touch.self).seeing(Enclosing.self).run { _, _, context in
          seen.append([context.state.counting.count, context.state.rest])
        }
      )
      .effect(
        .on(Touch.self).seeing(Counting.self).run { _, _, context in
          for await count in context.values(of: \.count) { seen.append([count]) }
        }
      )
    store.register(feature: looking.lift(.state(\.counting)))
    store.send(Increment(by: 7), Touch())
    await clock.advance()
    #expect(Set(seen.events) == [[7, 7], [7, 0], [7]])
    store.send(Increment())
    await clock.advance()
    #expect(seen.events.last == [8])
    store.unregister(feature: looking)
    await store.idle()
  }

  @Test func `a feature's feedbacks look at its part, begin with it and end with it`() async {
    let positive: @Sendable (Counting) -> Int? = { $0.count > 0 ? $0.count : nil }
    let waiting = Feedback<Counting, StepEnvironment>(
      for: positive
    ) { count, environment, context in
      environment.log.append("for \(count) by \(environment.step)")
      _ = try await context.next(Answer.self)
      context.send(Increment(by: 1_000))
    }
    let feature = Feature<Counting, StepEnvironment>(id: "asking")
      .reducer(.counting)
      .effects(StepEffects())
      .feedback(waiting)
      .feedback(
        Feedback(while: { $0.count > 1 }) { environment, _ in environment.log.append("more") }
      )
    load(feature)
    await clock.advance()
    #expect(log.events == [])
    store.send(Increment(by: 1))
    await clock.advance()
    // The feature's effects are there beside its feedbacks.
    store.send(Ask())
    await clock.advance()
    #expect(Set(log.events) == ["for 1 by 10", "effect", "for 11 by 10", "more"])
    store.unregister(feature: feature)
    store.register(reducer: .counting, for: .state(\.counting))
    store.send(Increment(by: 1), Answer())
    await clock.advance()
    // A feedback's run, which isn't counted, has ended.
    await store.idle()
    #expect(store.state.counting.count == 12)
    #expect(log.events.count == 4)
  }

  @Test func `features are registered and unregistered while others dispatch`() async {
    loadOther()
    store.onDiagnostic = { _ in }
    await Threads.run(4) { index in
      for _ in 0..<100 {
        if index > 0 {
          store.dispatch(action: Increment())
        } else {
          load(feature())
          store.unregister(feature: feature())
        }
      }
    }
    #expect(store.state.rest == 300)
    #expect(store.state.counting.count <= 300)
  }
}
