extension ExpectingStore {
  /// Calls a part of a test that must expect more, or less, than the rest.
  ///
  /// ```swift
  /// try await store.withExhaustivity(.off) {
  ///   try await store.send(SignIn(name: "ada"))
  ///   try await store.receive(SignedIn.self)
  /// }
  /// try await store.send(OpenCart()) { $0.isCartShown = true }
  /// ```
  ///
  /// Then the former exhaustivity applies again, also if the body throws, and to what came in the body
  /// and no expectation has named or passed over yet.
  ///
  /// - Parameters:
  ///   - exhaustivity: How much the body must expect; of a projection, that of its store.
  ///   - body: A part of the test, synchronous or asynchronous.
  /// - Returns: The body's result.
  /// - Throws: Any error the body throws.
  @discardableResult
  public func withExhaustivity<Result, Failure: Error>(
    _ exhaustivity: Exhaustivity,
    _ body: () async throws(Failure) -> Result
  ) async throws(Failure) -> Result {
    let ledger = expectations.ledger
    let former = ledger.exhaustivity
    ledger.exhaustivity = exhaustivity
    defer { ledger.exhaustivity = former }
    return try await body()
  }
}
