public import Sluice

/// Gives a test a ``TestStore``, and ends the test with the expectation that it has seen everything.
///
/// ```swift
/// try await withTestStore(initialState: AppState(), reducers: [todosReducer]) { store in
///   try await store.send(AddTodo(title: "Milk")) { $0.todos = ["Milk"] }
/// }
/// ```
///
/// When the body returns, every action and every error of an effect must have been expected, and no run
/// may be left: it waits for runs of effects and follow-ups, and for streams that deal with an action.
/// Feedbacks do not count; they last as long as the state asks for them. Where expectations are not
/// exhaustive, it prints what was passed over. What the body throws is thrown on, and nothing else is
/// expected then.
///
/// - Parameters:
///   - initialState: The state before the first commit.
///   - environment: What effects need from outside.
///   - reducers: Registered in this order.
///   - effects: Registered in this order, each under its type's id.
///   - clock: What runs and timers measure time with; stands still until the test moves it.
///   - exhaustivity: How much must be expected; by default all.
///   - timeout: How long to wait at the end for runs; by default ten seconds at most, and not at all
///     when they all wait for the clock.
///   - filePath: The caller's file; the description of a failure at the end begins with it.
///   - line: The caller's line.
///   - body: The test.
/// - Returns: What the body returns.
/// - Throws: What the body throws, an ``ExpectationFailure``, or `CancellationError`.
@discardableResult
public func withTestStore<State: Sendable, Environment: Sendable, Result>(
  initialState: State,
  environment: Environment,
  reducers: [Reducer<State>] = [],
  effects: [any Effects<Environment>] = [],
  clock: TestClock = TestClock(),
  exhaustivity: Exhaustivity = .on,
  timeout: Duration? = nil,
  filePath: StaticString = #filePath,
  line: UInt = #line,
  _ body: (TestStore<State, Environment>) async throws -> Result
) async throws -> Result {
  let store = TestStore(
    initialState: initialState,
    environment: environment,
    reducers: reducers,
    effects: effects,
    clock: clock,
    exhaustivity: exhaustivity
  )
  let result = try await body(store)
  try await store.expectations.finish(timeout, SourcePlace(filePath, line))
  return result
}

/// Gives a test a ``TestStore`` whose effects need nothing from outside, and ends the test with the
/// expectation that it has seen everything.
///
/// - Parameters:
///   - initialState: The state before the first commit.
///   - reducers: Registered in this order.
///   - effects: Registered in this order, each under its type's id.
///   - clock: What runs and timers measure time with; stands still until the test moves it.
///   - exhaustivity: How much must be expected; by default all.
///   - timeout: How long to wait at the end for runs; by default ten seconds at most, and not at all
///     when they all wait for the clock.
///   - filePath: The caller's file; the description of a failure at the end begins with it.
///   - line: The caller's line.
///   - body: The test.
/// - Returns: What the body returns.
/// - Throws: What the body throws, an ``ExpectationFailure``, or `CancellationError`.
@discardableResult
public func withTestStore<State: Sendable, Result>(
  initialState: State,
  reducers: [Reducer<State>] = [],
  effects: [any Effects<Void>] = [],
  clock: TestClock = TestClock(),
  exhaustivity: Exhaustivity = .on,
  timeout: Duration? = nil,
  filePath: StaticString = #filePath,
  line: UInt = #line,
  _ body: (TestStore<State, Void>) async throws -> Result
) async throws -> Result {
  try await withTestStore(
    initialState: initialState,
    environment: (),
    reducers: reducers,
    effects: effects,
    clock: clock,
    exhaustivity: exhaustivity,
    timeout: timeout,
    filePath: filePath,
    line: line,
    body
  )
}
