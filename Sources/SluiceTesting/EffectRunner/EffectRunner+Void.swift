public import Sluice

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
  ///   - expectedCount: How many actions it must dispatch until it has nothing left to do: no more,
  ///     and no fewer.
  ///   - exhaustivity: Without it, the runner ends as soon as that many have come.
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
    exhaustivity: Exhaustivity = .on,
    timeout: Duration = .seconds(10),
    filePath: StaticString = #filePath,
    line: UInt = #line
  ) async throws -> [any Action] {
    try await EffectRunner(effect, environment: environment, clock: clock)
      .run(.actions(actions), expectedCount, exhaustivity, timeout, SourcePlace(filePath, line))
  }
}

extension EffectRunner where Environment == Void {
  /// Runs one effect that needs nothing from outside.
  /// - Parameters:
  ///   - effect: What is run.
  ///   - state: What it sees as the store's state.
  ///   - clock: What it measures time with.
  public init(_ effect: Effect<Void>, state: State, clock: TestClock = TestClock()) {
    self.init(effect, environment: (), state: state, clock: clock)
  }

  /// Runs all effects of a type that needs nothing from outside.
  /// - Parameters:
  ///   - effects: What is run.
  ///   - state: What they see as the store's state.
  ///   - clock: What they measure time with.
  public init<E: Effects<Void>>(_ effects: E, state: State, clock: TestClock = TestClock()) {
    self.init(effects, environment: (), state: state, clock: clock)
  }

  /// Runs a feedback that needs nothing from outside.
  /// - Parameters:
  ///   - feedback: What is run.
  ///   - state: The state at its registration.
  ///   - clock: What it measures time with.
  public init(_ feedback: Feedback<State, Void>, state: State, clock: TestClock = TestClock()) {
    self.init(feedback, environment: (), state: state, clock: clock)
  }
}

extension EffectRunner where State == Void, Environment == Void {
  /// Runs one effect that needs nothing from outside and does not look at the state.
  /// - Parameters:
  ///   - effect: What is run.
  ///   - clock: What it measures time with.
  public init(_ effect: Effect<Void>, clock: TestClock = TestClock()) {
    self.init(effect, environment: (), state: (), clock: clock)
  }

  /// Runs all effects of a type that needs nothing from outside and does not look at the state.
  /// - Parameters:
  ///   - effects: What is run.
  ///   - clock: What they measure time with.
  public init<E: Effects<Void>>(_ effects: E, clock: TestClock = TestClock()) {
    self.init(effects, environment: (), state: (), clock: clock)
  }

  /// Runs one effect that needs nothing from outside, and returns the actions that it dispatched.
  ///
  /// - Parameters:
  ///   - effect: What is run.
  ///   - actions: Dispatched in order; the effect does what it can without time after each.
  ///   - clock: What it measures time with.
  ///   - expectedCount: How many actions it must dispatch until it has nothing left to do: no more,
  ///     and no fewer.
  ///   - exhaustivity: Without it, the runner ends as soon as that many have come.
  ///   - timeout: How long to wait for what takes real time, such as input and output.
  ///   - filePath: The caller's file; a failure's description begins with it.
  ///   - line: The caller's line.
  /// - Throws: An ``ExpectationFailure`` or `CancellationError`.
  @discardableResult
  public static func run(
    _ effect: Effect<Void>,
    with actions: any Action...,
    clock: TestClock = TestClock(),
    expectedCount: Int = 1,
    exhaustivity: Exhaustivity = .on,
    timeout: Duration = .seconds(10),
    filePath: StaticString = #filePath,
    line: UInt = #line
  ) async throws -> [any Action] {
    try await EffectRunner(effect, clock: clock)
      .run(.actions(actions), expectedCount, exhaustivity, timeout, SourcePlace(filePath, line))
  }

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
