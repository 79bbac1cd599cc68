public import Sluice

/// Runs an effect alone: actions in, actions out.
///
/// ```swift
/// let actions = try await EffectRunner.run(
///   search,
///   with: SearchTyped(text: "swift"),
///   environment: AppEnvironment(api: .returning(["swift"]))
/// )
/// ```
///
/// No reducer is needed, and what the effect dispatches does not come back to it. Time passes by
/// itself, as soon as everything waits for it: a debounce of a second costs none. An effect that
/// reads the state is given one.
public struct EffectRunner<State: Sendable, Environment: Sendable>: Sendable {
  /// Lets a time pass between the actions that an effect is run with.
  public struct Advance: Action {
    /// How much later the next action is.
    public let duration: Duration

    /// A time between two actions.
    public init(by duration: Duration) { self.duration = duration }
  }

  let state: State
  let environment: Environment
  let clock: TestClock
  let reducers: [Reducer<State>]
  /// Registers what is run.
  let install: @Sendable (TestStore<State, Environment>) -> Void

  /// Runs one effect.
  /// - Parameters:
  ///   - effect: What is run.
  ///   - environment: What it needs from outside.
  ///   - state: What it sees as the store's state.
  ///   - clock: What it measures time with; the same may stand in the environment.
  public init(
    _ effect: Effect<Environment>,
    environment: Environment,
    state: State,
    clock: TestClock = TestClock()
  ) {
    self.init(state, environment, clock) { $0.register(effect: effect, id: "the effect") }
  }

  /// Runs all effects of a type, which may cancel one another by id.
  /// - Parameters:
  ///   - effects: What is run.
  ///   - environment: What they need from outside.
  ///   - state: What they see as the store's state.
  ///   - clock: What they measure time with; the same may stand in the environment.
  public init<E: Effects>(
    _ effects: E,
    environment: Environment,
    state: State,
    clock: TestClock = TestClock()
  ) where E.Environment == Environment {
    let feature = Feature<State, Environment>(id: E.id).effects(effects)
    self.init(state, environment, clock) { $0.register(feature: feature) }
  }

  /// Runs a feedback.
  /// - Parameters:
  ///   - feedback: What is run.
  ///   - environment: What it needs from outside.
  ///   - state: The state at its registration.
  ///   - clock: What it measures time with; the same may stand in the environment.
  public init(
    _ feedback: Feedback<State, Environment>,
    environment: Environment,
    state: State,
    clock: TestClock = TestClock()
  ) {
    self.init(state, environment, clock) { $0.register(feedback: feedback, id: "the feedback") }
  }

  init(
    _ state: State,
    _ environment: Environment,
    _ clock: TestClock,
    reducers: [Reducer<State>] = [],
    install: @escaping @Sendable (TestStore<State, Environment>) -> Void
  ) {
    self.state = state
    self.environment = environment
    self.clock = clock
    self.reducers = reducers
    self.install = install
  }
}

extension EffectRunner where State == Void {
  /// Runs one effect that does not look at the state.
  /// - Parameters:
  ///   - effect: What is run.
  ///   - environment: What it needs from outside.
  ///   - clock: What it measures time with; the same may stand in the environment.
  public init(
    _ effect: Effect<Environment>,
    environment: Environment,
    clock: TestClock = TestClock()
  ) {
    self.init(effect, environment: environment, state: (), clock: clock)
  }

  /// Runs all effects of a type, none of which looks at the state.
  /// - Parameters:
  ///   - effects: What is run.
  ///   - environment: What they need from outside.
  ///   - clock: What they measure time with; the same may stand in the environment.
  public init<E: Effects>(
    _ effects: E,
    environment: Environment,
    clock: TestClock = TestClock()
  ) where E.Environment == Environment {
    self.init(effects, environment: environment, state: (), clock: clock)
  }

  /// Runs one effect alone, and returns the actions that it dispatched.
  ///
  /// - Parameters:
  ///   - effect: What is run.
  ///   - actions: Dispatched in order; the effect does what it can without time after each.
  ///   - environment: What it needs from outside.
  ///   - clock: What it measures time with; the same may stand in the environment.
  ///   - expectedCount: How many actions it must dispatch: no more by then, and no fewer.
  ///   - timeout: How long to wait for what takes real time, such as input and output.
  ///   - filePath: The caller's file; a failure's description begins with it.
  ///   - line: The caller's line.
  /// - Throws: An ``ExpectationFailure`` or `CancellationError`.
  @discardableResult
  public static func run(
    _ effect: Effect<Environment>,
    with actions: any Action...,
    environment: Environment,
    clock: TestClock = TestClock(),
    expectedCount: Int = 1,
    timeout: Duration = .seconds(10),
    filePath: StaticString = #filePath,
    line: UInt = #line
  ) async throws -> [any Action] {
    try await EffectRunner(effect, environment: environment, clock: clock)
      .run(.actions(actions), expectedCount, timeout, SourcePlace(filePath, line))
  }
}

extension EffectRunner where State == Void, Environment == Void {
  /// Runs what a reducer's handler returned.
  /// - Parameters:
  ///   - followUps: What is run, in order.
  ///   - clock: What a store with them would measure time with.
  public init(_ followUps: [FollowUp], clock: TestClock = TestClock()) {
    let reducer = Reducer<Void>(ReduceOn(BeginFollowUps.self) { _, _ -> [FollowUp] in followUps })
    self.init((), (), clock, reducers: [reducer]) { store in
      store.dispatch(action: GivenAction(BeginFollowUps()))
    }
  }
}

private struct BeginFollowUps: Action {}
