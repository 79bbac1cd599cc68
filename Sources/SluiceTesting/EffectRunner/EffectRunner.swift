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
/// itself, as soon as everything waits for it: a debounce of a second costs none; an ``Advance``
/// between two actions lets a part of it pass. An effect that reads the state is given one.
///
/// The runner waits until the effect has nothing left to do. So it fails when more actions come than
/// are expected, however late, and when an error comes late. An effect that never ends is cancelled by
/// one of the actions, or run with ``Exhaustivity/off``.
public struct EffectRunner<State: Sendable, Environment: Sendable>: Sendable {
  let state: State
  let environment: Environment
  let clock: TestClock
  let reducers: [Reducer<State>]
  /// What starts the effects; `nil` if that isn't known, or is every action.
  let answered: AnsweredActions?
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
    self.init(state, environment, clock, answered: AnsweredActions([effect])) {
      $0.register(effect: effect, id: "the effect")
    }
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
    self.init(state, environment, clock, answered: AnsweredActions(effects.enabledEffects)) {
      $0.register(feature: feature)
    }
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
    answered: AnsweredActions? = nil,
    install: @escaping @Sendable (TestStore<State, Environment>) -> Void
  ) {
    self.state = state
    self.environment = environment
    self.clock = clock
    self.reducers = reducers
    self.answered = answered
    self.install = install
  }
}
