/// A clock that says where tasks run: one that is driven by a test, and must know when they rest.
///
/// The store starts runs and timers with the executor as their preference, in the place of one that
/// an effect asks for.
public protocol TaskExecutingClock: Clock {
  /// Where runs and timers run.
  var taskExecutor: any TaskExecutor { get }
}

/// The store's clock, as effects use it: without its type, and in durations.
struct EffectClock: Sendable {
  /// The time since this value was made.
  let now: @Sendable () -> Duration
  private let sleepUntil: @Sendable (Duration) async throws -> Void
  private let executor: (any TaskExecutor)?

  init(_ clock: any Clock<Duration>) {
    self.init(opening: clock)
  }

  private init<C: Clock>(opening clock: C) where C.Duration == Duration {
    let origin = clock.now
    now = { origin.duration(to: clock.now) }
    sleepUntil = { try await clock.sleep(until: origin.advanced(by: $0), tolerance: nil) }
    executor = (clock as? any TaskExecutingClock)?.taskExecutor
  }

  func sleep(until deadline: Duration) async throws {
    try await sleepUntil(deadline)
  }

  func sleep(for duration: Duration) async throws {
    try await sleepUntil(now() + duration)
  }

  /// Starts a task where the clock says, else where the caller prefers.
  func startTask(
    on preferred: (any TaskExecutor)?,
    _ body: @escaping @Sendable () async -> Void
  ) -> Task<Void, Never> {
    guard let executor = executor ?? preferred else { return Task { await body() } }
    return Task(executorPreference: executor) { await body() }
  }
}
