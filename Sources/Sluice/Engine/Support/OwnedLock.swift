#if !canImport(Darwin)
  public import Synchronization

  /// A fair lock whose word holds its owner, so that a thread that comes back to a lock it already
  /// holds is stopped instead of hanging.
  ///
  /// Uncontended it is one atomic exchange each way. A thread that has to wait spins for the time
  /// that a wake-up takes, then sleeps until it is woken; who comes rarely, or has waited long, is
  /// handed the lock by its owner (``LockQueue``). Built on `Atomic` because thread sanitizer sees
  /// that, and because `Mutex` inherits priorities on Linux, which makes it slow under contention.
  ///
  /// The word is 0 when free; else it is the owner's thread. Its lowest bit says that somebody
  /// sleeps, and stays while anybody does, also on a word that is otherwise free: a release that
  /// dropped it, because another thread spins, would strand the sleepers when that one is preempted.
  @usableFromInline
  package struct OwnedLock: ~Copyable, Sendable {
    @usableFromInline let word = Atomic<UInt>(0)
    private let lazyQueue = OnceReference<LockQueue>()

    /// How long a thread spins, in nanoseconds: about what a wake-up costs where it would be the
    /// first to sleep, and much less behind others, who come first.
    private static var spinning: UInt64 { 20_000 }
    private static var spinningBehindSleepers: UInt64 { 3_000 }
    private static var longestPause: Int { 32 }

    @usableFromInline
    package init() {}

    /// Takes the lock if it is free and nobody sleeps.
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

    /// Gives the lock back.
    @inlinable
    @inline(__always)
    func release(_ thread: UInt) {
      if !word.compareExchange(expected: thread, desired: 0, ordering: .releasing).exchanged {
        releaseToSleepers()
      }
    }

    /// Takes the lock, waiting for it if necessary.
    ///
    /// - Returns: `false` when `thread` holds it already.
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
        // Woken: whoever did it counted this thread as spinning.
      }
      queue.endSpinning()
      return queue.noteEndOfWait()
    }

    /// Tries for a while, with longer and longer pauses: threads that keep asking take the word's
    /// cache line from the one that works.
    private func spin(_ thread: UInt) -> Bool {
      let begin = Platform.now
      var pause = 1
      while true {
        // No test first: the exchange itself is what brings the line.
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

    /// Takes the lock if it is free; else marks the word, so that its owner looks for sleepers.
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

    /// Gives the lock back where somebody sleeps: hands it over, or wakes one, or leaves it to those
    /// who spin.
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
    /// Runs a short body that calls no code of the user's, with the lock held.
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
