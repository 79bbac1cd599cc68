public import Synchronization

/// The role of delivering, which one thread at a time has.
///
/// The word is the thread, or 0 while no thread has the role. Its lowest bit is a mark: something
/// is pending, in the queue or in line. The role is acquired, and the mark set, only with the
/// store's lock held. Giving up the unmarked role needs no lock: an exchange that fails if the mark
/// was set meanwhile. So a thread that has enqueued something, and then finds the mark set or sets
/// it, is certain to be served; a thread that finds the role free acquires it, with the mark if
/// there is one.
@usableFromInline
struct DeliveryRole: ~Copyable, Sendable {
  @usableFromInline let word = Atomic<UInt>(0)

  /// Represents the thread of a task to which the role is being handed.
  private static var task: UInt { 2 }

  init() {}

  /// Whether no thread delivers; if so, all previous deliveries happened before.
  @inlinable
  @inline(__always)
  var isFree: Bool { word.load(ordering: .acquiring) & ~1 == 0 }

  /// Whether the role is being handed to a task.
  var isWithTask: Bool { thread == Self.task }

  /// The thread that delivers; 0 if none does.
  @inlinable
  var thread: UInt { word.load(ordering: .relaxed) & ~1 }

  /// Acquires the role if it is free; the caller holds the lock.
  @inlinable
  @inline(__always)
  func take(_ thread: UInt) -> Bool {
    let seen = word.load(ordering: .acquiring)
    guard seen & ~1 == 0 else { return false }
    // Not an exchange: no other thread acquires it while the lock is held.
    word.store(seeded(.takesUnmarked) ? thread : thread | seen, ordering: .relaxed)
    return true
  }

  /// Sets the mark, which makes the delivering thread acquire the lock; the caller holds the lock.
  ///
  /// - Returns: `false` if no thread has the role any more; if so, all previous deliveries happened
  ///   before.
  func callBack() -> Bool {
    var seen = word.load(ordering: .acquiring)
    while seen & ~1 != 0 {
      if seen & 1 == 1 { return true }
      let (exchanged, original) = word.weakCompareExchange(
        expected: seen,
        desired: seen | 1,
        ordering: .acquiring
      )
      if exchanged { return true }
      seen = original
    }
    return false
  }

  /// Gives up the role unless something is pending; called by the thread that has it, without the
  /// lock.
  @inlinable
  @inline(__always)
  func giveUp(_ thread: UInt) -> Bool {
    #if INTERLEAVING
      if seeded(.givesUpUnchecked) {
        word.store(0, ordering: .releasing)
        return true
      }
    #endif
    return word.compareExchange(expected: thread, desired: 0, ordering: .releasing).exchanged
  }

  /// Gives up the role although it is marked; the caller holds the lock.
  func giveUp(isSomethingWaiting: Bool) {
    word.store(isSomethingWaiting ? 1 : 0, ordering: .releasing)
  }

  /// Retains the role or hands it over; the caller holds the lock.
  func pass(to thread: UInt, isSomethingWaiting: Bool) {
    word.store(isSomethingWaiting ? thread | 1 : thread, ordering: .releasing)
  }

  /// Hands the role to a task.
  func passToTask() { pass(to: Self.task, isSomethingWaiting: true) }
}
