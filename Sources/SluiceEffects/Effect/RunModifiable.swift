public import SluiceCore

/// What has runs whose timing, attempts and end are settings: an ``ActionEffect``, or a ``Feedback``.
///
/// Each modifier returns a changed copy. Only the library's types conform.
public protocol RunModifiable {
  /// For the library.
  var _settings: _RunSettings { get }
  /// For the library.
  func _with(_ settings: _RunSettings) -> Self
}

/// The settings of runs, for the library.
public struct _RunSettings {
  var value: RunSettings
}

extension RunModifiable {
  func with(_ change: (inout RunSettings) -> Void) -> Self {
    var settings = _settings
    change(&settings.value)
    return _with(settings)
  }

  /// Delays the first attempt; the run has started and can be cancelled meanwhile.
  public func delay(for delay: Duration) -> Self {
    with { $0.delay = delay }
  }

  /// Ends an attempt that takes longer than `limit` with an ``EffectTimeout``.
  ///
  /// Cancels the attempt's task without waiting for it; what it still dispatches is dropped.
  public func timeout(after limit: Duration) -> Self {
    with { $0.timeout = limit }
  }

  /// Repeats an attempt that throws an error; of a feedback, as long as the state requests the run.
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
  ) -> Self {
    let retry = RunSettings.Retry(
      attempts: attempts,
      backoff: backoff,
      healthyTime: healthyTime,
      isWorthwhile: isWorthwhile
    )
    return with { $0.retry = retry }
  }

  /// Begins a run again after it ended, by itself or by any error, until it is cancelled; of a feedback,
  /// as long as the state requests it.
  ///
  /// Each repetition is a run of its own, with new attempts, for the same action or value; an error is
  /// reported, or answered by `catch`, each time. It starts with the pause, which takes the place of a
  /// delay, and can be cancelled meanwhile. A `CancellationError` that the work throws without being
  /// cancelled is followed by a repetition, too.
  ///
  /// An effect's repetitions keep the store from being idle. They take the place of the first run among
  /// overlapping ones: with ``Overlap/serial``, later actions wait. A feedback's run that outlives its
  /// condition is repeated while the condition holds.
  ///
  /// - Parameter pause: The wait before each repetition; greater than zero.
  public func `repeat`(after pause: Duration) -> Self {
    with { $0.repeatRuns(after: pause) }
  }

  /// Sets the preferred executor of the runs.
  ///
  /// A clock with its own executor, such as a test's, takes precedence.
  public func executor(_ executor: any TaskExecutor) -> Self {
    with { $0.executor = executor }
  }

  /// Cancels runs and pending actions when an action of one of these types is committed.
  ///
  /// Takes effect at the commit: nothing that an earlier action led to, or that the runs dispatch, is
  /// reduced after it. Several of these modifiers add up.
  ///
  /// The action may be an effect's own: it cancels what exists and starts anew. A feedback's run is over
  /// until the state requests it anew: with `for`, for another value, or the same one after `nil`; with
  /// `restartsOnChange: false`, after `nil`; with `while`, when the condition begins to hold again; with
  /// `each`, when its key was gone and returns. The commit that cancels may itself request a run, which
  /// starts.
  ///
  /// ```swift
  /// let connection = Feedback<AppState, API>(while: \.isOnline) { api, context in
  ///   for await message in api.messages() { context.send(Received(message)) }
  /// }
  /// .cancelled(by: Logout.self)
  /// ```
  public func cancelled(by first: any Action.Type, _ more: any Action.Type...) -> Self {
    with { settings in
      settings.cancellers += ([first] + more).map { ActionMatch(opening: $0) }
    }
  }

  /// Cancels runs and pending actions when an action of a pattern is committed, as
  /// ``cancelled(by:_:)`` does for types.
  ///
  /// ```swift
  /// .cancelled(matching: ActionCase(\AppAction.logout))
  /// ```
  public func cancelled(matching pattern: some ActionPattern) -> Self {
    let match = pattern._match.actions
    return with { $0.cancellers.append(match) }
  }
}
