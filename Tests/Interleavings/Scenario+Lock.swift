#if INTERLEAVING
  import Sluice

  extension Scenario {
    static let locks = [
      lock("lock", threads: 2, times: 2, clock: 1_000_000_000),
      lock("lock-hurried", threads: 2, times: 2, clock: 0),
      lock("lock-thrice", threads: 3, times: 1, clock: 1_000_000_000),
      lock("lock-thrice-hurried", threads: 3, times: 2, clock: 0),
    ]

    /// Threads that acquire one lock: never two at a time, and none sleeps forever.
    private static func lock(
      _ name: String,
      threads: Int,
      times: Int,
      clock: UInt64
    ) -> Scenario {
      Scenario(name: name, clock: clock) { run in
        let count = Locked(0)
        let gate = Gate("the lock")
        let box = LockBox(count)
        for _ in 0..<threads {
          run.thread {
            for _ in 0..<times { box.count.withLock { count in gate.pass { count += 1 } } }
          }
        }
        run.finally { expect(box.count.withLock { $0 } == threads * times, "an entry is lost") }
      }
    }

    private final class LockBox: Sendable {
      let count: Locked<Int>
      init(_ count: consuming Locked<Int>) { self.count = count }
    }
  }
#endif
