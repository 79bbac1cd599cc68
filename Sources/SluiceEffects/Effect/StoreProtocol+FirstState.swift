public import SluiceCore

extension StoreProtocol {
  /// Returns the first state from now on that satisfies a predicate: the current one, or that of a
  /// later commit.
  ///
  /// ```swift
  /// store.dispatch(action: SignIn(name: "ada"))
  /// let session = try await store.firstState(where: { $0.isSignedIn }, timeout: .seconds(10)).session
  /// ```
  ///
  /// Evaluates each state, even if the next commit follows at once; ``state`` may differ already when
  /// the caller goes on. A run of an effect waits with ``RunContext/firstState(where:timeout:)``, which
  /// ends with it.
  ///
  /// - Parameters:
  ///   - predicate: Called in the caller's task with the current state, then by the thread that delivers
  ///     with that of each commit that a reducer handled; delays its other observers.
  ///   - timeout: The maximum wait, measured on the store's clock; `nil` for none. With
  ///     `try? await`, the result is `nil` if the time is up.
  /// - Throws: An ``EffectTimeout`` if the time is up, or `CancellationError` if the task is cancelled
  ///   or the store is closed or freed.
  @discardableResult
  public func firstState(
    where predicate: @escaping @Sendable (State) -> Bool,
    timeout: Duration? = nil
  ) async throws -> State {
    try await select(Selector(keyPath: \.self, comparing: .always)).firstState(
      where: predicate,
      timeout: timeout
    )
  }
}

extension Selection {
  /// Returns the first value of the whole state that satisfies a predicate.
  func firstState(
    where predicate: @escaping @Sendable (Value) -> Bool,
    timeout: Duration?
  ) async throws -> Value {
    let clock = core.scheduler.clock
    let limit = clock.limit(timeout, "A state that satisfies the predicate")
    return try await clock.within(limit) {
      guard let state = await firstDelivered(where: predicate) else { throw CancellationError() }
      return state
    }
  }
}
