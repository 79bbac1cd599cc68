public import Sluice

/// A store whose test must say all that happens: what each action changes, which actions follow, and
/// that nothing is left running.
///
/// ```swift
/// let store = TestStore(
///   initialState: AppState(),
///   environment: AppEnvironment(api: .failing),
///   reducers: [todosReducer],
///   effects: [TodosEffects()]
/// )
/// try await store.send(FetchTodos()) { $0.isLoading = true }
/// try await store.receive(FetchFailed.self) { $0.isLoading = false }
/// try await store.finish()
/// ```
///
/// It is a ``Sluice/Store``, accepted wherever one is, with an interceptor that keeps account: so it
/// orders nothing in another way. Register features, feedbacks and middleware on it, select from it,
/// let a view dispatch on it; what is dispatched by others is received as what effects dispatch. A
/// failed expectation is thrown as an ``ExpectationFailure``.
///
/// The closure of an expectation changes a copy of the state as it was before the action; then it
/// must be the state that came. States are compared by `==` where they have one, else by what can be
/// seen of them.
///
/// Time is that of a ``TestClock``, so that nothing sleeps. Every test must end with ``finish(timeout:filePath:line:)``.
public final class TestStore<State: Sendable, Environment: Sendable>: Store<State, Environment>,
  ExpectingStore, @unchecked Sendable
{
  // `@unchecked`: as the superclass; there is no `var`.

  /// What runs and timers measure time with.
  public let clock: TestClock
  let ledger: Ledger
  private let place: SourcePlace

  /// Makes a store that keeps account from the first commit on.
  /// - Parameters:
  ///   - initialState: The state before the first commit.
  ///   - environment: What effects need from outside.
  ///   - reducers: Registered in this order.
  ///   - effects: Registered in this order, each under its type's id.
  ///   - clock: What runs and timers measure time with; stands still until the test moves it.
  ///   - exhaustivity: How much must be expected; by default all.
  ///   - filePath: The caller's file.
  ///   - line: The caller's line.
  public init(
    initialState: State,
    environment: Environment,
    reducers: [Reducer<State>] = [],
    effects: [any Effects<Environment>] = [],
    clock: TestClock = TestClock(),
    exhaustivity: Exhaustivity = .on,
    filePath: StaticString = #filePath,
    line: UInt = #line
  ) {
    self.clock = clock
    ledger = Ledger(exhaustivity)
    place = SourcePlace(filePath, line)
    super.init(
      initialState: initialState,
      environment: environment,
      reducers: reducers,
      clock: clock
    )
    register(interceptor: LedgerInterceptor<State>(ledger: ledger))
    onEffectFailure = { [ledger] in ledger.append(.failure($0)) }
    for effects in effects { register(effects: effects) }
  }

  deinit {
    if let message = leftover() { Platform.warn(message) }
  }

  /// How much must be expected from now on.
  public var exhaustivity: Exhaustivity {
    get { ledger.exhaustivity }
    set { ledger.exhaustivity = newValue }
  }

  /// What was passed over so far, because expectations are not exhaustive.
  public var skipped: [SkippedExpectation] { ledger.skipped }

  /// What the expectations of this store are made of.
  public var expectations: Expectations<State> {
    let view = StateView<State, State>.whole
    return Expectations(
      ledger: ledger,
      clock: clock,
      // Weak: a projection of it may be kept longer.
      prospects: { [weak self] in self.map(Prospects.init) ?? .none },
      idle: { [weak self] in await self?.idle() },
      judge: { try view.verdict($0, $1, $2) }
    )
  }

  /// What a test that did not end with `finish` has not seen: too late to be thrown.
  private func leftover() -> String? {
    if ledger.isFinished || ledger.exhaustivity == .off { return nil }
    let open = ledger.open().map(\.line)
    let running = Prospects(self).unfinished.map(\.line)
    if open.isEmpty && running.isEmpty { return nil }
    return """
      \(place.filePath):\(place.line): A TestStore was freed, and its test has not seen all.
      \(Listing("Not expected, or still running:", open + running))
      To fix, end the test with `try await store.finish()`.
      """
  }
}

extension TestStore where Environment == Void {
  /// Makes a store whose effects need nothing from outside.
  /// - Parameters:
  ///   - initialState: The state before the first commit.
  ///   - reducers: Registered in this order.
  ///   - effects: Registered in this order, each under its type's id.
  ///   - clock: What runs and timers measure time with; stands still until the test moves it.
  ///   - exhaustivity: How much must be expected; by default all.
  ///   - filePath: The caller's file.
  ///   - line: The caller's line.
  public convenience init(
    initialState: State,
    reducers: [Reducer<State>] = [],
    effects: [any Effects<Environment>] = [],
    clock: TestClock = TestClock(),
    exhaustivity: Exhaustivity = .on,
    filePath: StaticString = #filePath,
    line: UInt = #line
  ) {
    self.init(
      initialState: initialState,
      environment: (),
      reducers: reducers,
      effects: effects,
      clock: clock,
      exhaustivity: exhaustivity,
      filePath: filePath,
      line: line
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
