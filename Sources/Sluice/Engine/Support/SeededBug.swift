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
