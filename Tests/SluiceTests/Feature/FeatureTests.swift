import Sluice
import SluiceTesting
import TestSupport
import Testing

@Suite(.inTurn) struct FeatureTests {
  struct Whole: Sendable {
    var counting = Counting()
    var other = Counting()
  }
  struct WholeEnvironment: Sendable {
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

  private func store() -> Store<Whole, WholeEnvironment> {
    Store(initialState: Whole(), environment: WholeEnvironment(log: log))
  }

  private func load(_ store: Store<Whole, WholeEnvironment>) {
    store.register(
      feature: feature(),
      state: \.counting,
      environment: { StepEnvironment(log: $0.log, step: $0.step) }
    )
  }

  @Test func `a feature brings reducers, effects, middleware and interceptors for its part`() {
    let store = store()
    load(store)
    store.dispatch(action: Ask())
    #expect(store.state.counting.count == 10)
    #expect(store.state.other.count == 0)
    #expect(
      log.events == ["middleware 0", "interceptor 0", "effect", "middleware 0", "interceptor 10"]
    )
  }

  @Test func `a feature is loaded late and removed while the store runs`() {
    let store = store()
    store.dispatch(action: Ask())
    #expect(log.events.isEmpty)
    load(store)
    store.dispatch(action: Increment(by: 1))
    #expect(store.state.counting.count == 1)
    store.unregister(feature: feature())
    let before = log.events.count
    store.dispatch(action: Increment(by: 1))
    store.dispatch(action: Ask())
    #expect(log.events.count == before)
    // What it did stays.
    #expect(store.state.counting.count == 1)
    load(store)
    store.dispatch(action: Increment(by: 1))
    #expect(store.state.counting.count == 2)
  }

  @Test func `removing a feature cancels what its effects do, and drops what they dispatch`()
    async throws
  {
    let store = store()
    load(store)
    store.dispatch(action: Answer())
    try await log.wait(for: "waiting")
    store.unregister(feature: feature())
    try await log.wait(for: "cancelled: true")
    #expect(store.state.counting.count == 0)
  }

  @Test func `removing a feature leaves others alone`() {
    let store = store()
    load(store)
    store.register(
      feature: Feature<Counting, WholeEnvironment>(id: "other").reducer(.counting),
      state: \.other
    )
    store.register(interceptor: CommitProbe { [log] _ in log.append("mine") })
    store.unregister(feature: feature())
    store.dispatch(action: Increment())
    #expect(store.state.other.count == 1)
    #expect(store.state.counting.count == 0)
    #expect(log.events == ["mine"])
  }

  @Test func `a feature that is registered twice is there once`() {
    let store = store()
    load(store)
    load(store)
    store.dispatch(action: Increment())
    #expect(store.state.counting.count == 1)
    #expect(log.events == ["middleware 0", "interceptor 1"])
  }

  @Test func `a feature may be for the whole state, and need what the store has`() {
    let store = Store.counting()
    store.register(
      feature: Feature(id: "twice").effect(.map(Touch.self) { _ in Increment(by: 2) })
    )
    store.dispatch(action: Touch())
    #expect(store.state == Counting(count: 2, other: 1))
  }

  @Test func `an effect of a feature sees the feature's part of the state`() async throws {
    let store = store()
    let seen = Log<[Int]>()
    store.register(
      feature: Feature<Counting, WholeEnvironment>(id: "looking").reducer(.counting).effect(
        .on(Touch.self, state: Counting.self) { _, _, context in
          seen.append([context.state.count, context.selectCurrent(countSelector)])
        }
      ).effect(
        .on(Touch.self, state: Whole.self) { _, _, context in
          seen.append([context.state.counting.count, context.state.other.count])
        }
      ),
      state: \.counting
    )
    store.dispatch(action: Increment(by: 7))
    store.dispatch(action: Touch())
    try await seen.wait(for: [7, 7])
    try await seen.wait(for: [7, 0])
  }

  @Test func `a feature's feedbacks look at its part, begin with it and end with it`() async throws
  {
    let store = store()
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
    store.register(
      feature: feature,
      state: \.counting,
      environment: { StepEnvironment(log: $0.log, step: $0.step) }
    )
    #expect(log.events.isEmpty)
    store.dispatch(action: Increment(by: 1))
    try await log.wait(for: "for 1 by 10")
    // The feature's effects are there beside its feedbacks.
    store.dispatch(action: Ask())
    try await log.wait(for: "for 11 by 10")
    try await log.wait(for: "more")
    store.unregister(feature: feature)
    let before = log.events.count
    store.register(reducer: .counting, for: \.counting)
    store.dispatch(action: Increment(by: 1))
    store.dispatch(action: Answer())
    await store.idle()
    #expect(store.state.counting.count == 12)
    #expect(log.events.count == before)
  }

  @Test func `features are registered and unregistered while others dispatch`() async {
    let store = store()
    store.register(
      feature: Feature<Counting, WholeEnvironment>(id: "other").reducer(.counting),
      state: \.other
    )
    store.onDiagnostic = { _ in }
    await Threads.run(4) { index in
      for _ in 0..<100 {
        if index == 0 {
          load(store)
          store.unregister(feature: feature())
        } else {
          store.dispatch(action: Increment())
        }
      }
    }
    #expect(store.state.other.count == 300)
    #expect(store.state.counting.count <= 300)
  }
}
