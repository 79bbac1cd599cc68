#if !canImport(Darwin)
  import Synchronization

  /// The threads that wait for an ``OwnedLock``, first in, first out.
  ///
  /// Why no thread sleeps forever: a thread enters the queue with `mutex` locked, after it has
  /// marked the lock's word, and the mark remains while the queue has threads. So the owner can't
  /// release the lock without visiting the queue. It ignores the queue only if a thread spins,
  /// which acquires the lock soon, and visits the queue when it releases it. A spinner may enter
  /// the queue at that moment; so the owner checks for spinners again after it has freed the lock,
  /// and a spinner checks for a free lock again after it has entered the queue. One of them sees
  /// the other.
  ///
  /// Why a thread that waits rarely waits for one owner only: the next release hands it the lock.
  /// "Rarely" is measured from the end of a thread's last wait: measured from its beginning, a
  /// thread that waits long would always be rare.
  final class LockQueue: @unchecked Sendable {
    // `@unchecked`: every `var` is guarded by `mutex`, but for `releases`, by the lock itself.

    /// A thread that sleeps, or is about to.
    final class Waiter: @unchecked Sendable {
      // `@unchecked`: the fields are guarded by the queue's mutex until the thread is woken.
      let thread: UInt
      let since: UInt64
      let isRare: Bool
      private let sleeper = Sleeper()
      fileprivate(set) var wasHanded = false

      init(_ thread: UInt, since: UInt64) {
        self.thread = thread
        self.since = since
        isRare = since &- UInt64(LockQueue.lastWait.value) > LockQueue.rareAfter
      }

      func sleep() { sleeper.sleep() }
      fileprivate func wake() { sleeper.wake() }
    }

    /// The outcome for a thread that would enter the queue.
    enum Entry {
      case acquired
      /// It is in the queue.
      case mustSleep
      /// The lock has become free.
      case mustSpin
    }

    // In nanoseconds; measured with up to eight threads on two cores.
    fileprivate static var rareAfter: UInt64 { 300_000 }
    private static var longWait: UInt64 { 50_000 }
    private static var betweenHandOvers: UInt64 { 200_000 }
    /// The number of consecutive releases left to spinning threads without reading the clock.
    private static var releasesBetweenLooks: UInt8 { 16 }

    /// When the calling thread's last wait for a lock ended.
    fileprivate static let lastWait = ThreadLocalNumber()

    private let mutex = SystemMutex()
    private var waiters = Deque<Waiter>()
    private var lastHandOver: UInt64 = 0
    private let spinners = Atomic<Int>(0)
    /// Whether the first thread in the queue waits rarely.
    private let isFirstRare = Atomic<Bool>(false)
    @safe @exclusivity(unchecked) private var releases: UInt8 = 0

    var isEmpty: Bool { waiters.isEmpty }

    func beginSpinning() { spinners.wrappingAdd(1, ordering: .relaxed) }
    func endSpinning() { spinners.wrappingSubtract(1, ordering: .relaxed) }

    /// - Returns: `true`, so that a wait can end with it.
    func noteEndOfWait() -> Bool {
      Self.lastWait.value = UInt(Platform.now)
      return true
    }

    /// Appends a thread that has been spinning, unless it acquires the lock after all.
    func enqueue(_ waiter: Waiter, acquire: () -> Bool, isFree: () -> Bool) -> Entry {
      mutex.lock()
      defer { mutex.unlock() }
      if acquire() { return .acquired }
      waiters.append(waiter)
      noteFirst()
      spinners.wrappingSubtract(1, ordering: .sequentiallyConsistent)
      if !isFree() || seeded(.sleepsOnFreeLock) { return .mustSleep }
      _ = waiters.removeFirst { $0 === waiter }
      noteFirst()
      beginSpinning()
      return .mustSpin
    }

    /// Chooses the next owner.
    ///
    /// - Parameter set: Called with the thread to which the lock is handed, if any, and whether
    ///   others still sleep.
    func release(_ set: (_ next: UInt?, _ hasOthers: Bool) -> Void) {
      if isLeftToSpinners() {
        set(nil, !seeded(.dropsMarkForSpinner))
        if spinners.load(ordering: .sequentiallyConsistent) == 0 { wakeFirst() }
        return
      }
      mutex.lock()
      guard let first = waiters.first else {
        set(nil, false)
        return mutex.unlock()
      }
      let isDue = isDue(first)
      if !isDue, spinners.load(ordering: .relaxed) > 0 {
        set(nil, true)
        return mutex.unlock()
      }
      _ = waiters.popFirst()
      noteFirst()
      first.wasHanded = isDue
      if !isDue { beginSpinning() }
      set(isDue ? first.thread : nil, !waiters.isEmpty && !seeded(.handsOverUnmarked))
      mutex.unlock()
      first.wake()
    }

    /// Whether a spinning thread acquires the lock, and no thread in the queue can be due: usually
    /// the case, and determined without `mutex`.
    private func isLeftToSpinners() -> Bool {
      if isFirstRare.load(ordering: .relaxed) || spinners.load(ordering: .relaxed) == 0 {
        return false
      }
      releases &+= 1
      return releases % Self.releasesBetweenLooks != 0
    }

    /// Wakes the first thread, after the lock was left to spinners and none remains.
    private func wakeFirst() {
      mutex.lock()
      guard spinners.load(ordering: .relaxed) == 0, let first = waiters.popFirst() else {
        return mutex.unlock()
      }
      noteFirst()
      beginSpinning()
      mutex.unlock()
      first.wake()
    }

    private func noteFirst() {
      isFirstRare.store(waiters.first?.isRare == true, ordering: .relaxed)
    }

    private func isDue(_ waiter: Waiter) -> Bool {
      let now = Platform.now
      if !waiter.isRare {
        // Handing over each time would create a convoy: every owner would wait for a wake-up.
        guard now &- waiter.since > Self.longWait, now &- lastHandOver > Self.betweenHandOvers
        else { return false }
      }
      lastHandOver = now
      return true
    }
  }
#endif
