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
/// Needs no reducer, and the effect doesn't receive what it dispatches. Time passes automatically
/// when all work waits for it: a debounce of a second costs none. An ``Advance`` between two
/// actions lets part of it pass. An effect that reads the state receives one.
///
/// Waits until the effect has nothing left to do, so it fails if more actions arrive than expected
/// or an error is thrown, however late. Cancel an effect that never ends with one of the actions,
/// or run it with ``Exhaustivity/off``.
public struct EffectRunner<State: Sendable, Environment: Sendable>: Sendable {
  let state: State
  let environment: Environment
  let clock: TestClock
  let reducers: [Reducer<State>]
  /// The actions that start the effects; `nil` if unknown, or if every action does.
  let answered: AnsweredActions?
  /// Registers the effects to run.
  let install: @Sendable (TestStore<State, Environment>) -> Void

  /// Creates a runner for one effect.
  /// - Parameters:
  ///   - effect: The effect to run.
  ///   - environment: Its dependencies.
  ///   - state: The store's state as it sees it.
  ///   - clock: The clock that measures its time; may also be in the environment.
  public init(
    _ effect: Effect<Environment>,
    environment: Environment,
    state: State,
    clock: TestClock = TestClock()
  ) {
    self.init(state, environment, clock, answered: AnsweredActions([effect])) {
      $0.register(effect: effect, id: "The effect")
    }
  }

  /// Creates a runner for all effects of a type, which may cancel one another by id.
  /// - Parameters:
  ///   - effects: The effects to run.
  ///   - environment: Their dependencies.
  ///   - state: The store's state as they see it.
  ///   - clock: The clock that measures their time; may also be in the environment.
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

  /// Creates a runner for a feedback.
  /// - Parameters:
  ///   - feedback: The feedback to run.
  ///   - environment: Its dependencies.
  ///   - state: The state at its registration.
  ///   - clock: The clock that measures its time; may also be in the environment.
  public init(
    _ feedback: Feedback<State, Environment>,
    environment: Environment,
    state: State,
    clock: TestClock = TestClock()
  ) {
    self.init(state, environment, clock) { $0.register(feedback: feedback, id: "The feedback") }
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
