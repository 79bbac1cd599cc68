/// Holds the state of a program; actions go in, reducers change it, selectors read it.
///
/// Everything here may be called from any thread, task or actor, from inside subscribers, effects
/// and interceptors too; the one exception is a reducer, which must not touch the store. The
/// promises that the store makes about order, threads and lifetime are in <doc:HowDataFlows>.
///
/// ```swift
/// struct AppState { var counter = 0 }
/// struct Increment: Action { let by: Int }
///
/// let store = Store(initialState: AppState())
/// store.register(reducer: Reducer(
///   ReduceOn(Increment.self) { state, action in state.counter += action.by }
/// ))
/// store.dispatch(action: Increment(by: 42))
/// ```
@dynamicMemberLookup
open class Store<State: Sendable, Environment: Sendable>: @unchecked Sendable {
  // `@unchecked`: a class that is not final cannot be checked; this one has no `var`.

  /// What the store is made of.
  ///
  /// A store that is freed closes it; tokens and runs may hold it longer.
  @usableFromInline let engine: StateEngine<State>
  /// What effects need from outside.
  public let environment: Environment

  /// Makes a store.
  /// - Parameters:
  ///   - initialState: The state before the first commit. There always is one: a state that does
  ///     not exist yet would have to be unwrapped by every selector.
  ///   - environment: What effects need from outside: services, clocks, paths.
  ///   - reducers: Registered in this order.
  ///   - clock: What effects measure time with: debounce, timeouts, all of it. A test brings its
  ///     own, and drives it.
  ///
  /// Inlined, so that the box of the state is made where its type is known: without, a store looks up
  /// metadata for longer than it takes to make.
  @inlinable
  public init(
    initialState: State,
    environment: Environment,
    reducers: [Reducer<State>] = [],
    clock: any Clock<Duration> = ContinuousClock()
  ) {
    engine = StateEngine(StateBox(holding: initialState), clock: clock)
    self.environment = environment
    for reducer in reducers { register(reducer: reducer) }
  }

  deinit {
    engine.close()
  }

  /// The state now: it includes every action whose `dispatch` has returned.
  ///
  /// One reference is copied, however large the state.
  public final var state: State { engine.snapshot().value }

  /// A part of the state now.
  public final subscript<Value>(dynamicMember keyPath: KeyPath<State, Value>) -> Value {
    engine.snapshot().value[keyPath: keyPath]
  }
}

extension Store where Environment == Void {
  /// Makes a store whose effects need nothing from outside.
  @inlinable
  public convenience init(
    initialState: State,
    reducers: [Reducer<State>] = [],
    clock: any Clock<Duration> = ContinuousClock()
  ) {
    self.init(initialState: initialState, environment: (), reducers: reducers, clock: clock)
  }
}
