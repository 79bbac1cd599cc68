public import SluiceCore

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
  ///   - attempts: The maximum number of attempts, including the first, or
  ///     ``AttemptLimit/unlimited``, which needs a backoff.
  ///   - backoff: The wait between attempts; none by default.
  ///   - healthyTime: After an attempt that lasted this long, waits and attempts are counted from
  ///     the first again; by default, they never are.
  ///   - isWorthwhile: Returns whether to retry after an error; by default, always.
  public func retry(
    attempts: AttemptLimit,
    backoff: Backoff = .none,
    resetAfter healthyTime: Duration? = nil,
    when isWorthwhile: @escaping @Sendable (any Error) -> Bool = { _ in true }
  ) -> Feedback {
    with {
      $0.retry = .init(
        attempts: attempts,
        backoff: backoff,
        healthyTime: healthyTime,
        isWorthwhile: isWorthwhile
      )
    }
  }

  /// Calls a closure before each wait of a retry, in the run's task.
  ///
  /// Not called for the last error, nor once the run is cancelled.
  ///
  /// - Parameter notify: Receives the attempt's error, the wait before the next one, and the attempt's
  ///   context, whose `input` is the value that requests the run; of a condition, `true`.
  public func onRetry(
    _ notify: @escaping @Sendable (any Error, Duration, AttemptContext<any Sendable>) -> Void
  ) -> Feedback {
    with { $0.onRetry = { error, wait, context in notify(error, wait, context.ofFeedback) } }
  }

  /// Begins a run again after it ended, by itself or by any error, as long as the state requests it.
  ///
  /// Each repetition is a run of its own, with new attempts, for the same value; an error is
  /// reported, or answered by ``catch(_:)``, each time. It starts with the pause, which takes the
  /// place of a delay, and can be cancelled meanwhile. A `CancellationError` that the work throws
  /// without being cancelled is followed by a repetition, too.
  ///
  /// A run that outlives its condition is repeated while the condition holds.
  ///
  /// - Parameter pause: The wait before each repetition; greater than zero.
  public func `repeat`(after pause: Duration) -> Feedback {
    with { $0.repeatRuns(after: pause) }
  }

  /// Answers an error of the last attempt with an action, or ignores it if the action is `nil`.
  ///
  /// Without this modifier, the error is reported to ``Store/onEffectFailure`` and to interceptors.
  ///
  /// ```swift
  /// let uploads = Feedback<AppState, API>(each: \.queue) { id, api, context in try await api.upload(id) }
  ///   .catch { error, context in (context.input as? Photo.ID).map { UploadFailed(id: $0) } }
  /// ```
  ///
  /// - Parameter recover: Receives the error and the attempt's context, in the run's task; the context's
  ///   `input` is the value that requests the run; of a condition, `true`.
  public func `catch`(
    _ recover: @escaping @Sendable (any Error, AttemptContext<any Sendable>) -> (any Action)?
  ) -> Feedback {
    with { $0.recover = { error, context in recover(error, context.ofFeedback) } }
  }

  /// Sets the preferred executor of the runs.
  ///
  /// A clock with its own executor, such as a test's, takes precedence.
  public func executor(_ executor: any TaskExecutor) -> Feedback {
    with { $0.executor = executor }
  }

  /// Cancels the runs when an action of one of these types is committed.
  ///
  /// Takes effect at the commit: nothing that the runs dispatch is reduced after it. A cancelled run is
  /// over until the state requests it anew: with `for`, for another value, or the same one after `nil`;
  /// with `restartsOnChange: false`, after `nil`; with `while`, when the condition begins to hold again;
  /// with `each`, when its key was gone and returns. The commit that cancels may itself request a run, which starts. Several of these
  /// modifiers add up.
  ///
  /// ```swift
  /// let connection = Feedback<AppState, API>(while: \.isOnline) { api, context in
  ///   for await message in api.messages() { context.send(Received(message)) }
  /// }
  /// .cancelled(by: Logout.self)
  /// ```
  public func cancelled(by first: any Action.Type, _ more: any Action.Type...) -> Feedback {
    with { settings in
      settings.cancellers += ([first] + more).map { ActionMatch(opening: $0) }
    }
  }

  /// Cancels the runs when an action of a pattern is committed, as ``cancelled(by:_:)`` does for types.
  public func cancelled(matching pattern: some ActionPattern) -> Feedback {
    with { $0.cancellers.append(pattern._match.actions) }
  }

  private func with(_ change: (inout RunSettings) -> Void) -> Feedback {
    var feedback = self
    change(&feedback.settings)
    return feedback
  }
}
