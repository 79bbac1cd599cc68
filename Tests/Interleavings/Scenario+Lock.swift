import SluiceLocks

#if INTERLEAVING
  import Sluice

  extension Scenario {
    /// Threads that use one lock.
    static let locks = [
      lock("lock", threads: 2, times: 2, clock: 1_000_000_000) { Guarded() },
      lock("lock-hurried", threads: 2, times: 2, clock: 0) { Guarded() },
      lock("lock-thrice", threads: 3, times: 1, clock: 1_000_000_000) { Guarded() },
      lock("lock-thrice-hurried", threads: 3, times: 2, clock: 0) { Guarded() },
      lock("lock-timed", threads: 2, times: 2, clock: 1_000_000_000) { Guarded(isTimed: true) },
      lock("lock-timed-thrice-hurried", threads: 3, times: 1, clock: 0) { Guarded(isTimed: true) },
      lock("lock-marked", threads: 2, times: 2, clock: 1_000_000_000) { Work() },
      lock("lock-marked-thrice", threads: 3, times: 1, clock: 1_000_000_000) { Work() },
      lock("lock-marked-thrice-hurried", threads: 3, times: 2, clock: 0) { Work() },
    ]

    private static func lock(
      _ name: String,
      threads: Int,
      times: Int,
      clock: UInt64,
      _ make: @escaping @Sendable () -> any LockUse
    ) -> Scenario {
      Scenario(name: name, clock: clock) { run in
        let use = make()
        for thread in 0..<threads { run.thread { for _ in 0..<times { use.enter(thread) } } }
        run.finally { use.expectEnd(threads * times) }
      }
    }
  }

  private protocol LockUse {
    func enter(_ index: Int)
    func expectEnd(_ entries: Int)
  }

  /// A number that a lock guards: never two are there at a time, and none sleeps forever.
  ///
  /// With a deadline, each acquires the lock or not, and one that doesn't leaves nothing behind.
  private final class Guarded: LockUse, @unchecked Sendable {
    // `@unchecked`: one thread runs at a time.
    private let isTimed: Bool
    private let lock: FairLock
    private let gate = Gate("the lock")
    private var count = 0
    private var missed = 0

    init(isTimed: Bool = false) {
      self.isTimed = isTimed
      lock = FairLock(isTimed ? .turn : .state)
    }

    func enter(_ index: Int) {
      let thread = Platform.currentThread()
      if isTimed {
        guard lock.acquire(thread, until: Platform.now + 60_000) else {
          expect(!lock.isHeld(by: thread), "the lock is held by a thread that gave up")
          missed += 1
          return
        }
      } else if !lock.tryAcquire(thread) {
        expect(lock.acquireWaiting(thread), "it is held already")
      }
      expect(lock.isHeld(by: thread), "the lock isn't held by its owner")
      gate.pass { count += 1 }
      expect(lock.release(thread), "nothing is pending")
    }

    func expectEnd(_ entries: Int) {
      expect(count + missed == entries, "an entry is lost")
      expect(lock.owner == 0, "the lock belongs to nobody")
    }
  }

  /// Work that the owner of a lock does, one piece at a time, before it hands the lock on: nothing
  /// remains undone.
  private final class Work: LockUse, @unchecked Sendable {
    // `@unchecked`: one thread runs at a time.
    private let lock = FairLock(.turn)
    private let pending = Locked(0)
    private let gate = Gate("the work")
    private var done = 0

    /// Does a piece of work, and the pending one; or leaves it to the owner.
    func enter(_ index: Int) {
      if index == 0 { return own { gate.pass { done += 1 } } }
      pending.withLock { $0 += 1 }
      if !lock.mark() { own { workOff() } }
    }

    func expectEnd(_ entries: Int) {
      expect(done == entries, "something remains undone")
      expect(lock.owner == 0, "the lock belongs to nobody")
    }

    private func own(_ work: () -> Void) {
      let thread = Platform.currentThread()
      expect(lock.acquire(thread, until: .max), "there is no deadline")
      work()
      finish(thread)
    }

    private func finish(_ thread: UInt) {
      while !lock.release(thread) {
        lock.unmark(thread)
        if workOff() {
          if !lock.pass(thread) { own { workOff() } }
          return
        }
      }
    }

    /// - Returns: Whether more is pending.
    @discardableResult
    private func workOff() -> Bool {
      let (hasWork, hasMore) = pending.withLock { count in
        defer { if count > 0 { count -= 1 } }
        return (count > 0, count > 1)
      }
      if hasWork { gate.pass { done += 1 } }
      return hasMore
    }
  }
#endif
