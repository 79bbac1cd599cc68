/// A mistake that the interleavings must find: seeded beside the correct code, and active only in a
/// build for interleavings, one at a time.
@usableFromInline
package enum SeededBug: String, CaseIterable, Sendable {
  /// A thread sleeps although it has not marked the lock's word.
  case sleepsUnmarked
  /// A thread whose wait has timed out remains in line, and is handed the turn later.
  case staysInLine
  /// The role is given up without checking its mark.
  case givesUpUnchecked
  /// A record that an observer retains is used for the next commit.
  case recyclesKept
  /// Observers are added and removed while a delivery reads them.
  case changesWhileRead
  /// A release leaves the lock to a spinning thread, and removes the sleepers' mark.
  case dropsMarkForSpinner
  /// A thread that enters the queue doesn't check whether the lock has become free meanwhile.
  case sleepsOnFreeLock
  /// The lock is handed over without the mark of the remaining sleepers.
  case handsOverUnmarked
  /// The role is acquired without the mark of the threads in line.
  case takesUnmarked
  /// A reference that is set once is set by each of several concurrent threads.
  case storesTwice
  /// A subscriber's value remains pending at a gate that was opened meanwhile.
  case waitsAtOpenGate
  /// Whether a run is cancelled is checked before waiting for the turn.
  case asksTooEarly
  /// Tasks that wait for the store to be idle aren't resumed at the end of a delivery.
  case forgetsIdle
  /// The role is handed to a task that is never started.
  case handsRoleToNobody
  /// A freed store removes its observers while a delivery reads them.
  case closesWhileRead
}

/// Returns whether a mistake is active; always `false` in other builds.
@inlinable
@inline(__always)
func seeded(_ bug: SeededBug) -> Bool {
  #if INTERLEAVING
    unsafe Interleaving.seededBug == bug
  #else
    false
  #endif
}
