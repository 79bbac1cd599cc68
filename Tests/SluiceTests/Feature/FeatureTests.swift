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
    let step = Effect<StepEnvironment>.map(Ask.self) { _, environment in
      environment.log.append("effect")
      return [Increment(by: environment.step)]
    }
    let wait = Effect<StepEnvironment>.on(Answer.self) { _, environment in
      environment.log.append("waiting")
      // Ends when the run is cancelled, and not before.
      let (stream, continuation) = AsyncStream.makeStream(of: Void.self)
      for await _ in stream {}
      continuation.finish()
      environment.log.append("cancelled: \(Task.isCancelled)")
      return Increment(by: 1_000)
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

  private let store: Store<Enclosing, World>

  init() { store = Store(initialState: Enclosing(), environment: World(log: log)) }

  private func load(_ feature: Feature<Counting, StepEnvironment>) {
    store.register(
      feature: feature,
      state: \.counting,
      environment: { StepEnvironment(log: $0.log, step: $0.step) }
    )
  }

  /// A feature of the rest, which is loaded beside.
  private func loadOther() {
    let adding = Reducer<Int>(ReduceOn(Increment.self) { $0 += $1.by })
    store.register(feature: Feature<Int, World>(id: "other").reducer(adding), state: \.rest)
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

  @Test func `removing a feature cancels what its effects do, and drops what they dispatch`()
    async throws
  {
    load(feature())
    store.send(Answer())
    try await log.wait(for: "waiting")
    store.unregister(feature: feature())
    try await log.wait(for: "cancelled: true")
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
      feature: Feature(id: "twice").effect(.map(Touch.self) { _ in Increment(by: 2) })
    )
    store.send(Touch())
    #expect(store.state == Counting(count: 2, other: 1))
  }

  @Test func `an effect of a feature sees the feature's part of the state, or the whole`()
    async throws
  {
    let seen = Log<[Int]>()
    let looking = Feature<Counting, World>(id: "looking").reducer(.counting)
      .effect(
        .on(Touch.self, state: Counting.self) { _, _, context in
          seen.append([context.state.count, context.selectCurrent(countSelector)])
        }
      )
      .effect(
        .on(Touch.self, state: Enclosing.self) { _, _, context in
          seen.append([context.state.counting.count, context.state.rest])
        }
      )
    store.register(feature: looking, state: \.counting)
    store.send(Increment(by: 7), Touch())
    try await seen.wait(for: [7, 7])
    try await seen.wait(for: [7, 0])
  }

  @Test func `a feature's feedbacks look at its part, begin with it and end with it`() async throws
  {
    let positive: @Sendable (Counting) -> Int? = { $0.count > 0 ? $0.count : nil }
    let waiting = Feedback<Counting, StepEnvironment>(whenSome: positive) {
      count,
      environment,
      context in
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
    #expect(log.events.isEmpty)
    store.send(Increment(by: 1))
    try await log.wait(for: "for 1 by 10")
    // The feature's effects are there beside its feedbacks.
    store.send(Ask())
    try await log.wait(for: "for 11 by 10")
    try await log.wait(for: "more")
    store.unregister(feature: feature)
    let before = log.events.count
    store.register(reducer: .counting, for: \.counting)
    store.send(Increment(by: 1), Answer())
    await store.idle()
    #expect(store.state.counting.count == 12)
    #expect(log.events.count == before)
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
