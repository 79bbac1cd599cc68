public import Sluice
import SluiceLocks

/// A store for tests that sets its state directly and overrides what selectors return; accepted
/// wherever a `Store` is.
///
/// ```swift
/// let store = MockStore(initialState: AppState())
/// store.override(visibleTodos, value: [milk])
/// store.override(\.name, value: "Ada")
/// ```
///
/// Overrides apply to this store and its projections only, in `select`, `selectCurrent` and
/// `observed`, and to selectors made from overridden ones. The state itself stays: see
/// ``setState(_:fileID:line:function:)``. Dispatching, reducers and effects work as in any store.
///
/// An override that nothing has read when it is reset, or when the store is released, is shown at its
/// line, as an expectation that was not met: most often, the code under test makes its selector anew.
public final class MockStore<State: Sendable, Environment: Sendable>: Store<State, Environment>,
  @unchecked Sendable
{
  // `@unchecked`: `overridden` is guarded by `lock`.

  private struct Overridden {
    let override: SelectorOverride
    let place: SourcePlace
    /// Retains the selector, so that no other gets its identity.
    let reset: @Sendable () -> Void
  }

  private let overrides = StoreOverrides()
  private let lock = PlainLock()
  private var overridden: [SelectorKey: Overridden] = [:]
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
    core.allow(overrides)
    register(interceptor: interceptor)
  }

  deinit {
    for overridden in overridden.values { report(overridden) }
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
  ///   - filePath: The file of the override.
  ///   - line: The line of the override.
  public func override<Part, Value>(
    _ selector: Selector<Part, Value>,
    value: Value,
    filePath: StaticString = #filePath,
    line: UInt = #line
  ) {
    let override = SelectorOverride(value, of: selector)
    let overridden = Overridden(override: override, place: SourcePlace(filePath, line)) {
      [weak self] in
      self?.set(nil, of: SelectorKey(selector))
    }
    let old = lock.withLock { self.overridden.updateValue(overridden, forKey: override.key) }
    // Released after unlocking.
    withExtendedLifetime(old) {}
    set(override, of: override.key)
  }

  /// Makes all selectors of a part of the state return a value, whatever the state, until it is reset.
  ///
  /// As ``override(_:value:filePath:line:)``, for `select(\.name)`, `selectCurrent(\.name)`, and each
  /// selector that is made of this key path; not for parts of it.
  public func override<Value: Sendable>(
    _ keyPath: any KeyPath<State, Value> & Sendable,
    value: Value,
    filePath: StaticString = #filePath,
    line: UInt = #line
  ) {
    let selector = Selector(keyPath: keyPath, comparing: .always)
    override(selector, value: value, filePath: filePath, line: line)
  }

  /// Makes an overridden selector compute its value from the state again.
  public func resetOverriddenSelector<Part, Value>(_ selector: Selector<Part, Value>) {
    reset(lock.withLock { overridden.removeValue(forKey: SelectorKey(selector)) })
  }

  /// Makes the selectors of an overridden part of the state read the state again.
  public func resetOverriddenSelector<Value: Sendable>(
    _ keyPath: any KeyPath<State, Value> & Sendable
  ) {
    resetOverriddenSelector(Selector(keyPath: keyPath, comparing: .always))
  }

  /// Makes every overridden selector compute its value from the state again.
  public func resetOverriddenSelectors() {
    let all = lock.withLock {
      defer { overridden = [:] }
      return overridden
    }
    for overridden in all.values { reset(overridden) }
  }

  private func set(_ override: SelectorOverride?, of key: SelectorKey) {
    overrides.set(override, of: key)
    core.reselect()
  }

  private func reset(_ overridden: Overridden?) {
    guard let overridden else { return }
    overridden.reset()
    report(overridden)
  }

  private func report(_ overridden: Overridden) {
    let override = overridden.override
    if override.wasRead { return }
    let read = overrides.sources.sorted()
    ExpectationFailure(
      overridden.place,
      happened: "\(override.source) was overridden, but nothing has read it.",
      [Listing("Read on this store:", read)],
      fix: read.contains(override.source)
        ? "make the selector once, as a `static let`: one that is made anew is another one."
        : "override a selector that is read, or leave out the override."
    ).note()
  }
}
