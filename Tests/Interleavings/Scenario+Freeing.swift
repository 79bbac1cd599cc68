#if INTERLEAVING
  import Sluice

  extension Scenario {
    /// The store freed during everything else, by whichever thread is last.
    static let freeing = [
      Scenario(name: "freed-dispatch", clock: 0) { run in
        let store = Store.scheduled()
        let watcher = Watcher()
        store.register(interceptor: watcher)
        for id in [1, 2] {
          let slot = Slot(store)
          run.thread { slot.take()?.add(id) }
        }
        run.finally { watcher.expectCount(2) }
      },
      Scenario(name: "freed-projection") { run in
        // A dispatch from within a delivery, by an object that doesn't retain the store.
        let store = Store.scheduled()
        let counter = Counter()
        let token = Shared<SelectionToken?>(nil)
        token.value = store.select(\.log.count).sink { [weak store] value in
          counter.receive(value) { if value == 1 { store?.add(10) } }
        }
        for id in [1, 2] {
          let slot = Slot(store)
          run.thread { slot.take()?.add(id) }
        }
        run.finally {
          token.value?.cancel()
          token.value = nil
        }
      },
      Scenario(name: "freed-cancel") { run in
        let store = Store.scheduled()
        let counter = Counter()
        let token = Slot(store.select(\.log.count).sink { counter.receive($0) })
        let slot = Slot(store)
        run.thread { slot.take()?.add(1) }
        run.thread { token.take()?.cancel() }
      },
      Scenario(name: "freed-subscribe") { run in
        let store = Store.scheduled()
        let (first, second) = (Slot(store), Slot(store))
        let counter = Counter()
        run.thread { first.take()?.add(1) }
        run.thread {
          let token = second.take()?.select(\.log.count).sink { counter.receive($0) }
          token?.cancel()
        }
      },
      Scenario(name: "freed-selection") { run in
        // A selection doesn't retain its store.
        let store = Store.scheduled()
        let counter = Counter()
        let slot = Slot(store)
        let selection = store.select(\.log.count)
        run.thread { slot.take()?.add(1) }
        run.thread {
          let token = selection.sink { counter.receive($0) }
          token.cancel()
        }
      },
      Scenario(name: "freed-effect") { run in
        // A run's dispatch is delivered by a thread that doesn't retain the store.
        let store = Store.scheduled()
        let (one, other) = (Watcher(), Watcher())
        store.register(interceptor: one)
        store.register(interceptor: other)
        run.finally { expect(one.numbers == other.numbers, "an interceptor missed a commit") }
        store.register(
          effect: .on(Start.self) { _, _, context in
            point()
            context.send(Add(1))
            _ = try await context.next(Add.self)
            context.send(Add(2))
          }
        )
        let (first, second) = (Slot(store), Slot(store))
        run.thread { first.take()?.dispatch(action: Start()) }
        run.thread { second.take()?.add(3) }
      },
      Scenario(name: "freed-idle") { run in
        let store = Store.scheduled()
        store.register(effect: .on(Start.self) { _, _ in point() })
        let (first, second) = (Slot(store), Slot(store))
        run.thread { first.take()?.dispatch(action: Start()) }
        run.thread { second.take()?.dispatch(action: Stop()) }
        let third = Slot(store)
        run.task { await third.take()?.idle() }
      },
      Scenario(name: "freed-memo") { run in
        let store = Store.scheduled()
        let sum = Selector<Picture, Int>.sum()
        let (first, second) = (Slot(store), Slot(store))
        run.thread { first.take()?.add(1) }
        run.thread { _ = second.take()?.selectCurrent(sum) }
      },
    ]

    /// The store closed during everything else.
    static let closing = [
      Scenario(name: "closed-dispatch", clock: 0) { run in
        let store = Store.scheduled()
        let watcher = ClosingWatcher()
        store.register(interceptor: watcher)
        run.thread { for id in [1, 2] { store.dispatch(action: Add(id)) } }
        run.thread { store.dispatch(action: Add(3)) }
        run.task {
          await store.close()
          watcher.expectEnd(store)
        }
        run.finally { watcher.expectEnd(store) }
      },
      Scenario(name: "closed-effect") { run in
        let store = Store.scheduled()
        let watcher = ClosingWatcher()
        store.register(interceptor: watcher)
        store.register(
          effect: .on(Start.self) { _, _, context in
            point()
            context.send(Add(1))
          }
        )
        run.thread { store.dispatch(action: Start()) }
        for _ in 0..<2 {
          run.task {
            await store.close()
            watcher.expectEnd(store)
          }
        }
        run.finally { watcher.expectEnd(store) }
      },
    ]

    /// Checks that a closed store has delivered all of its commits, then said so, and makes no more.
    private final class ClosingWatcher: Interceptor, @unchecked Sendable {
      // `@unchecked`: one thread runs at a time.
      private var count = 0
      private var closedAfter: [Int] = []

      func committed(_ commit: Commit<Picture>) { count += 1 }

      func storeClosed() async { closedAfter.append(count) }

      func expectEnd(_ store: Store<Picture, Void>) {
        let committed = store.state.log.count
        expect(
          closedAfter == [committed] && count == committed,
          "closed after \(closedAfter), delivered \(count) of \(committed)"
        )
      }
    }
  }
#endif
