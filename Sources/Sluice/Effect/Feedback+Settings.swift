extension Feedback {
  /// Waits before the first attempt of each run; the run can be cancelled meanwhile.
  public func delay(for delay: Duration) -> Feedback {
    with { $0.delay = delay }
  }

  /// Ends an attempt that takes too long with an ``EffectTimeout``.
  ///
  /// The attempt's task is cancelled and not waited for, and what it still dispatches is dropped.
  public func timeout(after limit: Duration) -> Feedback {
    with { $0.timeout = limit }
  }

  /// Repeats what throws an error, for as long as the state asks for it.
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
  ) -> Feedback {
    with { $0.retry = .init(attempts: attempts, backoff: backoff, isWorthwhile: isWorthwhile) }
  }

  /// Answers an error of the last attempt with an action, or with silence if it is `nil`.
  ///
  /// Without it, the error is reported to ``Store/onEffectFailure`` and to interceptors.
  public func `catch`(
    _ recover: @escaping @Sendable (any Error) -> (any Action)?
  ) -> Feedback {
    with { $0.recover = { error, _ in recover(error) } }
  }

  /// Runs on an executor by preference.
  ///
  /// A clock that brings an executor, as that of a test does, comes before it.
  public func executor(_ executor: any TaskExecutor) -> Feedback {
    with { $0.executor = executor }
  }

  private func with(_ change: (inout RunSettings) -> Void) -> Feedback {
    var feedback = self
    change(&feedback.settings)
    return feedback
  }
}
