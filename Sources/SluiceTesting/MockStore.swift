public import Sluice

/// A store for tests, accepted wherever a `Store` is: its state can be set, and its selectors
/// answer what the test wants.
///
/// ```swift
/// let store = MockStore(initialState: AppState())
/// store.overrideSelector(visibleTodos, value: [milk])
/// ```
///
/// Overridden selectors answer for this store and its projections only, in `select`, `selectCurrent`
/// and `observed`; selectors made from them see the value too. Everything else is the store's own:
/// dispatching, reducers and effects work.
public final class MockStore<State: Sendable, Environment: Sendable>: Store<State, Environment>,
  @unchecked Sendable
{
  // `@unchecked`: `resets` is guarded by `lock`.

  private let lock = OwnedLock()
  private var resets: [ObjectIdentifier: @Sendable () -> Void] = [:]
  private let interceptor = TestInterceptor<State>()

  /// Makes a store whose actions and states are remembered from the first on.
  public override init(
    initialState: State,
    environment: Environment,
    reducers: [Reducer<State>] = [],
    clock: any Clock<Duration> = ContinuousClock()
  ) {
    super.init(
      initialState: initialState,
      environment: environment,
      reducers: reducers,
      clock: clock
    )
    register(interceptor: interceptor)
  }

  /// All actions and states so far, in order.
  public var stateChanges: [TestInterceptor<State>.StateChange] { interceptor.stateChanges }

  /// All actions so far, in order.
  public var dispatchedActions: [any Action] { interceptor.dispatchedActions }

  /// Puts a state in the place of the current one: a commit whose action, `StateRestored`, says so.
  ///
  /// Neither reducers nor effects are set off.
  public func setState(
    _ state: State,
    fileID: StaticString = #fileID,
    line: UInt = #line,
    function: StaticString = #function
  ) {
    restore(state, note: "setState", fileID: fileID, line: line, function: function)
  }

  /// Lets a selector answer with this value, whatever the state, until it is reset.
  ///
  /// Running selections are told before this returns, unless another thread delivers; there is no
  /// commit for it.
  ///
  /// - Parameters:
  ///   - selector: Of this store's state, or of what a projection of it sees.
  ///   - value: What it answers.
  public func overrideSelector<Part, Value>(_ selector: Selector<Part, Value>, value: Value) {
    lock.withLock {
      resets[ObjectIdentifier(selector)] = { [weak self] in self?.override(selector, with: nil) }
    }
    override(selector, with: value)
  }

  /// Lets one overridden selector answer by the state again.
  public func resetOverriddenSelector<Part, Value>(_ selector: Selector<Part, Value>) {
    let reset = lock.withLock { resets.removeValue(forKey: ObjectIdentifier(selector)) }
    reset?()
  }

  /// Lets every overridden selector answer by the state again.
  public func resetOverriddenSelectors() {
    let resets = lock.withLock {
      defer { self.resets = [:] }
      return self.resets
    }
    for reset in resets.values { reset() }
  }
}
