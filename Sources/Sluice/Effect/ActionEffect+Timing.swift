extension ActionEffect {
  /// Lets an action through when no other has followed for a while.
  ///
  /// Takes the place of a throttle.
  ///
  /// - Parameter quiet: The time without actions before the last one starts its run.
  public func debounce(for quiet: Duration) -> ActionEffect {
    with { $0.timing = .debounce(quiet) }
  }

  /// Lets through at most one action in an interval.
  ///
  /// Takes the place of a debounce.
  ///
  /// - Parameters:
  ///   - interval: Begins with an action that is let through.
  ///   - edges: ``ThrottleEdges/leading`` lets the first action through at once and passes over
  ///     the others; ``ThrottleEdges/trailing`` lets the last one through at the end of the
  ///     interval; ``ThrottleEdges/both`` does both.
  public func throttle(for interval: Duration, edges: ThrottleEdges = .leading) -> ActionEffect {
    precondition(
      !edges.isEmpty,
      "A throttle without edges lets nothing through. Use .leading, .trailing or .both."
    )
    return with { $0.timing = .throttle(interval, edges) }
  }

  /// Waits before the first attempt; the run has started, and can be cancelled meanwhile.
  public func delay(for delay: Duration) -> ActionEffect {
    with { $0.delay = delay }
  }

  /// Ends an attempt that takes too long with an ``EffectTimeout``.
  ///
  /// The attempt's task is cancelled and not waited for, and what it still dispatches is dropped.
  public func timeout(after limit: Duration) -> ActionEffect {
    with { $0.timeout = limit }
  }

  /// Repeats what throws an error.
  ///
  /// A `CancellationError` is not repeated.
  ///
  /// - Parameters:
  ///   - attempts: How many at most, the first one counted.
  ///   - backoff: How long to wait in between; by default not at all.
  ///   - isWorthwhile: Which errors may go away by themselves; by default all.
  public func retry(
    attempts: Int,
    backoff: Backoff = .none,
    when isWorthwhile: @escaping @Sendable (any Error) -> Bool = { _ in true }
  ) -> ActionEffect {
    with { $0.retry = .init(attempts: attempts, backoff: backoff, isWorthwhile: isWorthwhile) }
  }

  /// Answers an error of the last attempt with an action, or with silence if it is `nil`.
  ///
  /// Without it, the error is reported to ``Store/onEffectFailure`` and to interceptors.
  public func `catch`(
    _ recover: @escaping @Sendable (any Error, A) -> (any Action)?
  ) -> ActionEffect {
    with {
      $0.recover = { error, action in (action as? A).flatMap { recover(error, $0) } }
    }
  }
}
