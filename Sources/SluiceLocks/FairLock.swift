public import Synchronization

/// A lock whose word holds its owner, and that is fair to threads that wait rarely or long.
///
/// Guards a store's state, and is the turn to deliver. Uncontended, it takes one atomic exchange
/// each way. A waiting thread spins for about the time of a wake-up, then sleeps in a line until it
/// is woken, or handed the lock (``Line``).
///
/// The word is 0 if free; otherwise the owner's thread, and in its lowest bits two marks, which a
/// free word may have too:
///
/// - *sleeping*: a thread sleeps. Remains while any does: a release that dropped it, because another
///   thread spins, would strand the sleepers if that one is preempted.
/// - *pending*: the owner has something to do before it releases the lock. ``release(_:)`` fails
///   until ``unmark(_:)``.
///
/// Whoever acquires the lock retains the marks.
///
/// Built on `Atomic`, which thread sanitizer sees, because `Mutex` inherits priorities on Linux,
/// which makes it slow under contention.
@usableFromInline
package struct FairLock: ~Copyable, Sendable {
  @usableFromInline let word = Atomic<UInt>(0)
  let lazyQueue = OnceReference<Queue>()
  let pace: Pace

  static var sleeping: UInt { 1 }
  static var pending: UInt { 2 }
  @usableFromInline static var marks: UInt { 3 }

  @usableFromInline
  package init(_ pace: Pace = .state) { self.pace = pace }

  /// The owner's thread; 0 if the lock is free, and all that previous owners did happened before.
  @inlinable
  @inline(__always)
  package var owner: UInt { word.load(ordering: .acquiring) & ~Self.marks }

  /// Whether a thread holds the lock; certain for the calling thread.
  @inlinable
  @inline(__always)
  package func isHeld(by thread: UInt) -> Bool {
    word.load(ordering: .relaxed) & ~Self.marks == thread
  }

  // MARK: - Acquiring

  /// Acquires the lock if it is free and unmarked.
  @inlinable
  @inline(__always)
  package func tryAcquire(_ thread: UInt) -> Bool {
    assert(thread != 0 && thread & Self.marks == 0)
    return word.compareExchange(expected: 0, desired: thread, ordering: .acquiring).exchanged
  }

  /// Acquires the lock, waiting for it if necessary.
  ///
  /// - Returns: `false` if `thread` already holds it.
  @usableFromInline
  @inline(never)
  package func acquireWaiting(_ thread: UInt) -> Bool {
    !isHeld(by: thread) && wait(thread, until: .max)
  }

  /// Acquires the lock, waiting for it until an instant of ``Platform/now``.
  ///
  /// The calling thread doesn't hold it.
  ///
  /// - Returns: `false` if the deadline has passed.
  package func acquire(_ thread: UInt, until deadline: UInt64) -> Bool {
    assert(!isHeld(by: thread))
    return tryAcquire(thread) || wait(thread, until: deadline)
  }

  // MARK: - Releasing

  /// Releases the lock, unless something is pending.
  ///
  /// - Returns: `false` if it is still held, because of the pending mark.
  @inlinable
  @inline(__always)
  @discardableResult
  package func release(_ thread: UInt) -> Bool {
    assert(isHeld(by: thread), "Only the owner releases the lock.")
    return word.compareExchange(expected: thread, desired: 0, ordering: .releasing).exchanged
      || releaseMarked(thread)
  }

  /// Sets the pending mark if a thread holds the lock.
  ///
  /// The owner that clears the mark sees what the caller did before.
  ///
  /// - Returns: `false` if the lock is free; if so, all that previous owners did happened before.
  package func mark() -> Bool {
    var seen = word.load(ordering: .acquiring)
    while seen & ~Self.marks != 0 {
      // Also if the mark is set: the exchange publishes what the caller did.
      let (isSet, now) = word.compareExchange(
        expected: seen,
        desired: seen | Self.pending,
        ordering: .acquiringAndReleasing
      )
      if isSet { return true }
      seen = now
    }
    return false
  }

  /// Clears the pending mark; called by the owner, before it does what is pending.
  package func unmark(_ thread: UInt) {
    assert(isHeld(by: thread), "Only the owner does what is pending.")
    word.bitwiseAnd(~Self.pending, ordering: .acquiringAndReleasing)
  }
}
