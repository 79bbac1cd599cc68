import SluiceTesting

/// The body of a test that is run in every order.
public typealias EveryOrderBody = @Sendable @isolated(any) () async throws -> Void

/// The orders in which a body was run.
public struct TriedOrders: Sendable, CustomStringConvertible {
  /// The number of orders.
  public let count: Int
  /// Whether there is no other order.
  public let areAll: Bool

  /// Such as `all 12 orders`, or `1000 of more orders`.
  public var description: String {
    areAll ? "all \(count) orders" : "\(count) of more orders"
  }
}

/// Runs the body of a test again and again, each time with another order of what may happen next.
///
/// ```swift
/// @Test func theLastSearchWins() async throws {
///   try await everyOrder {
///     try await withTestStore(
///       initialState: SearchState(), environment: .slow, reducers: [searchReducer],
///       effects: [SearchEffects()], exhaustivity: .off
///     ) { store in
///       store.dispatch(action: SearchTyped(text: "s"))
///       await Task.yield()
///       store.dispatch(action: SearchTyped(text: "sw"))
///       await store.clock.run()
///       #expect(store.currentState.results == ["swift"])
///     }
///   }
/// }
/// ```
///
/// One thing happens at a time. At each `await` of the body, of a run, of a child task or of a default
/// actor it is chosen what goes on next; so is which of the sleepers of one instant wakes first. What
/// happens between two `await`s isn't divided, nor is a stay on the main actor. The body's own
/// `await Task.yield()` says that anything may happen in between; ``/SluiceTesting/TestClock/run()`` and
/// the expectations of a test store wait until all has happened that needs no time.
///
/// Tries the usual order first, then all, depth first, if they are few, otherwise random ones with few
/// preemptions. A body must make all it uses anew and use nothing else: a `Task` of its own, real time and
/// `Task.sleep` are in no order. That the same choices lead to another course is a failure of its own.
///
/// What fails in an order is shrunk to the fewest choices that differ from the usual ones, and recorded
/// once, at its statement, with a line that repeats it, `everyOrder(only: "2.0.1") {`, and with what the
/// body's test stores saw in both orders. Outside of Swift Testing it is thrown.
///
/// - Parameters:
///   - order: The only order to run the body in, as a failure names it.
///   - orders: The maximum number of orders.
///   - time: The real time after which no further order is begun.
///   - seed: The seed of random orders.
///   - filePath: The caller's file; a failure of the body as a whole begins with it.
///   - line: The caller's line.
///   - body: The test. Each time it must do the same.
/// - Returns: The number of orders, and whether these are all.
/// - Throws: What the body throws in an order that fails, or an ``/SluiceTesting/ExpectationFailure``.
@discardableResult
public func everyOrder(
  only order: String? = nil,
  atMost orders: Int = 1_000,
  within time: Duration = .seconds(2),
  from seed: UInt64 = 1,
  filePath: StaticString = #filePath,
  line: UInt = #line,
  _ body: @escaping EveryOrderBody
) async throws -> TriedOrders {
  // Within a body that is run in every order it is one order's part.
  if TestExecutor.current != nil {
    try await body()
    return TriedOrders(count: 1, areAll: false)
  }
  let session = OrderSession(body)
  let report = OrderReport(session, SourcePlace(filePath, line))
  return try await session.watching {
    let usual = await session.usual()
    try Task.checkCancellation()
    if let order {
      try await report.repeating(order, usual: usual)
      return TriedOrders(count: 1, areAll: false)
    }
    return try await report.searching(atMost: orders, within: time, from: seed, usual: usual)
  }
}

extension OrderReport {
  /// Runs the body in other orders than the usual one until one fails.
  fileprivate func searching(
    atMost limit: Int,
    within time: Duration,
    from seed: UInt64,
    usual: OrderTrial
  ) async throws -> TriedOrders {
    if usual.failure != nil {
      try await fail(usual, usual: usual)
      return TriedOrders(count: 1, areAll: false)
    }
    try requireSameCourse(usual, await session.run(.following(Order())))
    let start = ContinuousClock.now
    var search = OrderSearch(usual: usual.choices, steps: usual.steps, limit: limit, seed: seed)
    while start.duration(to: .now) < time, let strategy = search.next() {
      let trial = await session.run(strategy)
      try Task.checkCancellation()
      if trial.failure != nil {
        try await fail(await session.shrink(trial, limit: 400), usual: usual)
        return TriedOrders(count: search.count, areAll: false)
      }
      if case .following(let order) = strategy { try requireFollowed(order, trial) }
      search.took(trial.choices)
    }
    return TriedOrders(count: search.count, areAll: search.isComplete)
  }
}
