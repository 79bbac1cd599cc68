public import Synchronization

/// Who delivers: one thread at a time has the role.
///
/// The word is the thread, or 0 while nobody has the role. Its lowest bit is a mark: something waits,
/// in the queue or in line. The role is taken, and the mark set, with the store's lock held only.
/// Giving the role up needs no lock while it is unmarked: an exchange that fails when the mark was set
/// meanwhile. So whoever has enqueued something, and then finds the mark set or sets it, is sure to be
/// served; and whoever finds the role free takes it, with the mark if there is one.
@usableFromInline
struct DeliveryRole: ~Copyable, Sendable {
  @usableFromInline let word = Atomic<UInt>(0)

  /// Stands for the thread of a task that the role is on its way to.
  private static var task: UInt { 2 }

  init() {}

  /// Whether nobody delivers; if so, all that was delivered happened before.
  @inlinable
  @inline(__always)
  var isFree: Bool { word.load(ordering: .acquiring) & ~1 == 0 }

  /// Whether the role is on its way to a task.
  var isWithTask: Bool { thread == Self.task }

  /// The thread that delivers; 0 when none does.
  @inlinable
  var thread: UInt { word.load(ordering: .relaxed) & ~1 }

  /// Takes the role if it is free; the caller holds the lock.
  @inlinable
  @inline(__always)
  func take(_ thread: UInt) -> Bool {
    let seen = word.load(ordering: .acquiring)
    guard seen & ~1 == 0 else { return false }
    // Not an exchange: nobody else takes it, as long as the lock is held.
    word.store(seeded(.takesUnmarked) ? thread : thread | seen, ordering: .relaxed)
    return true
  }

  /// Sets the mark, which calls the delivering thread to the lock; the caller holds the lock.
  ///
  /// - Returns: `false` when nobody has the role any more; if so, all that was delivered happened
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

  /// Gives the role up, unless something waits; without the lock, by the thread that has it.
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

  /// Gives the role up although it is marked; the caller holds the lock.
  func giveUp(isSomethingWaiting: Bool) {
    word.store(isSomethingWaiting ? 1 : 0, ordering: .releasing)
  }

  /// Keeps the role, or hands it over; the caller holds the lock.
  func pass(to thread: UInt, isSomethingWaiting: Bool) {
    word.store(isSomethingWaiting ? thread | 1 : thread, ordering: .releasing)
  }

  /// Hands the role on to a task.
  func passToTask() { pass(to: Self.task, isSomethingWaiting: true) }
}
