import SluiceCore
import SluiceLocks

/// Calls a file when what has changed is to be written: a ``WritePace`` on a store's clock.
///
/// At most one task waits, whatever changes meanwhile. Not generic: a change costs a reading of the clock
/// and a lock.
final class WriteTimer: Sendable {
  /// Returns the time since the timer was made.
  private let now: @Sendable () -> Duration
  private let sleep: @Sendable (_ end: Duration) async throws -> Void
  private let executor: (any TaskExecutor)?
  private let state: Locked<State>
  /// Returns whether it was written.
  private let write: @Sendable () async -> Bool

  private struct State {
    var pace: WritePace
    var task: Task<Void, Never>?
  }

  init<C: Clock<Duration>>(
    _ clock: C,
    _ pace: WritePace,
    write: @escaping @Sendable () async -> Bool
  ) {
    let start = clock.now
    if let clock = clock as? ContinuousClock, let start = start as? ContinuousClock.Instant {
      // Of a type that is known here, it takes half the time.
      now = { start.duration(to: clock.now) }
    } else {
      now = { start.duration(to: clock.now) }
    }
    sleep = { try await clock.sleep(until: start.advanced(by: $0), tolerance: nil) }
    executor = clock.preferredExecutor
    state = Locked(State(pace: pace))
    self.write = write
  }

  /// Called by the thread that delivers, for each change.
  func changed() {
    let now = now()
    if state.withLock({ $0.pace.changed(at: now) }) { start() }
  }

  private func start() {
    let task = Task.detached(executorPreference: executor) { await self.run() }
    state.withLock { $0.task = task }
  }

  private func run() async {
    while let instant = state.withLock({ $0.pace.next() }) {
      if now() < instant {
        do { try await sleep(instant) } catch {
          state.withLock { $0.pace.end() }
          return
        }
        continue
      }
      state.withLock { $0.pace.begin() }
      if await !write() {
        let now = now()
        state.withLock { $0.pace.failed(at: now) }
      }
    }
  }

  func cancel() {
    state.withLock { $0.task }?.cancel()
  }
}
