public import Sluice
import SluiceHistory

/// A store whose test must expect all that happens: what each action changes, which actions follow,
/// and that nothing is left running.
///
/// ```swift
/// try await withTestStore(
///   initialState: AppState(),
///   environment: AppEnvironment(api: .failing),
///   reducers: [todosReducer],
///   effects: [TodosEffects()]
/// ) { store in
///   try await store.send(FetchTodos())
///   try await store.receive(FetchFailed.self) { $0.failure = "No connection" }
/// }
/// ```
///
/// Created only by
/// ``withTestStore(initialState:environment:reducers:features:effects:feedbacks:clock:exhaustivity:beginsRuns:timeout:filePath:line:_:)``,
/// which requires at the end that the test has expected everything.
///
/// It is a ``/Sluice/Store``, accepted wherever one is, with an interceptor that keeps account, so
/// its order is unchanged. Register middleware and interceptors on it, select from it, let a
/// view dispatch on it; receive what others dispatch like what effects dispatch. A failed
/// expectation throws an ``ExpectationFailure``.
///
/// The closure of an expectation changes a copy of the state before the action; the result must
/// equal the new state. States are compared by `==` if equatable, otherwise by what is visible.
///
/// The test's ``state`` follows what the test has stated: after a `send`, it doesn't include what
/// effects have dispatched since. Code under test that takes a ``/Sluice/Store`` reads the current one.
///
/// A ``TestClock`` measures time, so that nothing sleeps.
public final class TestStore<State: Sendable, Environment: Sendable>: Store<State, Environment>,
  ExpectingStore, @unchecked Sendable
{
  // `@unchecked`: as the superclass; the one `var` is set by the initializer.

  /// The clock of runs and timers.
  public let clock: TestClock
  let ledger: Ledger
  /// Holds runs back until the test runs them.
  let gate = EffectGate()
  private let initialState: State
  /// Records all actions, like the ledger.
  private(set) var recorder: ReplayRecorder<State>?

  /// Creates a store that keeps account from the first commit on.
  init(
    initialState: State,
    environment: Environment,
    reducers: [Reducer<State>],
    features: [Feature<State, Environment>] = [],
    effects: [any Effects<Environment>] = [],
    feedbacks: [Feedback<State, Environment>] = [],
    clock: TestClock,
    exhaustivity: Exhaustivity,
    beginsRuns: RunBeginning = .atOnce
  ) {
    self.clock = clock
    self.initialState = initialState
    ledger = Ledger(exhaustivity)
    super.init(
      initialState: initialState,
      environment: environment,
      reducers: reducers,
      clock: GatedClock(clock: clock, gate: gate)
    )
    recorder = makeRecorder(limit: .max)
    register(
      interceptor: LedgerInterceptor<State>(ledger: ledger) { [weak self] in
        self?.hasTakingInterceptor { !($0 is LedgerInterceptor<State>) } ?? true
      }
    )
    onEffectFailure = { [ledger] in ledger.append(.failure($0)) }
    gate.set(beginsRuns)
    // Runs of feedbacks begin when everything is registered.
    clock.holding {
      for feature in features { register(feature: feature) }
      for effects in effects { register(effects: effects) }
      for feedback in feedbacks { register(feedback: feedback) }
    }
  }

  /// The state after the last action that the test has stated, by `send` or `receive`, or skipped.
  ///
  /// Later actions that have come, such as what effects dispatch, are not in it until they are stated;
  /// see ``currentState``.
  @_nonoverride
  public var state: State { (ledger.statedState as? State) ?? initialState }

  /// A part of the state after the last action that the test has stated.
  @_nonoverride
  public subscript<Value>(dynamicMember keyPath: KeyPath<State, Value>) -> Value {
    get { state[keyPath: keyPath] }
    @available(
      *,
      unavailable,
      message: "The state is changed by reducers only: dispatch an action."
    )
    set { fatalError("The state is changed by reducers only.") }
  }

  /// The state after the last action that was dispatched, whether the test has stated it or not.
  public var currentState: State { super.state }

  /// How much the test must expect from now on.
  public var exhaustivity: Exhaustivity {
    get { ledger.exhaustivity }
    set { ledger.exhaustivity = newValue }
  }

  /// Everything skipped so far, because expectations are not exhaustive.
  public var skipped: [SkippedExpectation] { ledger.skipped }

  /// The implementation of this store's expectations.
  public var expectations: Expectations<State> {
    let view = StateView<State, State>.whole
    return Expectations(
      ledger: ledger,
      clock: clock,
      // Weak: a projection of the store may outlive it.
      prospects: { [weak self] in self.map(Prospects.init) ?? .none },
      idle: { [weak self] in await self?.idle() },
      stated: { [ledger, initialState] in (ledger.statedState as? State) ?? initialState },
      judge: { try view.verdict($0, $1, $2) }
    )
  }
}

extension StateView {
  /// Judges an entry of a ledger of stores with this state.
  func verdict(
    _ entry: Ledger.Entry,
    _ exhaustivity: Exhaustivity,
    _ change: Change?
  ) throws -> StateVerdict {
    guard let old = entry.oldState as? State, let new = entry.newState as? State else {
      preconditionFailure("Sluice: the ledger of a TestStore holds states of \(State.self) only.")
    }
    return try verdict(old: old, new: new, exhaustivity, change)
  }
}
