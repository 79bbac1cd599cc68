#if INTERLEAVING
  import Sluice

  extension Scenario {
    /// Concurrent dispatches.
    static let dispatching = [
      Scenario(name: "dispatch-unobserved") { run in
        let store = Store.scheduled()
        run.thread { for id in [1, 2] { store.add(id) } }
        run.thread { for id in [3, 4] { store.add(id) } }
        run.finally { store.expectAll([1, 2, 3, 4]) }
      },
      Scenario(name: "dispatch-erased") { run in
        let store = Store.scheduled()
        let watcher = Watcher()
        store.register(interceptor: watcher)
        run.thread { store.dispatch(action: Add(1) as any Action) }
        run.thread { store.dispatch(action: Add(2) as any Action) }
        run.finally { watcher.expectCount(2) }
      },
      sink("dispatch-sink", threads: 2, times: 2, clock: 1_000_000_000),
      sink("dispatch-sink-hurried", threads: 2, times: 2, clock: 0),
      sink("dispatch-sink-thrice", threads: 3, times: 1, clock: 0),
      interceptor("dispatch-interceptor", threads: 2, times: 2, clock: 1_000_000_000),
      interceptor("dispatch-interceptor-hurried", threads: 2, times: 2, clock: 0),
      interceptor("dispatch-interceptor-thrice", threads: 3, times: 1, clock: 1_000_000_000),
      interceptor("dispatch-interceptor-thrice-hurried", threads: 3, times: 1, clock: 0),
      interceptor("commits-retained", threads: 2, times: 2, clock: 0, isKeeping: true),
      within("dispatch-within-sink", threads: 2),
      within("dispatch-within-sink-alone", threads: 1),
      Scenario(name: "dispatch-within-interceptor") { run in
        let store = Store.scheduled()
        let slot = Shared<Store<Picture, Void>?>(store)
        let watcher = Watcher { number in if number == 1 { slot.value?.add(10) } }
        store.register(interceptor: watcher)
        run.thread { store.add(1) }
        run.thread { store.add(2) }
        run.finally {
          slot.value = nil
          store.expectAll([1, 2, 10])
          watcher.expectCount(3)
        }
      },
      Scenario(name: "wait-for-each-other") { run in
        // A sink that waits for another thread's dispatch (P4).
        let store = Store.scheduled()
        let counter = Counter()
        let hasSecond = Shared(false)
        let hasBegun = Shared(false)
        let token = store.select(\.log.count).sink { value in
          counter.receive(value) {
            guard value == 1 else { return }
            hasBegun.value = true
            while !hasSecond.value { Scheduler.shared.pause() }
          }
        }
        run.thread {
          store.add(1)
          store.add(3)
        }
        run.thread {
          while !hasBegun.value { Scheduler.shared.pause() }
          store.add(2)
          hasSecond.value = true
        }
        run.finally {
          counter.expectLast(3)
          token.cancel()
        }
      },
      handingOn("role-handed-to-task", others: 0),
      handingOn("role-handed-to-thread", others: 1),
    ]

    /// A delivery that takes so long that two commits of others are enqueued, and then so long that
    /// its thread hands the role over: to a thread in line, otherwise to a task.
    private static func handingOn(_ name: String, others: Int) -> Scenario {
      Scenario(name: name) { run in
        let store = Store.scheduled()
        let counter = Counter()
        let hasBegun = Shared(false)
        let hasEnqueued = Shared(false)
        let token = store.select(\.log.count).sink { value in
          counter.receive(value) {
            if value == 1 {
              hasBegun.value = true
              while !hasEnqueued.value { Scheduler.shared.pause() }
            } else if value == 2 {
              for _ in 0..<5 { Scheduler.shared.pause() }
            }
          }
        }
        run.thread { store.add(1) }
        run.thread {
          while !hasBegun.value { Scheduler.shared.pause() }
          for id in [2, 3] { store.add(id) }
          hasEnqueued.value = true
        }
        for other in 0..<others {
          run.thread {
            while !hasEnqueued.value { Scheduler.shared.pause() }
            store.add(10 + other)
          }
        }
        run.finally {
          counter.expectLast(3 + others)
          store.add(99)
          counter.expectLast(4 + others)
          token.cancel()
        }
      }
    }

    private static func sink(_ name: String, threads: Int, times: Int, clock: UInt64) -> Scenario {
      Scenario(name: name, clock: clock) { run in
        let store = Store.scheduled()
        let counter = Counter()
        let token = store.select(\.log.count).sink { counter.receive($0) }
        for thread in 0..<threads {
          run.thread { for time in 0..<times { store.add(thread * 10 + time) } }
        }
        run.finally {
          counter.expectLast(threads * times)
          token.cancel()
        }
      }
    }

    private static func interceptor(
      _ name: String,
      threads: Int,
      times: Int,
      clock: UInt64,
      isKeeping: Bool = false
    ) -> Scenario {
      Scenario(name: name, clock: clock) { run in
        let store = Store.scheduled()
        let watcher = Watcher(isKeeping: isKeeping)
        store.register(interceptor: watcher)
        for thread in 0..<threads {
          run.thread { for time in 0..<times { store.add(thread * 10 + time) } }
        }
        run.finally {
          watcher.expectCount(threads * times)
          store.expectRest(watcher)
        }
      }
    }

    private static func within(_ name: String, threads: Int) -> Scenario {
      Scenario(name: name, clock: 0) { run in
        let store = Store.scheduled()
        let counter = Counter()
        let watcher = Watcher()
        store.register(interceptor: watcher)
        let token = store.select(\.log.count).sink { [weak store] value in
          counter.receive(value) { if value == 1 { store?.add(10) } }
        }
        for thread in 0..<threads { run.thread { store.add(thread) } }
        run.finally {
          watcher.expectCount(threads + 1)
          counter.expectLast(threads + 1)
          token.cancel()
        }
      }
    }
  }
#endif
