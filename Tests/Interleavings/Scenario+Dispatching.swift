#if INTERLEAVING
  import Sluice

  extension Scenario {
    /// Concurrent dispatches.
    static let dispatching = [
      Scenario(name: "dispatch-unobserved") { run in
        let store = Store.scheduled()
        run.threads(on: store, [1, 2], [3, 4])
        run.finally { store.expectAll([1, 2, 3, 4]) }
      },
      Scenario(name: "dispatch-erased") { run in
        let (store, watcher) = Store.watched()
        for id in [1, 2] { run.thread { store.dispatch(action: Add(id) as any Action) } }
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
        let slot = Shared<PictureStore?>(nil)
        let (store, watcher) = Store.watched(by: Watcher { if $0 == 1 { slot.value?.add(10) } })
        slot.value = store
        run.threads(on: store, [1], [2])
        run.finally {
          slot.value = nil
          store.expectAll([1, 2, 10])
          watcher.expectCount(3)
        }
      },
      Scenario(name: "wait-for-each-other") { run in
        // A sink that waits for another thread's dispatch (P4).
        let store = Store.scheduled()
        let (hasBegun, hasSecond) = (Shared(false), Shared(false))
        let counter = Counter(of: store) { value in
          guard value == 1 else { return }
          hasBegun.value = true
          hasSecond.wait()
        }
        run.threads(on: store, [1, 3])
        run.thread {
          hasBegun.wait()
          store.add(2)
          hasSecond.value = true
        }
        run.finally { counter.expectEnd(3) }
      },
      handingOn("role-handed-to-task", others: 0),
      handingOn("role-handed-to-thread", others: 1),
    ]

    /// A delivery that takes so long that two commits of others are enqueued, and then so long that
    /// its thread hands the role over: to a thread in line, otherwise to a task.
    private static func handingOn(_ name: String, others: Int) -> Scenario {
      Scenario(name: name) { run in
        let store = Store.scheduled()
        let (hasBegun, hasEnqueued) = (Shared(false), Shared(false))
        let counter = Counter(of: store) { value in
          if value == 1 {
            hasBegun.value = true
            hasEnqueued.wait()
          } else if value == 2 {
            for _ in 0..<5 { Scheduler.shared.pause() }
          }
        }
        run.threads(on: store, [1])
        run.thread {
          hasBegun.wait()
          for id in [2, 3] { store.add(id) }
          hasEnqueued.value = true
        }
        for other in 0..<others {
          run.thread {
            hasEnqueued.wait()
            store.add(10 + other)
          }
        }
        run.finally {
          counter.expectLast(3 + others)
          store.add(99)
          counter.expectEnd(4 + others)
        }
      }
    }

    private static func sink(_ name: String, threads: Int, times: Int, clock: UInt64) -> Scenario {
      Scenario(name: name, clock: clock) { run in
        let store = Store.scheduled()
        let counter = Counter(of: store)
        for thread in 0..<threads { run.threads(on: store, numbers(of: thread, times)) }
        run.finally { counter.expectEnd(threads * times) }
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
        let (store, watcher) = Store.watched(by: Watcher(isKeeping: isKeeping))
        for thread in 0..<threads { run.threads(on: store, numbers(of: thread, times)) }
        run.finally {
          watcher.expectCount(threads * times)
          store.expectRest(watcher)
        }
      }
    }

    private static func numbers(of thread: Int, _ times: Int) -> [Step] {
      (0..<times).map { .add(thread * 10 + $0) }
    }

    private static func within(_ name: String, threads: Int) -> Scenario {
      Scenario(name: name, clock: 0) { run in
        let (store, watcher) = Store.watched()
        let counter = Counter(of: store) { [weak store] in if $0 == 1 { store?.add(10) } }
        for thread in 0..<threads { run.threads(on: store, [.add(thread)]) }
        run.finally {
          watcher.expectCount(threads + 1)
          counter.expectEnd(threads + 1)
        }
      }
    }
  }
#endif
