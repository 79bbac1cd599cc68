import SluiceCore
import SluiceLocks

/// Decides when runs begin, for a test that runs effects itself.
package protocol RunGate: AnyObject, Sendable {
  var isClosed: Bool { get }

  /// Returns when the run of the calling task may begin, or is cancelled.
  func pass() async
}

/// A clock that comes with a gate for the runs of a store.
package protocol RunGatingClock: Clock {
  var runGate: any RunGate { get }
}

/// The store's clock as effects use it: type-erased, and in durations.
final class EffectClock: Sendable {
  private let elapsed: @Sendable () -> Duration
  private let sleepUntil: @Sendable (Duration) async throws -> Void
  /// The clock's preferred executor for tasks, if any.
  let executor: (any TaskExecutor)?
  /// What decides when runs begin; `nil` if they begin at once.
  let gate: (any RunGate)?
  /// The number of waits whose time is limited.
  let limits = Atomic<Int>(0)

  convenience init(_ clock: any Clock<Duration>) {
    self.init(opening: clock)
  }

  private init<C: Clock>(opening clock: C) where C.Duration == Duration {
    let origin = clock.now
    elapsed = { origin.duration(to: clock.now) }
    sleepUntil = { try await clock.sleep(until: origin.advanced(by: $0), tolerance: nil) }
    executor = clock.preferredExecutor
    gate = (clock as? any RunGatingClock)?.runGate
  }

  /// The time since this object was created.
  var now: Duration { elapsed() }

  func sleep(until deadline: Duration) async throws {
    try await sleepUntil(deadline)
  }

  func sleep(for duration: Duration) async throws {
    try await sleepUntil(now + duration)
  }
}

extension EffectEntry {
  /// Starts a task on the clock's executor, otherwise on the effect's.
  ///
  /// Detached, because the delivering thread's task-local values are unrelated to the effect.
  /// Inherits only the priority, which is usually that of the dispatching thread.
  final func startTask(
    _ body: @escaping @Sendable @isolated(any) () async -> Void
  ) -> Task<Void, Never> {
    let priority = Task.currentPriority
    guard let executor else { return Task.detached(priority: priority, operation: body) }
    return Task.detached(executorPreference: executor, priority: priority, operation: body)
  }
}
