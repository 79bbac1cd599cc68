public import Synchronization

/// A lock whose word holds its owner, so that a thread that comes back to a lock it already holds
/// is told instead of hanging.
///
/// Uncontended it is one atomic exchange each way. A thread that has to wait spins, then naps, then
/// sleeps in a ``ParkingLot``. It naps rather than yields: threads that keep asking take the word's
/// cache line and the processor from the one that works, and a store that is used by many gets more
/// done when one at a time uses it undisturbed for a while. Built on `Atomic` because thread sanitizer
/// sees that, and because `Mutex` inherits priorities on Linux, which makes it slow under contention.
///
/// The word is 0 when free; else it is the owner's thread, and its lowest bit says that somebody
/// may be asleep.
@usableFromInline
package struct OwnedLock: ~Copyable, Sendable {
  @usableFromInline let word = Atomic<UInt>(0)
  private let parkingLot = OnceReference<ParkingLot>()

  @usableFromInline
  package init() {}

  /// Takes the lock if it is free.
  @inlinable
  @inline(__always)
  func tryAcquire(_ thread: UInt) -> Bool {
    word.compareExchange(expected: 0, desired: thread, ordering: .acquiring).exchanged
  }

  /// Whether a thread holds the lock; certain for the calling thread.
  @inlinable
  @inline(__always)
  func isHeld(by thread: UInt) -> Bool {
    word.load(ordering: .relaxed) & ~1 == thread
  }

  /// Takes the lock, waiting for it if necessary.
  ///
  /// - Parameter isUrgent: Spins for longer: others wait for what this thread does.
  /// - Returns: `false` when `thread` holds it already.
  @usableFromInline
  @inline(never)
  func acquireWaiting(_ thread: UInt, isUrgent: Bool = false) -> Bool {
    if isHeld(by: thread) { return false }
    let spins = isUrgent ? Self.urgentSpins : Self.spins
    for round in 0..<(spins + Self.naps) {
      if word.load(ordering: .relaxed) == 0, tryAcquire(thread) { return true }
      if round < spins {
        for _ in 0..<Self.pause { _ = word.load(ordering: .relaxed) }
      } else {
        // Longer and longer: those that wake up only to ask are in the way, too.
        Platform.nap(microseconds: 256 << UInt32(min(round - spins, 2)))
      }
    }
    sleepUntilAcquired(thread)
    return true
  }

  /// Gives the lock back.
  @inlinable
  @inline(__always)
  func release() {
    if word.exchange(0, ordering: .releasing) & 1 != 0 { wakeOne() }
  }

  private static var spins: Int { 96 }
  private static var pause: Int { 8 }
  private static var naps: Int { 40 }
  private static var urgentSpins: Int { 2_000 }

  // Why nobody sleeps forever: a sleeper marks the word while it holds the lot's mutex, and gives
  // the mutex up only by falling asleep; `wakeOne` takes the same mutex after it found the mark,
  // so the sleeper is there to be woken. Whoever comes out of the lot leaves the mark on the word
  // it takes, because others may still be asleep: the next release wakes one of them.
  private func sleepUntilAcquired(_ thread: UInt) {
    lot.park {
      while true {
        let seen = word.load(ordering: .relaxed)
        if seen == 0 {
          let taken = word.compareExchange(
            expected: 0,
            desired: thread | 1,
            ordering: .acquiring
          )
          if taken.exchanged { return false }
        } else if seen & 1 == 1 {
          return true
        } else if word.compareExchange(expected: seen, desired: seen | 1, ordering: .relaxed)
          .exchanged
        {
          return true
        }
      }
    }
  }

  @usableFromInline
  @inline(never)
  func wakeOne() {
    lot.unparkOne()
  }

  private var lot: ParkingLot {
    parkingLot.load() ?? parkingLot.storeIfNil(ParkingLot())
  }
}

extension OwnedLock {
  /// Runs a short body that calls no code of the user's, with the lock held.
  @inlinable
  package func withLock<Result>(_ body: () -> Result) -> Result {
    let thread = Platform.currentThread()
    if !tryAcquire(thread) {
      let isOurs = acquireWaiting(thread)
      precondition(isOurs, "Sluice: a lock was taken twice by one thread. Please report this.")
    }
    defer { release() }
    return body()
  }
}
