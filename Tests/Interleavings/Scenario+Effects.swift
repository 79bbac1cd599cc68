#if INTERLEAVING
  import Sluice

  extension Scenario {
    /// Runs of effects, in threads that are scheduled, against dispatches.
    static let effects = [
      Scenario(name: "effect-mapped") { run in
        let store = Store.scheduled()
        let watcher = Watcher()
        store.register(interceptor: watcher)
        store.register(effect: .map(Start.self) { _ in Add(1) })
        run.thread { store.dispatch(action: Start()) }
        run.thread { store.add(2) }
        run.finally { watcher.expectCount(3) }
      },
      Scenario(name: "effect-cancelled") { run in
        let (store, watcher) = Store.withEffect()
        run.thread {
          store.dispatch(action: Start())
          store.dispatch(action: Stop())
        }
        run.finally { expectCertain(watcher, store) }
      },
      Scenario(name: "effect-cancelled-by-another") { run in
        let (store, watcher) = Store.withEffect()
        run.thread { store.dispatch(action: Start()) }
        run.thread { store.dispatch(action: Stop()) }
        run.finally { expectCertain(watcher, store) }
      },
      Scenario(name: "effect-unregistered") { run in
        let (store, watcher) = Store.withEffect()
        run.thread { store.dispatch(action: Start()) }
        run.thread {
          store.unregisterEffects(withID: "effect")
          store.add(200)
        }
        run.finally { expectCertain(watcher, store) }
      },
      Scenario(name: "effect-events") { run in
        let (store, watcher) = Store.withEffect()
        let events = EventWatcher()
        store.register(interceptor: events)
        run.thread { store.dispatch(action: Start()) }
        run.thread { store.dispatch(action: Stop()) }
        run.finally {
          expectCertain(watcher, store)
          events.expectEnds()
        }
      },
      Scenario(name: "effect-latest") { run in
        let store = Store.scheduled()
        let watcher = Watcher()
        store.register(interceptor: watcher)
        store.register(
          effect: .on(Start.self) { _, _ in
            point()
            return Add(1)
          }
          .overlap(.latest)
        )
        run.thread { store.dispatch(action: Start()) }
        run.thread { store.dispatch(action: Start()) }
        run.finally {
          let log = store.state.log
          expect(log.last == 1, "the latest run is lost: \(log)")
          watcher.expectCount(log.count)
        }
      },
      Scenario(name: "effect-serial") { run in
        let store = Store.scheduled()
        let gate = Gate("a serial effect")
        store.register(
          effect: .on(Start.self) { _, _ in
            gate.pass {}
            return Add(1)
          }
          .overlap(.serial)
        )
        run.thread { store.dispatch(action: Start()) }
        run.thread { store.dispatch(action: Start()) }
        run.finally { store.expectAll([100, 100, 1, 1]) }
      },
      Scenario(name: "effect-waits-for-action") { run in
        let store = Store.scheduled()
        store.register(
          effect: .on(Start.self) { _, _, context in
            _ = try await context.next(Add.self)
            context.send(Stop())
          }
        )
        run.thread {
          store.dispatch(action: Start())
          store.add(1)
        }
        run.finally { store.expectAll([100, 1, 200]) }
      },
      Scenario(name: "follow-up") { run in
        let store = Store.scheduled()
        let watcher = Watcher()
        store.register(interceptor: watcher)
        store.register(
          reducer: Reducer(
            id: "asking",
            ReduceOn(Start.self) { (_: inout Picture, _) in [.action { Add(1) }] }
          )
        )
        run.thread { store.dispatch(action: Start()) }
        run.thread { store.add(2) }
        run.finally { watcher.expectCount(3) }
      },
    ]

    /// `store.idle()`.
    static let idling = [
      Scenario(name: "idle-effect") { run in
        let (store, watcher) = Store.withEffect()
        let hasBegun = Shared(false)
        run.thread {
          store.dispatch(action: Start())
          hasBegun.value = true
        }
        run.task {
          let isExpected = hasBegun.value
          await store.idle()
          guard isExpected else { return }
          let log = store.state.log
          expect(log.last == 1, "idle() returned before the run ended: \(log)")
          watcher.expectCount(log.count)
        }
      },
      Scenario(name: "idle-delivery") { run in
        let store = Store.scheduled()
        let isDelivering = Shared(false)
        let watcher = Watcher { _ in
          isDelivering.value = true
          point()
          isDelivering.value = false
        }
        store.register(interceptor: watcher)
        run.thread { for id in [1, 2] { store.add(id) } }
        run.task {
          let count = store.state.log.count
          await store.idle()
          expect(watcher.numbers.count >= count, "idle() returned before a delivery")
        }
        run.finally { watcher.expectCount(2) }
      },
      Scenario(name: "idle-against-two", clock: 0) { run in
        let store = Store.scheduled()
        let watcher = Watcher()
        store.register(interceptor: watcher)
        run.thread { store.add(1) }
        run.thread { store.add(2) }
        run.task { await store.idle() }
        run.finally { watcher.expectCount(2) }
      },
      Scenario(name: "idle-cancelled") { run in
        let (store, _) = Store.withEffect()
        run.thread {
          store.dispatch(action: Start())
          store.dispatch(action: Stop())
        }
        run.task { await store.idle() }
      },
    ]

    /// Checks that nothing that an earlier commit started is reduced after the commit that cancels it
    /// (P7).
    private static func expectCertain(_ watcher: Watcher, _ store: Store<Picture, Void>) {
      let log = store.state.log
      watcher.expectCount(log.count)
      guard let start = log.firstIndex(of: 100), let stop = log.firstIndex(of: 200) else { return }
      let answer = log.firstIndex(of: 1)
      if start < stop, let answer {
        expect(answer < stop, "a cancelled run's action was reduced: \(log)")
      }
    }

    /// Checks that runs start before they end, and do both once.
    private final class EventWatcher: EffectInterceptor, @unchecked Sendable {
      // `@unchecked`: one thread runs at a time.
      typealias State = Picture
      private var started: Set<EffectRunID> = []
      private var ended: Set<EffectRunID> = []
      func committed(_ commit: Commit<Picture>) {}

      func effectChanged(_ event: EffectEvent) {
        if case .started = event.kind {
          expect(started.insert(event.run).inserted, "a run started twice")
          expect(!ended.contains(event.run), "a run ended before it started")
        } else {
          expect(ended.insert(event.run).inserted, "a run ended twice")
        }
      }

      func expectEnds() {
        expect(started == ended, "started are \(started.count) runs, ended \(ended.count)")
      }
    }
  }

  extension Store where State == Picture, Environment == Void {
    /// A store whose effect answers ``Start`` with the number 1, unless ``Stop`` comes first.
    fileprivate static func withEffect() -> (Store<Picture, Void>, Watcher) {
      let store = scheduled()
      let watcher = Watcher()
      store.register(interceptor: watcher)
      store.register(
        effect: .on(Start.self) { _, _ in
          point()
          return Add(1)
        }
        .cancelled(by: Stop.self),
        id: "effect"
      )
      return (store, watcher)
    }
  }
#endif
