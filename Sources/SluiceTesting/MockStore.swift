public import Sluice

/// A store for tests that sets its state directly and overrides what selectors return; accepted
/// wherever a `Store` is.
///
/// ```swift
/// let store = MockStore(initialState: AppState())
/// store.overrideSelector(visibleTodos, value: [milk])
/// ```
///
/// Overrides apply to this store and its projections only, in `select`, `selectCurrent` and
/// `observed`, and to selectors made from overridden ones. Dispatching, reducers and effects work
/// as in any store.
public final class MockStore<State: Sendable, Environment: Sendable>: Store<State, Environment>,
  @unchecked Sendable
{
  // `@unchecked`: `resets` is guarded by `lock`.

  private let lock = OwnedLock()
  private var resets: [ObjectIdentifier: @Sendable () -> Void] = [:]
  private let interceptor = TestInterceptor<State>()

  /// Creates a store that records its actions and states from the first one.
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

  /// Replaces the current state, in a commit whose action is `StateRestored`.
  ///
  /// Starts neither reducers nor effects.
  public func setState(
    _ state: State,
    fileID: StaticString = #fileID,
    line: UInt = #line,
    function: StaticString = #function
  ) {
    restore(state, note: "setState", fileID: fileID, line: line, function: function)
  }

  /// Makes a selector return a value, whatever the state, until it is reset.
  ///
  /// Notifies running selections before it returns, unless another thread is delivering. Makes no
  /// commit.
  ///
  /// - Parameters:
  ///   - selector: A selector on this store's state, or on that of one of its projections.
  ///   - value: The value that the selector returns.
  public func overrideSelector<Part, Value>(_ selector: Selector<Part, Value>, value: Value) {
    lock.withLock {
      resets[ObjectIdentifier(selector)] = { [weak self] in self?.override(selector, with: nil) }
    }
    override(selector, with: value)
  }

  /// Makes an overridden selector compute its value from the state again.
  public func resetOverriddenSelector<Part, Value>(_ selector: Selector<Part, Value>) {
    let reset = lock.withLock { resets.removeValue(forKey: ObjectIdentifier(selector)) }
    reset?()
  }

  /// Makes every overridden selector compute its value from the state again.
  public func resetOverriddenSelectors() {
    let resets = lock.withLock {
      defer { self.resets = [:] }
      return self.resets
    }
    for reset in resets.values { reset() }
  }
}
