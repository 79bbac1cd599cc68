public import SluiceCore

extension Feedback: RunModifiable {
  /// For the library.
  public var _settings: _RunSettings { _RunSettings(value: settings) }

  /// For the library.
  public func _with(_ settings: _RunSettings) -> Feedback {
    var feedback = self
    feedback.settings = settings.value
    return feedback
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
}
