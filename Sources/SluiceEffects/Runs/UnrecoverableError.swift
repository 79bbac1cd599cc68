package import SluiceCore

/// An error that no `catch` or retry of an effect is given: it always fails its run.
///
/// For test support: a test must hear of it whatever the effect makes of errors.
package protocol UnrecoverableError: Error {
  /// Reports the error where a store has no handler of failures.
  func reportUnhandled()
}

extension TaskRun {
  /// Reports an error as a failure of the run, which continues.
  ///
  /// - Returns: `false` if the task belongs to none.
  package static func report(_ error: any UnrecoverableError) -> Bool {
    guard let run = RunAttempt.current?.sender else { return false }
    run.core.scheduler.reportFailure(of: run, error)
    return true
  }
}
