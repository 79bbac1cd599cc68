#if INTERLEAVING
  import Sluice

  extension Scenario {
    /// The store freed during everything else, by whichever thread is last.
    static let freeing = [
      Scenario(name: "freed-dispatch", clock: 0) { run in
        let (store, watcher) = Store.watched()
        for id in [1, 2] { run.thread(releasing: store) { $0.add(id) } }
        run.finally { watcher.expectCount(2) }
      },
      Scenario(name: "freed-projection") { run in
        // A dispatch from within a delivery, by an object that doesn't retain the store.
        let store = Store.scheduled()
        let counter = Counter(of: store) { [weak store] in if $0 == 1 { store?.add(10) } }
        for id in [1, 2] { run.thread(releasing: store) { $0.add(id) } }
        run.finally { counter.cancel() }
      },
      Scenario(name: "freed-cancel") { run in
        let store = Store.scheduled()
        run.thread(releasing: store) { $0.add(1) }
        run.thread(releasing: Counter(of: store)) { $0.cancel() }
      },
      Scenario(name: "freed-subscribe") { run in
        let store = Store.scheduled()
        run.thread(releasing: store) { $0.add(1) }
        run.thread(releasing: store) { Counter(of: $0).cancel() }
      },
      Scenario(name: "freed-selection") { run in
        // A selection doesn't retain its store.
        let store = Store.scheduled()
        let selection = store.select(\.log.count)
        run.thread(releasing: store) { $0.add(1) }
        run.thread {
          let counter = Counter()
          counter.observe(selection)
          counter.cancel()
        }
      },
      Scenario(name: "freed-effect") { run in
        // A run's dispatch is delivered by a thread that doesn't retain the store.
        let (store, one) = Store.watched()
        let other = Watcher()
        store.register(interceptor: other)
        run.finally { expect(one.numbers == other.numbers, "an interceptor missed a commit") }
        store.register(
          effect: .on(Start.self).run { _, _, context in
            point()
            context.send(Add(1))
            _ = try await context.next(Add.self)
            context.send(Add(2))
          }
        )
        run.thread(releasing: store) { $0.dispatch(action: Start()) }
        run.thread(releasing: store) { $0.add(3) }
      },
      Scenario(name: "freed-idle") { run in
        let store = Store.scheduled()
        store.register(effect: .on(Start.self).run { _, _ in point() })
        run.thread(releasing: store) { $0.dispatch(action: Start()) }
        run.thread(releasing: store) { $0.dispatch(action: Stop()) }
        let slot = Shared<PictureStore?>(store)
        run.task { await slot.take()?.idle() }
      },
      Scenario(name: "freed-memo") { run in
        let store = Store.scheduled()
        let sum = Selector<Picture, Int>.sum()
        run.thread(releasing: store) { $0.add(1) }
        run.thread(releasing: store) { _ = $0.selectCurrent(sum) }
      },
    ]

    /// The store closed during everything else.
    static let closing = [
      closing("closed-dispatch", clock: 0, closers: 1) { run, store in
        run.thread { for id in [1, 2] { store.dispatch(action: Add(id)) } }
        run.thread { store.dispatch(action: Add(3)) }
      },
      closing("closed-effect", closers: 2) { run, store in
        store.register(
          effect: .on(Start.self).run { _, _, context in
            point()
            context.send(Add(1))
          }
        )
        run.thread { store.dispatch(action: Start()) }
      },
    ]

    private static func closing(
      _ name: String,
      clock: UInt64 = 1_000_000_000,
      closers: Int,
      _ prepare: @escaping @Sendable (Run, PictureStore) -> Void
    ) -> Scenario {
      Scenario(name: name, clock: clock) { run in
        let store = Store.scheduled()
        let watcher = ClosingWatcher()
        store.register(interceptor: watcher)
        prepare(run, store)
        for _ in 0..<closers {
          run.task {
            await store.close()
            watcher.expectEnd(store)
          }
        }
        run.finally { watcher.expectEnd(store) }
      }
    }

    /// Checks that a closed store has delivered all of its commits, then said so, and makes no more.
    private final class ClosingWatcher: Interceptor, @unchecked Sendable {
      // `@unchecked`: one thread runs at a time.
      private var count = 0
      private var closedAfter: [Int] = []

      func committed(_ commit: Commit<Picture>) { count += 1 }

      func storeClosed() async { closedAfter.append(count) }

      func expectEnd(_ store: PictureStore) {
        let committed = store.state.log.count
        expect(
          closedAfter == [committed] && count == committed,
          "closed after \(closedAfter), delivered \(count) of \(committed)"
        )
      }
    }
  }
#endif
