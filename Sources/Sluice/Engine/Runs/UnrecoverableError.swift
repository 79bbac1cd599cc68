/// An error that no `catch` or retry of an effect is given: it always fails its run.
///
/// For test support: a test must hear of it whatever the effect makes of errors.
package protocol UnrecoverableError: Error {
  /// Reports the error where a store has no handler of failures.
  func reportUnhandled()
}

/// The run that the current task belongs to.
package enum CurrentRun {
  /// Reports an error as a failure of the run, which continues.
  ///
  /// - Returns: `false` if the task belongs to none.
  package static func report(_ error: any UnrecoverableError) -> Bool {
    guard let run = EffectRun.context?.run else { return false }
    guard let runs = run.core.locked("effect", { _ in run.core.runs }) else { return false }
    runs.reportFailure(of: run, error)
    return true
  }
}
