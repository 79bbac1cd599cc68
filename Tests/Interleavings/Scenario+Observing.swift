#if INTERLEAVING
  import Sluice

  extension Scenario {
    /// Observers that are added and removed while others dispatch.
    static let observing = [
      Scenario(name: "subscribe") { run in
        let store = Store.scheduled()
        let counter = Counter()
        let token = Shared<SelectionToken?>(nil)
        run.thread { for id in [1, 2] { store.add(id) } }
        run.thread { token.value = store.select(\.log.count).sink { counter.receive($0) } }
        run.finally {
          counter.expectLast(2)
          token.value?.cancel()
        }
      },
      Scenario(name: "subscribe-behind-another", clock: 0) { run in
        let store = Store.scheduled()
        let (first, second) = (Counter(), Counter())
        let token = store.select(\.log.count).sink { first.receive($0) }
        let other = Shared<SelectionToken?>(nil)
        run.thread { for id in [1, 2] { store.add(id) } }
        run.thread { other.value = store.select(\.log.count).sink { second.receive($0) } }
        run.finally {
          first.expectLast(2)
          second.expectLast(2)
          token.cancel()
          other.value?.cancel()
        }
      },
      Scenario(name: "subscribe-and-cancel-within-sink") { run in
        let store = Store.scheduled()
        let (first, second) = (Counter(), Counter())
        let other = Shared<SelectionToken?>(nil)
        let token = store.select(\.log.count).sink { [weak store] value in
          first.receive(value) {
            if value == 1 {
              other.value = store?.select(\.log.count).sink { second.receive($0) }
            } else if value == 2 {
              other.value?.cancel()
              second.isCancelled = true
            }
          }
        }
        run.thread { for id in [1, 2] { store.add(id) } }
        run.thread { store.add(3) }
        run.finally {
          first.expectLast(3)
          token.cancel()
          other.value = nil
        }
      },
      Scenario(name: "cancel") { run in
        let store = Store.scheduled()
        let (first, third) = (Counter(), Counter())
        let count = Shared(0)
        let token = Slot(
          store.select(\.log.count).sink { [witness = Witness()] _ in
            count.value += 1
            witness.check()
            point()
            witness.check()
          }
        )
        let tokens = [first, third].map { counter in
          store.select(\.log.count).sink { counter.receive($0) }
        }
        run.thread { for id in [1, 2] { store.add(id) } }
        run.thread {
          token.take()?.cancel()
          // At most the one in progress arrives (P7).
          let before = count.value
          point()
          expect(count.value <= before + 1, "values arrived after cancel() returned")
        }
        run.finally {
          first.expectLast(2)
          third.expectLast(2)
          for token in tokens { token.cancel() }
        }
      },
      Scenario(name: "observers-move") { run in
        // As many as the capacity: the fifth makes the list close its gap.
        let store = Store.scheduled()
        let watchers = [Watcher(), Watcher(), Watcher()]
        store.register(interceptor: watchers[0])
        store.register(interceptor: Passing())
        store.register(interceptor: watchers[1])
        store.register(interceptor: watchers[2])
        let last = Watcher()
        run.thread { store.add(1) }
        run.thread {
          store.unregisterInterceptors(ofType: Passing.self)
          store.register(interceptor: last)
        }
        run.finally { for watcher in watchers { watcher.expectCount(1) } }
      },
      Scenario(name: "cancel-within-sink", clock: 0) { run in
        let store = Store.scheduled()
        let counter = Counter()
        let token = Shared<SelectionToken?>(nil)
        token.value = store.select(\.log.count).sink { value in
          counter.receive(value) {
            guard value == 1 else { return }
            token.value?.cancel()
            counter.isCancelled = true
          }
        }
        run.thread { store.add(1) }
        run.thread { store.add(2) }
        run.finally { token.value = nil }
      },
      Scenario(name: "register-interceptor") { run in
        let store = Store.scheduled()
        let (first, second) = (Watcher(), Watcher())
        store.register(interceptor: first)
        run.thread { for id in [1, 2] { store.add(id) } }
        run.thread { store.register(interceptor: second) }
        run.finally {
          first.expectCount(2)
          // It begins with any commit, and misses none after it.
          let numbers = second.numbers
          expect(numbers.isEmpty || numbers.last == 2, "\(numbers) were delivered")
        }
      },
      Scenario(name: "unregister-interceptor") { run in
        let store = Store.scheduled()
        let (first, third) = (Watcher(), Watcher())
        store.register(interceptor: first)
        store.register(interceptor: Passing())
        store.register(interceptor: third)
        run.thread { for id in [1, 2] { store.add(id) } }
        run.thread { store.unregisterInterceptors(ofType: Passing.self) }
        run.finally {
          first.expectCount(2)
          third.expectCount(2)
        }
      },
      Scenario(name: "observers-come-and-go") { run in
        let store = Store.scheduled()
        let watcher = Watcher()
        store.register(interceptor: watcher)
        run.thread { store.add(1) }
        run.thread {
          let counter = Counter()
          let token = store.select(\.log.count).sink { counter.receive($0) }
          token.cancel()
        }
        run.thread {
          let counter = Counter()
          let token = store.select(\.log.count).sink { counter.receive($0) }
          token.cancel()
        }
        run.finally { watcher.expectCount(1) }
      },
      Scenario(name: "register-reducer") { run in
        let store = Store.scheduled()
        let watcher = Watcher()
        store.register(interceptor: watcher)
        let other = Reducer<Picture>(id: "other", ReduceOn(Unhandled.self) { _, _ in point() })
        run.thread { for id in [1, 2] { store.add(id) } }
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
