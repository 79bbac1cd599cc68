public import Sluice

extension TestInterceptor {
  /// Waits until so many actions were dispatched, those before the call counted.
  ///
  /// - Parameters:
  ///   - expectedNumberOfActions: From the registration of the interceptor on.
  ///   - timeout: How long to wait at most.
  ///   - filePath: The caller's file; the failure's description begins with it.
  ///   - line: The caller's line.
  /// - Throws: An ``ExpectationFailure`` when the time is up, or `CancellationError`.
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
    throw ExpectationFailure(
      SourcePlace(filePath, line),
      happened:
        "\(expectedNumberOfActions) actions were expected within \(timeout), and \(count) came.",
      [ActionListing("Dispatched:", dispatchedActions, mark: count)],
      fix: "dispatch what is missing, expect fewer actions, or raise `timeout:`."
    )
  }

  /// Waits for an action of a type; the first one is returned, be it dispatched already or not.
  ///
  /// - Parameters:
  ///   - type: The type, or a base class of it.
  ///   - isMeant: Which actions of the type will do. By default all.
  ///   - timeout: How long to wait at most.
  ///   - filePath: The caller's file; the failure's description begins with it.
  ///   - line: The caller's line.
  /// - Throws: An ``ExpectationFailure`` when the time is up, or `CancellationError`.
  @discardableResult
  public func wait<A: Action>(
    for type: A.Type,
    where isMeant: @escaping @Sendable (A) -> Bool = { _ in true },
    timeout: Duration = .seconds(10),
    filePath: StaticString = #filePath,
    line: UInt = #line
  ) async throws -> A {
    let change = try await log.wait(timeout: timeout) { change, _ in
      (change.action as? A).map(isMeant) ?? false
    }
    if let action = change?.action as? A { return action }
    let actions = dispatchedActions
    let ofType = self.actions(ofType: type).count
    let found =
      ofType == 0
      ? "and no \(type) came"
      : "and of \(ofType) \(type) none met the condition"
    throw ExpectationFailure(
      SourcePlace(filePath, line),
      happened: "An action was expected within \(timeout), \(found).",
      [Listing("Expected:", ["  \(type)"]), ActionListing("Dispatched:", actions, mark: nil)],
      fix: "dispatch the action, wait for what is dispatched instead, or raise `timeout:`."
    )
  }
}
