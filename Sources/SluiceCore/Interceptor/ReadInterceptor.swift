/// Receives every commit, and the selectors and observers that ran for it.
///
/// ```swift
/// struct ReadLogger: ReadInterceptor {
///   func committed(_ commit: Commit<AppState>) {}
///
///   func read(_ reads: CommitReads) {
///     for read in reads.reads where read.time > .milliseconds(2) {
///       print("\(reads.commit): \(read.name) ran \(read.runs) times, \(read.changes) changes")
///     }
///   }
/// }
/// ```
public protocol ReadInterceptor<State>: Interceptor {
  /// Called after a commit was delivered to all observers, unless nothing ran, as long as the
  /// interests include ``InterceptorInterests/reads``.
  ///
  /// Called on a thread that delivers, in order with the commits.
  func read(_ reads: CommitReads)
}

extension ReadInterceptor {
  /// Requests the runs of selectors and observers.
  public var interests: InterceptorInterests { .reads }
}
