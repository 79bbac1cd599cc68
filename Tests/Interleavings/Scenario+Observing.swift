#if INTERLEAVING
  import Sluice

  extension Scenario {
    /// Observers that are added and removed while others dispatch.
    static let observing = [
      Scenario(name: "subscribe") { run in
        let store = Store.scheduled()
        let counter = Counter()
        run.threads(on: store, [1, 2])
        run.thread { counter.observe(store) }
        run.finally { counter.expectEnd(2) }
      },
      Scenario(name: "subscribe-behind-another", clock: 0) { run in
        let store = Store.scheduled()
        let (first, second) = (Counter(of: store), Counter())
        run.threads(on: store, [1, 2])
        run.thread { second.observe(store) }
        run.finally { for counter in [first, second] { counter.expectEnd(2) } }
      },
      Scenario(name: "subscribe-and-cancel-within-sink") { run in
        let store = Store.scheduled()
        let second = Counter()
        let first = Counter(of: store) { [weak store] value in
          if value == 1, let store {
            second.observe(store)
          } else if value == 2 {
            second.cancel()
            second.isCancelled = true
          }
        }
        run.threads(on: store, [1, 2], [3])
        run.finally { first.expectEnd(3) }
      },
      Scenario(name: "cancel") { run in
        let store = Store.scheduled()
        let first = Counter(of: store)
        let count = Shared(0)
        let token = Shared<SelectionToken?>(
          store.select(\.log.count).sink { [witness = Witness()] _ in
            count.value += 1
            witness.check()
            point()
            witness.check()
          }
        )
        let third = Counter(of: store)
        run.threads(on: store, [1, 2])
        run.thread {
          token.take()?.cancel()
          // At most the one in progress arrives (P7).
          let before = count.value
          point()
          expect(count.value <= before + 1, "values arrived after cancel() returned")
        }
        run.finally { for counter in [first, third] { counter.expectEnd(2) } }
      },
      Scenario(name: "observers-move") { run in
        // As many as the capacity: the fifth makes the list close its gap.
        let (store, first) = Store.watched()
        let (second, third, last) = (Watcher(), Watcher(), Watcher())
        store.register(interceptor: Passing())
        store.register(interceptor: second)
        store.register(interceptor: third)
        run.threads(on: store, [1])
        run.thread {
          store.unregisterInterceptors(ofType: Passing.self)
          store.register(interceptor: last)
        }
        run.finally { for watcher in [first, second, third] { watcher.expectCount(1) } }
      },
      Scenario(name: "cancel-within-sink", clock: 0) { run in
        let store = Store.scheduled()
        let counter = Counter()
        counter.observe(store) { value in
          guard value == 1 else { return }
          counter.cancel()
          counter.isCancelled = true
        }
        run.threads(on: store, [1], [2])
      },
      Scenario(name: "register-interceptor") { run in
        let (store, first) = Store.watched()
        let second = Watcher()
        run.threads(on: store, [1, 2])
        run.thread { store.register(interceptor: second) }
        run.finally {
          first.expectCount(2)
          // It begins with any commit, and misses none after it.
          let numbers = second.numbers
          expect(numbers.isEmpty || numbers.last == 2, "\(numbers) were delivered")
        }
      },
      Scenario(name: "unregister-interceptor") { run in
        let (store, first) = Store.watched()
        let third = Watcher()
        store.register(interceptor: Passing())
        store.register(interceptor: third)
        run.threads(on: store, [1, 2])
        run.thread { store.unregisterInterceptors(ofType: Passing.self) }
        run.finally { for watcher in [first, third] { watcher.expectCount(2) } }
      },
      Scenario(name: "observers-come-and-go") { run in
        let (store, watcher) = Store.watched()
        run.threads(on: store, [1])
        for _ in 0..<2 { run.thread { Counter(of: store).cancel() } }
        run.finally { watcher.expectCount(1) }
      },
      Scenario(name: "register-reducer") { run in
        let (store, watcher) = Store.watched()
        let other = Reducer<Picture>(id: "other", ReduceOn(Unhandled.self) { _, _ in point() })
        run.threads(on: store, [1, 2])
        run.thread {
          store.register(reducer: other)
          store.unregister(reducer: other)
        }
        run.finally { watcher.expectCount(2) }
      },
    ]

    /// An interceptor that is unregistered.
    private struct Passing: Interceptor {
      private let witness = Witness()

      func committed(_ commit: Commit<Picture>) {
        witness.check()
        point()
        witness.check()
      }
    }
  }
#endif
