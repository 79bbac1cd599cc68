/// Holds the state of a program: it takes actions, reducers change its state, selectors read it.
///
/// Callable from any thread, task or actor, and from subscribers, effects and interceptors; only
/// a reducer must not access the store. For the guarantees about order, threads and lifetime, see
/// <doc:HowDataFlows>.
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
@_fixed_layout
open class Store<State: Sendable, Environment: Sendable>: @unchecked Sendable {
  // `@unchecked`: a class that is not final cannot be checked; this one has no `var`.

  /// The store's implementation.
  ///
  /// The store closes it when freed; tokens and runs may retain it longer.
  @usableFromInline package let core: StateCore<State>
  /// The dependencies of effects.
  public let environment: Environment

  /// Creates a store.
  ///
  /// Inlined so that the box of the state is created where its type is known; otherwise looking up
  /// metadata takes longer than creating the store.
  /// - Parameters:
  ///   - initialState: The state before the first commit. Required: every selector would have to
  ///     unwrap a state that doesn't exist yet.
  ///   - environment: The dependencies of effects: services, clocks, paths.
  ///   - reducers: The reducers to register, in this order.
  ///   - clock: The clock for all timing of effects, such as debounce and timeouts. A test passes
  ///     its own, and advances it.
  @inlinable
  public init(
    initialState: State,
    environment: Environment,
    reducers: [Reducer<State>] = [],
    clock: any Clock<Duration> = ContinuousClock()
  ) {
    core = StateCore(StateBox(holding: initialState), clock: clock)
    self.environment = environment
    for reducer in reducers { register(reducer: reducer) }
  }

  deinit {
    core.close()
  }

  // Disfavored, and the next one too: a `TestStore` has members of its own by these names.

  /// The current state, which includes every action whose `dispatch` has returned.
  ///
  /// Copies one reference, regardless of the state's size.
  @_disfavoredOverload
  public final var state: State { core.snapshot().value }

  /// The current value of a part of the state.
  @_disfavoredOverload
  public final subscript<Value>(dynamicMember keyPath: KeyPath<State, Value>) -> Value {
    get { core.snapshot().value[keyPath: keyPath] }
    @available(
      *,
      unavailable,
      message: "The state is changed by reducers only: dispatch an action."
    )
    set { fatalError("The state is changed by reducers only.") }
  }
}

extension Store where Environment == Void {
  /// Creates a store whose effects have no dependencies.
  @inlinable
  public convenience init(
    initialState: State,
    reducers: [Reducer<State>] = [],
    clock: any Clock<Duration> = ContinuousClock()
  ) {
    self.init(initialState: initialState, environment: (), reducers: reducers, clock: clock)
  }
}
