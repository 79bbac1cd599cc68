#if !canImport(Darwin)
  public import Synchronization

  /// A fair lock whose word holds its owner, so that a thread that acquires a lock it already
  /// holds stops the program instead of hanging.
  ///
  /// Uncontended, it takes one atomic exchange each way. A waiting thread spins for the time that a
  /// wake-up takes, then sleeps until it is woken; the owner hands the lock to a thread that waits
  /// rarely or has waited long (``LockQueue``). Built on `Atomic`, which thread sanitizer sees,
  /// because `Mutex` inherits priorities on Linux, which makes it slow under contention.
  ///
  /// The word is 0 if free; otherwise the owner's thread. Its lowest bit says that a thread sleeps,
  /// and remains while any does, also on a word that is otherwise free: a release that dropped it,
  /// because another thread spins, would strand the sleepers if that one is preempted.
  @usableFromInline
  package struct OwnedLock: ~Copyable, Sendable {
    @usableFromInline let word = Atomic<UInt>(0)
    private let lazyQueue = OnceReference<LockQueue>()

    /// The time that a thread spins, in nanoseconds: about the cost of a wake-up if it would be the
    /// first to sleep, and much less behind others, which come first.
    private static var spinning: UInt64 { 20_000 }
    private static var spinningBehindSleepers: UInt64 { 3_000 }
    private static var longestPause: Int { 32 }

    @usableFromInline
    package init() {}

    /// Acquires the lock if it is free and no thread sleeps.
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

    /// Releases the lock.
    @inlinable
    @inline(__always)
    func release(_ thread: UInt) {
      if !word.compareExchange(expected: thread, desired: 0, ordering: .releasing).exchanged {
        releaseToSleepers()
      }
    }

    /// Acquires the lock, waiting for it if necessary.
    ///
    /// - Returns: `false` if `thread` already holds it.
    @usableFromInline
    @inline(never)
    func acquireWaiting(_ thread: UInt) -> Bool {
      if isHeld(by: thread) { return false }
      // Free, though others sleep.
      if take(marked: thread) { return true }
      let queue = lazyQueue.load() ?? lazyQueue.storeIfNil(LockQueue())
      let begin = Platform.now
      var waiter: LockQueue.Waiter?
      queue.beginSpinning()
      wait: while !spin(thread) {
        let listed = waiter ?? LockQueue.Waiter(thread, since: begin)
        waiter = listed
        switch queue.enqueue(
          listed,
          acquire: { acquireOrMark(thread, queue) },
          isFree: { word.load(ordering: .sequentiallyConsistent) & ~1 == 0 }
        ) {
        case .acquired: break wait
        case .mustSpin: continue
        case .mustSleep: listed.sleep()
        }
        if listed.wasHanded { return queue.noteEndOfWait() }
        // Woken: the waking thread counted this one as spinning.
      }
      queue.endSpinning()
      return queue.noteEndOfWait()
    }

    /// Tries for a while, with growing pauses: threads that keep trying take the word's cache line
    /// from the owner.
    private func spin(_ thread: UInt) -> Bool {
      let begin = Platform.now
      var pause = 1
      while true {
        // No load first: the exchange itself fetches the line.
        let (isTaken, seen) = word.compareExchange(
          expected: 0,
          desired: thread,
          ordering: .acquiring
        )
        if isTaken { return true }
        if seen == 1, take(marked: thread) { return true }
        let limit = seen & 1 == 0 ? Self.spinning : Self.spinningBehindSleepers
        if Platform.now &- begin > limit { return false }
        Platform.pause(pause)
        pause = min(pause * 2, Self.longestPause)
      }
    }

    private func take(marked thread: UInt) -> Bool {
      word.compareExchange(expected: 1, desired: thread | 1, ordering: .acquiring).exchanged
    }

    /// Acquires the lock if it is free; otherwise marks the word, so that its owner checks for
    /// sleepers.
    ///
    /// Called with the queue locked.
    private func acquireOrMark(_ thread: UInt, _ queue: LockQueue) -> Bool {
      var seen = word.load(ordering: .relaxed)
      while true {
        let isFree = seen & ~1 == 0
        if !isFree, seen & 1 == 1 || seeded(.sleepsUnmarked) { return false }
        let (isDone, now) = word.compareExchange(
          expected: seen,
          desired: isFree ? thread | (queue.isEmpty ? 0 : 1) : seen | 1,
          ordering: .acquiring
        )
        if isDone { return isFree }
        seen = now
      }
    }

    /// Releases the lock while threads sleep: hands it over, wakes one, or leaves it to spinning
    /// threads.
    @usableFromInline
    @inline(never)
    func releaseToSleepers() {
      guard let queue = lazyQueue.load() else { return }
      queue.release { next, hasOthers in
        word.store((next ?? 0) | (hasOthers ? 1 : 0), ordering: .sequentiallyConsistent)
      }
    }
  }

  extension OwnedLock {
    /// Runs a short body that calls no user code, with the lock held.
    @inlinable
    package func withLock<Result: ~Copyable>(_ body: () -> Result) -> Result {
      let thread = Platform.currentThread()
      if !tryAcquire(thread) {
        let isOurs = acquireWaiting(thread)
        precondition(isOurs, "Sluice: a lock was taken twice by one thread. Please report this.")
      }
      defer { release(thread) }
      return body()
    }
  }
#endif
