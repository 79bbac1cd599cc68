public import Synchronization

/// Who delivers: one thread at a time has the role.
///
/// The word is 0 while nobody has it; else it is the thread, and its lowest bit says that something
/// waits for it. The role is taken, and the bit set, under the store's lock only. Giving it up needs
/// no lock while the bit is not set: an exchange that fails when the bit was set meanwhile. So
/// whoever has queued something and then finds the bit set, or sets it, is sure to be served; and
/// whoever finds the role free takes it.
@usableFromInline
struct DeliveryRole: ~Copyable, Sendable {
  @usableFromInline let word = Atomic<UInt>(0)

  /// Stands for the thread of a task that the role is on its way to.
  static var task: UInt { 2 }

  init() {}

  /// Whether nobody delivers; if so, all that was delivered happened before.
  @inlinable
  var isFree: Bool { word.load(ordering: .acquiring) == 0 }

  /// Whether nobody delivers any more in a moment.
  func becomesFree() -> Bool {
    for _ in 0..<2_000 where isFree { return true }
    return false
  }

  /// The thread that delivers; 0 when none does.
  var thread: UInt { word.load(ordering: .relaxed) & ~1 }

  /// Takes the role, if it is free; with the lock held.
  func take(_ thread: UInt) -> Bool {
    guard isFree else { return false }
    word.store(thread, ordering: .relaxed)
    return true
  }

  /// Says that something waits for the thread that delivers; with the lock held.
  ///
  /// - Returns: `false` when there is none any more.
  func callBack() -> Bool {
    var seen = word.load(ordering: .relaxed)
    while seen != 0 {
      if seen & 1 == 1 { return true }
      let (exchanged, original) = word.weakCompareExchange(
        expected: seen,
        desired: seen | 1,
        ordering: .relaxed
      )
      if exchanged { return true }
      seen = original
    }
    return false
  }

  /// Gives the role up, unless something waits; without the lock, by the thread that has it.
  func giveUp(_ thread: UInt) -> Bool {
    word.compareExchange(expected: thread, desired: 0, ordering: .releasing).exchanged
  }

  /// Gives the role up although something waited; with the lock held.
  func giveUp() {
    word.store(0, ordering: .releasing)
  }

  /// Keeps the role, or hands it on; with the lock held.
  func pass(to thread: UInt, isSomethingWaiting: Bool) {
    word.store(isSomethingWaiting ? thread | 1 : thread, ordering: .releasing)
  }
}
