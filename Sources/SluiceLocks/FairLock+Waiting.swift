import Synchronization

// Why no thread sleeps forever: a thread enters the line with the line locked, and the word marked.
// The mark remains while the line has threads, so the owner can't release the lock without a look
// at the line. It leaves the lock to spinning threads only if there is one, which acquires the lock
// soon, and looks at the line when it releases it. A spinning thread may enter the line at that
// moment: it first stops counting as spinning, and then acquires the lock if it is free. The owner
// first releases the lock, and then checks whether a thread still spins, unless it has the line
// locked meanwhile. So one of them sees the other. A thread whose deadline passes gives up from the
// line, never while it counts as spinning.

extension FairLock {
  /// What the threads that wait for a lock share; created by the first.
  final class Queue: @unchecked Sendable {
    // `@unchecked`: `releases` is guarded by the lock itself.

    private let line: Locked<Line>
    /// Counts the threads that try to acquire the lock without being in the line.
    fileprivate let spinners = Atomic<Int>(0)
    /// Whether the first thread in the line waits rarely.
    private let isFirstRare = Atomic<Bool>(false)
    @safe @exclusivity(unchecked) private var releases: UInt8 = 0
    /// The number of consecutive releases left to spinning threads without a look at the line.
    private static var releasesBetweenLooks: UInt8 { 16 }

    init(_ pace: Pace) { line = Locked(Line(pace)) }

    fileprivate func beginSpinning() { spinners.wrappingAdd(1, ordering: .relaxed) }
    fileprivate func endSpinning() {
      let left = spinners.wrappingSubtract(1, ordering: .sequentiallyConsistent).newValue
      assert(left >= 0)
    }

    fileprivate func change<Result>(_ body: (inout Line) -> Result) -> Result {
      line.withLock { line in
        let result = body(&line)
        isFirstRare.store(line.first?.isRare == true, ordering: .relaxed)
        return result
      }
    }

    /// Whether a spinning thread acquires the lock, and no thread in the line can be due.
    ///
    /// Usually the case, and determined without the line's lock. Called by the owner.
    fileprivate func leavesToSpinners() -> Bool {
      if isFirstRare.load(ordering: .relaxed) || spinners.load(ordering: .relaxed) == 0 {
        return false
      }
      releases &+= 1
      return releases % Self.releasesBetweenLooks != 0
    }

    /// Removes the thread that a release chooses; woken after unlocking the line.
    fileprivate func execute(_ step: Line.Step, _ line: inout Line) -> Waiter? {
      guard let next = line.execute(step) else { return nil }
      if step == .wake { beginSpinning() } else { next.wasHanded = true }
      return next
    }

    /// Wakes the first thread, after the lock was left to spinning threads and none remains.
    fileprivate func wakeFirst() {
      let first = change { line in
        spinners.load(ordering: .relaxed) == 0 ? execute(.wake, &line) : nil
      }
      first?.sleeper.wake()
    }
  }

  private var queue: Queue { lazyQueue.load() ?? lazyQueue.storeIfNil(Queue(pace)) }

  // MARK: - Acquiring

  /// Acquires the lock, waiting for it until a deadline.
  func wait(_ thread: UInt, until deadline: UInt64) -> Bool {
    // Free, but marked.
    if acquire(thread, orMark: 0) { return true }
    let begin = Platform.now
    defer { pace.noteEndOfWait(Platform.now) }
    let queue = queue
    var waiter: Waiter?
    queue.beginSpinning()
    while !spin(thread, until: deadline) {
      let listed = waiter ?? Waiter(thread, since: begin, isRare: pace.isRare(begin))
      waiter = listed
      if enterLine(listed, queue) { return true }
      if !listed.sleeper.sleep(until: deadline) {
        // The line decides, not the clock.
        if queue.change({ $0.remove(listed) }) { return false }
        // Chosen in this moment: it is being woken.
        listed.sleeper.sleep()
      }
      if listed.wasHanded {
        assert(isHeld(by: thread))
        return true
      }
      // Woken, and counted as spinning.
    }
    queue.endSpinning()
    return true
  }

