public import Sluice

extension TestInterceptor {
  /// Waits for `expectedNumberOfActions` actions, including those before the call.
  ///
  /// - Parameters:
  ///   - expectedNumberOfActions: The number of actions since the interceptor's registration.
  ///   - timeout: The maximum time to wait.
  ///   - filePath: The caller's file; the failure's description begins with it.
  ///   - line: The caller's line.
  /// - Throws: An ``ExpectationFailure`` if the timeout expires, or `CancellationError`.
  public func waitForActions(
    expectedNumberOfActions: Int,
    timeout: Duration = .seconds(10),
    filePath: StaticString = #filePath,
    line: UInt = #line
  ) async throws {
    if expectedNumberOfActions <= 0 { return }
    let last = try await log.wait(timeout: timeout) { _, count in
      count >= expectedNumberOfActions
    }
    if last != nil { return }
    let count = dispatchedActions.count
    try ExpectationFailure(
      SourcePlace(filePath, line),
      happened:
        "\(expectedNumberOfActions) actions were expected within \(timeout), but \(count) came.",
      [ActionListing("Dispatched:", dispatchedActions, mark: count)],
      fix: "dispatch the missing ones, expect fewer actions, or raise `timeout:`."
    ).end()
  }

  /// Waits for an action of a type, and returns the first one, even if it was dispatched earlier.
  ///
  /// - Parameters:
  ///   - type: The action's type, or a base class of it.
  ///   - predicate: A predicate that the action must satisfy; by default, any action matches.
  ///   - timeout: The maximum time to wait.
  ///   - filePath: The caller's file; the failure's description begins with it.
  ///   - line: The caller's line.
  /// - Throws: An ``ExpectationFailure`` if the timeout expires, or `CancellationError`.
  @discardableResult
  public func wait<A: Action>(
    for type: A.Type,
    where predicate: @escaping @Sendable (A) -> Bool = { _ in true },
    timeout: Duration = .seconds(10),
    filePath: StaticString = #filePath,
    line: UInt = #line
  ) async throws -> A {
    let change = try await log.wait(timeout: timeout) { change, _ in
      (change.action as? A).map(predicate) ?? false
    }
    if let action = change?.action as? A { return action }
    let actions = dispatchedActions
    let ofType = self.actions(ofType: type).count
    let found =
      ofType == 0
      ? "but no \(type) came"
      : "but of \(ofType) \(type) none met the condition"
    try ExpectationFailure(
      SourcePlace(filePath, line),
      happened: "An action was expected within \(timeout), \(found).",
      [Listing("Expected:", ["  \(type)"]), ActionListing("Dispatched:", actions, mark: nil)],
      fix: "dispatch the action, wait for one that is dispatched, or raise `timeout:`."
    ).end()
  }
}
