/// A mistake that the net must find: planted where its correct counterpart stands, and active only in
/// a build for interleavings, one at a time.
@usableFromInline
package enum SeededBug: String, CaseIterable, Sendable {
  /// A thread sleeps although it has not marked the lock's word.
  case sleepsUnmarked
  /// A thread whose wait has timed out stays in line, and is handed the turn later.
  case staysInLine
  /// The role is given up without a look at its mark.
  case givesUpUnchecked
  /// A record that somebody retains is used for the next commit.
  case recyclesKept
  /// Observers are added and removed while a delivery reads them.
  case changesWhileRead
  /// A release leaves the lock to a thread that spins, and takes the mark of those who sleep away.
  case dropsMarkForSpinner
  /// A thread that enters the queue doesn't look whether the lock has become free meanwhile.
  case sleepsOnFreeLock
  /// The lock is handed over without the mark of those who sleep on.
  case handsOverUnmarked
  /// The role is taken without the mark of those who wait in line.
  case takesUnmarked
  /// A reference that is set once is set by each who comes at the same time.
  case storesTwice
  /// A memo's result is confirmed for a newer state although another result came in between.
  case confirmsAnother
  /// A subscriber's value waits at a gate that was opened a moment ago.
  case waitsAtOpenGate
  /// Whether a run is cancelled is asked before the turn is waited for.
  case asksTooEarly
  /// Who waits for the store to be idle is not thought of at the end of a delivery.
  case forgetsIdle
  /// The role is handed on to a task that is never started.
  case handsRoleToNobody
  /// A store that is freed removes its observers while a delivery reads them.
  case closesWhileRead
}

/// Whether a mistake is active; always `false` in a build that is not for interleavings.
@inlinable
@inline(__always)
func seeded(_ bug: SeededBug) -> Bool {
  #if INTERLEAVING
    unsafe Interleaving.seededBug == bug
  #else
    false
  #endif
}
