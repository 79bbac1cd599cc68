extension Feedback {
  /// Delays the first attempt of each run; the run can be cancelled meanwhile.
  public func delay(for delay: Duration) -> Feedback {
    with { $0.delay = delay }
  }

  /// Ends an attempt that takes longer than `limit` with an ``EffectTimeout``.
  ///
  /// Cancels the attempt's task without waiting for it; what it still dispatches is dropped.
  public func timeout(after limit: Duration) -> Feedback {
    with { $0.timeout = limit }
  }

  /// Repeats an attempt that throws an error, as long as the state requests the run.
  ///
  /// A `CancellationError` is not repeated.
  ///
  /// - Parameters:
  ///   - attempts: The maximum number of attempts, including the first.
  ///   - backoff: The wait between attempts; none by default.
  ///   - isWorthwhile: Returns whether to retry after an error; by default, always.
  public func retry(
    attempts: Int,
    backoff: Backoff = .none,
    when isWorthwhile: @escaping @Sendable (any Error) -> Bool = { _ in true }
  ) -> Feedback {
    with { $0.retry = .init(attempts: attempts, backoff: backoff, isWorthwhile: isWorthwhile) }
  }

  /// Answers an error of the last attempt with an action, or ignores it if the action is `nil`.
  ///
  /// Without this modifier, the error is reported to ``Store/onEffectFailure`` and to interceptors.
  public func `catch`(
    _ recover: @escaping @Sendable (any Error) -> (any Action)?
  ) -> Feedback {
    with { $0.recover = { error, _ in recover(error) } }
  }

  /// Sets the preferred executor of the runs.
  ///
  /// A clock with its own executor, such as a test's, takes precedence.
  public func executor(_ executor: any TaskExecutor) -> Feedback {
    with { $0.executor = executor }
  }

  private func with(_ change: (inout RunSettings) -> Void) -> Feedback {
    var feedback = self
    change(&feedback.settings)
    return feedback
  }
}
