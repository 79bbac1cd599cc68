#if INTERLEAVING
  import Sluice

  extension Scenario {
    static let locks = [
      lock("lock", threads: 2, times: 2, clock: 1_000_000_000),
      lock("lock-hurried", threads: 2, times: 2, clock: 0),
      lock("lock-thrice", threads: 3, times: 1, clock: 1_000_000_000),
      lock("lock-thrice-hurried", threads: 3, times: 2, clock: 0),
      timed("lock-timed", threads: 2, times: 2, clock: 1_000_000_000),
      timed("lock-timed-thrice-hurried", threads: 3, times: 1, clock: 0),
      marked("lock-marked", threads: 2, times: 2, clock: 1_000_000_000),
      marked("lock-marked-thrice", threads: 3, times: 1, clock: 1_000_000_000),
      marked("lock-marked-thrice-hurried", threads: 3, times: 2, clock: 0),
    ]

    /// Threads that acquire one lock: never two at a time, and none sleeps forever.
    private static func lock(
      _ name: String,
      threads: Int,
      times: Int,
      clock: UInt64
    ) -> Scenario {
      Scenario(name: name, clock: clock) { run in
        let guarded = Guarded(.state)
        for _ in 0..<threads {
          run.thread { for _ in 0..<times { guarded.acquire() } }
        }
        run.finally { expect(guarded.count == threads * times, "an entry is lost") }
      }
    }

    /// Threads that wait for a lock until a deadline: each acquires it or not, and one that doesn't
    /// leaves nothing behind.
    private static func timed(
      _ name: String,
      threads: Int,
      times: Int,
      clock: UInt64
    ) -> Scenario {
      Scenario(name: name, clock: clock) { run in
        let guarded = Guarded(.turn)
        for _ in 0..<threads {
          run.thread { for _ in 0..<times { guarded.acquire(within: 60_000) } }
        }
        run.finally {
          expect(guarded.count + guarded.missed == threads * times, "an entry is lost")
          expect(guarded.lock.owner == 0, "the lock belongs to nobody")
        }
      }
    }

    /// Threads that enqueue something, which the owner of a lock does before it releases it, or hands
    /// on: nothing remains undone.
    private static func marked(
      _ name: String,
      threads: Int,
      times: Int,
      clock: UInt64
    ) -> Scenario {
      Scenario(name: name, clock: clock) { run in
        let work = Work()
        for index in 0..<threads {
          run.thread { for _ in 0..<times { if index == 0 { work.own() } else { work.enqueue() } } }
        }
        run.finally {
          expect(work.done == threads * times, "something remains undone")
          expect(work.lock.owner == 0, "the lock belongs to nobody")
        }
      }
    }
  }

  /// A number that a lock guards.
  private final class Guarded: @unchecked Sendable {
    // `@unchecked`: one thread runs at a time.
    let lock: FairLock
    private let gate = Gate("the lock")
    var count = 0
    var missed = 0

    init(_ pace: FairLock.Pace) { lock = FairLock(pace) }

    func acquire() {
      let thread = Platform.currentThread()
      if !lock.tryAcquire(thread) { expect(lock.acquireWaiting(thread), "it is held already") }
      pass(thread)
    }

    func acquire(within time: UInt64) {
      let thread = Platform.currentThread()
      if lock.acquire(thread, until: Platform.now + time) {
        pass(thread)
      } else {
        expect(!lock.isHeld(by: thread), "the lock is held by a thread that gave up")
        missed += 1
      }
    }

    private func pass(_ thread: UInt) {
      expect(lock.isHeld(by: thread), "the lock isn't held by its owner")
      gate.pass { count += 1 }
      expect(lock.release(thread), "nothing is pending")
    }
  }

  /// Work that the owner of a lock does, one piece at a time, before it hands the lock on.
  private final class Work: @unchecked Sendable {
    // `@unchecked`: one thread runs at a time.
    let lock = FairLock(.turn)
    private let pending = Locked(0)
    private let gate = Gate("the work")
    var done = 0

    /// Does a piece of work, and the pending one.
    func own() {
      let thread = Platform.currentThread()
      expect(lock.acquire(thread, until: .max), "there is no deadline")
      gate.pass { done += 1 }
      finish(thread)
    }

    /// Leaves a piece of work to the owner.
    func enqueue() {
      pending.withLock { $0 += 1 }
      if !lock.mark() { takeOver(Platform.currentThread()) }
    }

    private func takeOver(_ thread: UInt) {
      expect(lock.acquire(thread, until: .max), "there is no deadline")
      workOff()
      finish(thread)
    }

    private func finish(_ thread: UInt) {
      while !lock.release(thread) {
        lock.unmark(thread)
        if workOff() {
          expect(lock.mark(), "the lock is held")
          if !lock.pass(thread) { takeOver(thread) }
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
