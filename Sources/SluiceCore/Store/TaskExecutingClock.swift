/// A clock with an executor for tasks, such as a test's clock, which must know when tasks are idle.
///
/// The store starts runs and timers with the executor as their preference, overriding that of an
/// effect.
public protocol TaskExecutingClock: Clock {
  /// The preferred executor of runs and timers.
  var taskExecutor: any TaskExecutor { get }
}

extension Clock {
  /// The preferred executor of runs and timers; `nil` for the default one.
  package var preferredExecutor: (any TaskExecutor)? {
    (self as? any TaskExecutingClock)?.taskExecutor
  }
}
