#if !canImport(Darwin)
  import Synchronization

  /// The threads that wait for an ``OwnedLock``, first come, first served.
  ///
  /// Why nobody sleeps forever: a thread enters the queue with `mutex` locked, after it has marked the
  /// lock's word, and the mark stays as long as the queue has threads. So the owner cannot give the
  /// lock back without coming here, with `mutex` locked. It leaves the queue alone only if somebody
  /// spins, who takes the lock soon, and comes here when it releases it; or who enters the queue
  /// itself, and then finds the lock free.
  ///
  /// Why a thread that comes rarely waits for one owner only: it is handed the lock by the next
  /// release. "Rarely" goes by the end of a thread's last wait: by its beginning, a thread that waits
  /// long would always be rare.
  final class LockQueue: @unchecked Sendable {
    // `@unchecked`: every `var` is guarded by `mutex`.

    /// A thread that sleeps, or is about to.
    final class Waiter: @unchecked Sendable {
      // `@unchecked`: the fields are guarded by the queue's mutex until the thread is woken.
      let thread: UInt
      let since: UInt64
      let isRare: Bool
      private let sleeper = Sleeper()
      fileprivate(set) var wasHanded = false

      init(_ thread: UInt, since: UInt64, isRare: Bool) {
        self.thread = thread
        self.since = since
        self.isRare = isRare
      }

      func sleep() { sleeper.sleep() }
      fileprivate func wake() { sleeper.wake() }
    }

    // In nanoseconds; measured with up to eight threads on two cores.
    private static var rareAfter: UInt64 { 300_000 }
    private static var longWait: UInt64 { 50_000 }
    private static var betweenHandOvers: UInt64 { 200_000 }

    /// When the calling thread's last wait for a lock ended.
    private static let lastWait = ThreadLocalNumber()

    private let mutex = SystemMutex()
    private var waiters = Deque<Waiter>()
    private var lastHandOver: UInt64 = 0
    private let spinners = Atomic<Int>(0)

    var isEmpty: Bool { waiters.isEmpty }

    func makeSleeper(_ thread: UInt) -> Waiter {
      let now = Platform.now
      let last = UInt64(Self.lastWait.value)
      return Waiter(thread, since: now, isRare: now &- last > Self.rareAfter)
    }

    func beginSpinning() { spinners.wrappingAdd(1, ordering: .relaxed) }
    func endSpinning() { spinners.wrappingSubtract(1, ordering: .relaxed) }

    /// - Returns: `true`, so that a wait can end with it.
    func noteEndOfWait() -> Bool {
      Self.lastWait.value = UInt(Platform.now)
      return true
    }

    /// Appends a thread that has been spinning, unless it takes the lock after all.
    ///
    /// - Returns: Whether it is in the queue, and has to sleep.
    func enqueue(_ waiter: Waiter, unlessAcquired acquire: () -> Bool) -> Bool {
      mutex.lock()
      defer { mutex.unlock() }
      if acquire() { return false }
      waiters.append(waiter)
      endSpinning()
      return true
    }

    /// Chooses who is next.
    ///
    /// - Parameter set: Called with the thread that the lock is handed to, if it is, and whether others
    ///   sleep on.
    func release(_ set: (_ next: UInt?, _ hasOthers: Bool) -> Void) {
      mutex.lock()
      guard let first = waiters.first else {
        set(nil, false)
        return mutex.unlock()
      }
      let isDue = isDue(first)
      if !isDue, spinners.load(ordering: .relaxed) > 0 {
        set(nil, !seeded(.dropsMarkForSpinner))
        return mutex.unlock()
      }
      _ = waiters.popFirst()
      first.wasHanded = isDue
      if !isDue { beginSpinning() }
      set(isDue ? first.thread : nil, !waiters.isEmpty && !seeded(.handsOverUnmarked))
      mutex.unlock()
      first.wake()
    }

    private func isDue(_ waiter: Waiter) -> Bool {
      let now = Platform.now
      if !waiter.isRare {
        // Handing over each time would make a convoy: every owner would wait for a wake-up.
        guard now &- waiter.since > Self.longWait, now &- lastHandOver > Self.betweenHandOvers
        else { return false }
      }
      lastHandOver = now
      return true
    }
  }
#endif
