public import Sluice

/// Calls a test with a ``TestStore``, and finally requires that it has expected everything.
///
/// ```swift
/// try await withTestStore(initialState: AppState(), reducers: [todosReducer]) { store in
///   try await store.send(AddTodo(title: "Milk")) { $0.todos = ["Milk"] }
/// }
/// ```
///
/// When the body returns, every action and every error of an effect must have been expected, and no
/// run may be left: it waits for runs of effects and follow-ups, and for streams that handle an
/// action. Feedbacks don't count; they last as long as the state requires them. If expectations are
/// not exhaustive, it waits for nothing, and prints what was skipped. If the body throws, it rethrows and expects nothing
/// else.
///
/// - Parameters:
///   - initialState: The state before the first commit.
///   - environment: The effects' dependencies.
///   - reducers: The reducers, in the order of their registration.
///   - features: The features, in the order of their registration, after the reducers.
///   - effects: The effects, in the order of their registration, each under its type's id.
///   - feedbacks: The feedbacks, in the order of their registration.
///   - clock: The clock of runs and timers; stands still until the test advances it.
///   - exhaustivity: How much the test must expect; everything by default.
///   - beginsRuns: When the runs of effects begin; at once by default, with the action that starts them.
///   - timeout: The maximum wait for runs at the end; by default, at most ten seconds, and none if
///     they all wait for the clock.
///   - filePath: The caller's file; the description of a failure at the end begins with it.
///   - line: The caller's line.
///   - body: The test.
/// - Returns: The body's result.
/// - Throws: Any error the body throws, an ``ExpectationFailure``, or `CancellationError`.
@discardableResult
public func withTestStore<State: Sendable, Environment: Sendable, Result>(
  initialState: State,
  environment: Environment,
  reducers: [Reducer<State>] = [],
  features: [Feature<State, Environment>] = [],
  effects: [any Effects<Environment>] = [],
  feedbacks: [Feedback<State, Environment>] = [],
  clock: TestClock = TestClock(),
  exhaustivity: Exhaustivity = .on,
  beginsRuns: RunBeginning = .atOnce,
  timeout: Duration? = nil,
  filePath: StaticString = #filePath,
  line: UInt = #line,
  _ body: (TestStore<State, Environment>) async throws -> Result
) async throws -> Result {
  let store = TestStore(
    initialState: initialState,
    environment: environment,
    reducers: reducers,
    features: features,
    effects: effects,
    feedbacks: feedbacks,
    clock: clock,
    exhaustivity: exhaustivity,
    beginsRuns: beginsRuns
  )
  let result = try await body(store)
  try await store.expectations.finish(timeout, SourcePlace(filePath, line))
  return result
}

/// Calls a test with a ``TestStore`` without dependencies, and requires at the end that the test
/// has expected everything.
///
/// - Parameters:
///   - initialState: The state before the first commit.
///   - reducers: The reducers, in the order of their registration.
///   - features: The features, in the order of their registration, after the reducers.
///   - effects: The effects, in the order of their registration, each under its type's id.
///   - feedbacks: The feedbacks, in the order of their registration.
///   - clock: The clock of runs and timers; stands still until the test advances it.
///   - exhaustivity: How much the test must expect; everything by default.
///   - beginsRuns: When the runs of effects begin; at once by default, with the action that starts them.
///   - timeout: The maximum wait for runs at the end; by default, at most ten seconds, and none if
///     they all wait for the clock.
///   - filePath: The caller's file; the description of a failure at the end begins with it.
///   - line: The caller's line.
///   - body: The test.
/// - Returns: The body's result.
/// - Throws: Any error the body throws, an ``ExpectationFailure``, or `CancellationError`.
@discardableResult
public func withTestStore<State: Sendable, Result>(
  initialState: State,
  reducers: [Reducer<State>] = [],
  features: [Feature<State, Void>] = [],
  effects: [any Effects<Void>] = [],
  feedbacks: [Feedback<State, Void>] = [],
  clock: TestClock = TestClock(),
  exhaustivity: Exhaustivity = .on,
  beginsRuns: RunBeginning = .atOnce,
  timeout: Duration? = nil,
  filePath: StaticString = #filePath,
  line: UInt = #line,
  _ body: (TestStore<State, Void>) async throws -> Result
) async throws -> Result {
  try await withTestStore(
    initialState: initialState,
    environment: (),
    reducers: reducers,
    features: features,
    effects: effects,
    feedbacks: feedbacks,
    clock: clock,
    exhaustivity: exhaustivity,
    beginsRuns: beginsRuns,
    timeout: timeout,
    filePath: filePath,
    line: line,
    body
  )
}
