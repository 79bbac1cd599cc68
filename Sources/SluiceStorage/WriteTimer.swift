import SluiceCore
import SluiceLocks

/// Calls a file when its slots' changes are to be written.
protocol WriteTimer: AnyObject, Sendable {
  /// Called by the thread that delivers, for each change.
  func changed()
  func cancel()
}

/// A ``WritePace`` on a store's clock.
///
/// At most one task waits, whatever changes meanwhile.
final class ClockedTimer<C: Clock>: WriteTimer where C.Duration == Duration {
  private let clock: C
  private let state: Locked<State>
  /// Returns whether it was written.
  private let write: @Sendable () async -> Bool

  private struct State {
    var pace: WritePace<C.Instant>
    var task: Task<Void, Never>?
  }

  init(
    _ clock: C,
    quietTime: Duration,
    longest: Duration,
    write: @escaping @Sendable () async -> Bool
  ) {
    self.clock = clock
    state = Locked(State(pace: WritePace(quietTime: quietTime, longest: longest)))
    self.write = write
  }

  func changed() {
    let now = clock.now
    if state.withLock({ $0.pace.changed(at: now) }) { start() }
  }

  private func start() {
    let task = Task.detached(executorPreference: clock.preferredExecutor) { await self.run() }
    state.withLock { $0.task = task }
  }

  private func run() async {
    while let instant = state.withLock({ $0.pace.next() }) {
      if clock.now < instant {
        do { try await clock.sleep(until: instant, tolerance: nil) } catch {
          state.withLock { $0.pace.end() }
          return
        }
        continue
      }
      state.withLock { $0.pace.begin() }
      if await !write() {
        let now = clock.now
        state.withLock { $0.pace.failed(at: now) }
      }
    }
  }

  func cancel() {
    state.withLock { $0.task }?.cancel()
  }
}
