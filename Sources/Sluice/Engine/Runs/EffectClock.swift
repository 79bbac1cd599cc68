/// A clock that says where tasks run: one that is driven by a test, and must know when they rest.
///
/// The store starts runs and timers with the executor as their preference, in the place of one that
/// an effect asks for.
public protocol TaskExecutingClock: Clock {
  /// Where runs and timers run.
  var taskExecutor: any TaskExecutor { get }
}

/// The store's clock, as effects use it: without its type, and in durations.
final class EffectClock: Sendable {
  private let elapsed: @Sendable () -> Duration
  private let sleepUntil: @Sendable (Duration) async throws -> Void
  /// Where the clock wants tasks to run, if it does.
  let executor: (any TaskExecutor)?

  convenience init(_ clock: any Clock<Duration>) {
    self.init(opening: clock)
  }

  private init<C: Clock>(opening clock: C) where C.Duration == Duration {
    let origin = clock.now
    elapsed = { origin.duration(to: clock.now) }
    sleepUntil = { try await clock.sleep(until: origin.advanced(by: $0), tolerance: nil) }
    executor = (clock as? any TaskExecutingClock)?.taskExecutor
  }

  /// The time since this object was made.
  var now: Duration { elapsed() }

  func sleep(until deadline: Duration) async throws {
    try await sleepUntil(deadline)
  }

  func sleep(for duration: Duration) async throws {
    try await sleepUntil(now + duration)
  }
}

extension EffectEntry {
  /// Starts a task where the clock says, else where the effect prefers.
  ///
  /// Detached: the thread that delivers happens to start it, and its task-local values are those of a
  /// stranger. Only the priority is kept, which is mostly that of whoever dispatched.
  final func startTask(
    _ body: @escaping @Sendable @isolated(any) () async -> Void
  ) -> Task<Void, Never> {
    let priority = Task.currentPriority
    guard let executor else { return Task.detached(priority: priority, operation: body) }
    return Task.detached(executorPreference: executor, priority: priority, operation: body)
  }
}
