public import Sluice

extension EffectRunner where State == Void {
  /// Creates a runner for one effect that doesn't read the state.
  /// - Parameters:
  ///   - effect: The effect to run.
  ///   - environment: Its dependencies.
  ///   - clock: The clock that measures its time; may also be in the environment.
  public init(
    _ effect: Effect<Environment>,
    environment: Environment,
    clock: TestClock = TestClock()
  ) {
    self.init(effect, environment: environment, state: (), clock: clock)
  }

  /// Creates a runner for all effects of a type, none of which reads the state.
  /// - Parameters:
  ///   - effects: The effects to run.
  ///   - environment: Their dependencies.
  ///   - clock: The clock that measures their time; may also be in the environment.
  public init<E: Effects>(
    _ effects: E,
    environment: Environment,
    clock: TestClock = TestClock()
  ) where E.Environment == Environment {
    self.init(effects, environment: environment, state: (), clock: clock)
  }

  /// Runs one effect alone, and returns the actions that it dispatches.
  ///
  /// - Parameters:
  ///   - effect: The effect to run.
  ///   - actions: Actions to dispatch, in order. After each, the effect runs until it needs time.
  ///   - environment: Its dependencies.
  ///   - clock: The clock that measures its time; may also be in the environment.
  ///   - expectedCount: The exact number of actions it must dispatch until it has nothing left
  ///     to do.
  ///   - exhaustivity: If `.off`, the runner ends as soon as `expectedCount` actions arrive.
  ///   - timeout: The maximum wait for work that takes real time, such as input and output; by
  ///     default, ten seconds.
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
    timeout: Duration? = nil,
    filePath: StaticString = #filePath,
    line: UInt = #line
  ) async throws -> [any Action] {
    try await EffectRunner(effect, environment: environment, clock: clock)
      .run(.actions(actions), expectedCount, exhaustivity, timeout, SourcePlace(filePath, line))
  }
}

extension EffectRunner where Environment == Void {
  /// Creates a runner for one effect without dependencies.
  /// - Parameters:
  ///   - effect: The effect to run.
  ///   - state: The store's state as it sees it.
  ///   - clock: The clock that measures its time.
  public init(_ effect: Effect<Void>, state: State, clock: TestClock = TestClock()) {
    self.init(effect, environment: (), state: state, clock: clock)
  }

  /// Creates a runner for all effects of a type without dependencies.
  /// - Parameters:
  ///   - effects: The effects to run.
  ///   - state: The store's state as they see it.
  ///   - clock: The clock that measures their time.
  public init<E: Effects<Void>>(_ effects: E, state: State, clock: TestClock = TestClock()) {
    self.init(effects, environment: (), state: state, clock: clock)
  }

  /// Creates a runner for a feedback without dependencies.
  /// - Parameters:
  ///   - feedback: The feedback to run.
  ///   - state: The state at its registration.
  ///   - clock: The clock that measures its time.
  public init(_ feedback: Feedback<State, Void>, state: State, clock: TestClock = TestClock()) {
    self.init(feedback, environment: (), state: state, clock: clock)
  }
}

extension EffectRunner where State == Void, Environment == Void {
  /// Creates a runner for one effect that has no dependencies and doesn't read the state.
  /// - Parameters:
  ///   - effect: The effect to run.
  ///   - clock: The clock that measures its time.
  public init(_ effect: Effect<Void>, clock: TestClock = TestClock()) {
    self.init(effect, environment: (), state: (), clock: clock)
  }

  /// Creates a runner for all effects of a type without dependencies that ignores the state.
  /// - Parameters:
  ///   - effects: The effects to run.
  ///   - clock: The clock that measures their time.
  public init<E: Effects<Void>>(_ effects: E, clock: TestClock = TestClock()) {
    self.init(effects, environment: (), state: (), clock: clock)
  }

  /// Runs one effect without dependencies, and returns the actions that it dispatches.
  ///
  /// - Parameters:
  ///   - effect: The effect to run.
  ///   - actions: Actions to dispatch, in order. After each, the effect runs until it needs time.
  ///   - clock: The clock that measures its time.
  ///   - expectedCount: The exact number of actions it must dispatch until it has nothing left
  ///     to do.
  ///   - exhaustivity: If `.off`, the runner ends as soon as `expectedCount` actions arrive.
  ///   - timeout: The maximum wait for work that takes real time, such as input and output; by
  ///     default, ten seconds.
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
    timeout: Duration? = nil,
    filePath: StaticString = #filePath,
    line: UInt = #line
  ) async throws -> [any Action] {
    try await EffectRunner(effect, clock: clock)
      .run(.actions(actions), expectedCount, exhaustivity, timeout, SourcePlace(filePath, line))
  }

  /// Creates a runner for what a reducer's handler returned.
  /// - Parameters:
  ///   - followUps: The follow-ups to run, in order.
  ///   - clock: The clock that measures their time, as a store's clock would.
  public init(_ followUps: [FollowUp], clock: TestClock = TestClock()) {
    let reducer = Reducer<Void>(ReduceOn(BeginFollowUps.self) { _, _ -> [FollowUp] in followUps })
    self.init((), (), clock, reducers: [reducer]) { store in
      store.dispatch(action: BeginFollowUps(), function: Self.given)
    }
  }
}

private struct BeginFollowUps: Action {}
