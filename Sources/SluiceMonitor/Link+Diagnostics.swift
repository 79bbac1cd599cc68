import Sluice
import SluiceLocks
import SluiceSocket

extension Link {
  /// Counts a diagnostic of the store, to be sent.
  func add(_ diagnostic: StoreDiagnostic) {
    let now = CommitFacts.now
    let mustWake = lock.withLock {
      let mustPlan = diagnostics.add(diagnostic, after: buffer.lastNumber, at: now)
      return mustPlan && isStreaming && buffer.wakeUp()
    }
    if mustWake { waker.wake() }
  }

  /// Has all diagnostics sent over a new connection.
  func beginDiagnostics() {
    lock.withLock { diagnostics.beginAnew() }
  }

  /// Takes the diagnostics that are to be sent now.
  ///
  /// - Parameter all: Whether those are taken, too, that would be sent a moment later.
  func takeDiagnostics(all: Bool) -> [DiagnosticTable.Entry] {
    let now = CommitFacts.now
    return lock.withLock { diagnostics.take(at: now, all: all) }
  }

  /// Returns how long to wait at most, so that diagnostics are sent in time.
  func wait(atMost limit: Duration?) -> Duration? {
    let now = CommitFacts.now
    guard let next = lock.withLock({ diagnostics.timeUntilNext(at: now) }) else { return limit }
    return limit.map { min($0, next) } ?? next
  }
}