  /// Tries for a while, with growing pauses: threads that keep trying take the word's cache line
  /// from the owner.
  private func spin(_ thread: UInt, until deadline: UInt64) -> Bool {
    let begin = Platform.now
    var pause = 1
    var free: UInt = 0
    while true {
      // No load first: the exchange itself fetches the line. Expects the marks seen last.
      let (isTaken, seen) = word.compareExchange(
        expected: free,
        desired: thread | free,
        ordering: .acquiring
      )
      if isTaken {
        assert(isHeld(by: thread))
        return true
      }
      free = seen & Self.marks
      if seen == free { continue }
      let now = Platform.now
      if now >= deadline || now &- begin > pace.spinning(behindSleepers: seen & Self.sleeping != 0)
      {
        return false
      }
      Platform.pause(pause)
      pause = min(pause * 2, 32)
    }
  }

  /// Ends spinning: acquires the lock if it has become free, otherwise enters the line.
  ///
  /// - Returns: Whether it has acquired the lock.
  private func enterLine(_ waiter: Waiter, _ queue: Queue) -> Bool {
    queue.change { line in
      // Before the word is read; see above.
      queue.endSpinning()
      let isTaken = acquire(waiter.thread, orMark: Self.sleeping)
      if !isTaken { line.enter(waiter) }
      return isTaken
    }
  }

  /// Acquires the lock if it is free; otherwise adds marks to its word.
  private func acquire(_ thread: UInt, orMark mark: UInt) -> Bool {
    var seen = word.load(ordering: .sequentiallyConsistent)
    while true {
      let isFree = seen & ~Self.marks == 0
      if !isFree, seen & mark == mark { return false }
      let (isDone, now) = word.compareExchange(
        expected: seen,
        desired: isFree ? thread | seen : seen | mark,
        ordering: .sequentiallyConsistent
      )
      if isDone { return isFree }
      seen = now
    }
  }

  // MARK: - Releasing

  /// Releases a marked lock, unless something is pending: hands it to a sleeping thread, wakes one,
  /// or leaves it to spinning threads.
  @usableFromInline
  @inline(never)
  func releaseMarked(_ thread: UInt) -> Bool {
    assert(isHeld(by: thread))
    if word.load(ordering: .relaxed) & Self.pending != 0 { return false }
    let queue = queue
    if queue.leavesToSpinners() {
      guard exchange(thread | Self.sleeping, for: Self.sleeping) else { return false }
      if queue.spinners.load(ordering: .sequentiallyConsistent) == 0 { queue.wakeFirst() }
      return true
    }
    var next: Waiter?
    let isReleased = queue.change { line in
      let spinners = queue.spinners.load(ordering: .relaxed)
      let step = line.release(at: Platform.now, spinners: spinners)
      // Fails only if the pending mark was set meanwhile.
      guard exchange(thread | Self.sleeping, for: line.word(after: step)) else { return false }
      next = queue.execute(step, &line)
      return true
    }
    next?.sleeper.wake()
    return isReleased
  }

  /// Releases the lock though something is pending, and marks it: hands it to the first sleeping
  /// thread, or else leaves it to whoever acquires it next.
  ///
  /// The caller may have come without the mark; but the next owner, which may have nothing to do
  /// itself, must not release the lock before it has done what is pending.
  ///
  /// - Returns: Whether a thread was handed the lock.
  package func pass(_ thread: UInt) -> Bool {
    assert(isHeld(by: thread), "Only the owner passes the lock on.")
    let queue = queue
    let next = queue.change { line in
      let step: Line.Step = line.isEmpty ? .leave : .handOver(at: Platform.now)
      let word = line.word(after: step) | Self.pending
      // Others only add the pending mark meanwhile: that of sleeping threads needs the line.
      _ = self.word.exchange(word, ordering: .sequentiallyConsistent)
      return queue.execute(step, &line)
    }
    next?.sleeper.wake()
    return next != nil
  }

  private func exchange(_ expected: UInt, for new: UInt) -> Bool {
    word.compareExchange(expected: expected, desired: new, ordering: .sequentiallyConsistent)
      .exchanged
  }
}
