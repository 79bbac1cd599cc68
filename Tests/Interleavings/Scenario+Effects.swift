#if INTERLEAVING
  import Sluice

  extension Scenario {
    /// Runs of effects, in threads that are scheduled, against dispatches.
    static let effects = [
      Scenario(name: "effect-mapped") { run in
        let (store, watcher) = Store.watched()
        store.register(effect: .on(Start.self).map { _, _ in Add(1) })
        run.threads(on: store, [.start], [2])
        run.finally { watcher.expectCount(3) }
      },
      cancelling("effect-cancelled") { run, store in run.threads(on: store, [.start, .stop]) },
      cancelling("effect-cancelled-by-another") { run, store in
        run.threads(on: store, [.start], [.stop])
      },
      cancelling("effect-unregistered") { run, store in
        run.threads(on: store, [.start])
        run.thread {
          store.unregisterEffects(withID: "effect")
          store.add(200)
        }
      },
      cancelling("effect-events") { run, store in
        let events = EventWatcher()
        store.register(interceptor: events)
        run.threads(on: store, [.start], [.stop])
        run.finally { events.expectEnds() }
      },
      Scenario(name: "effect-latest") { run in
        let (store, watcher) = Store.watched()
        store.register(effect: interrupted().overlap(.latest))
        run.threads(on: store, [.start], [.start])
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
        run.threads(on: store, [.start], [.start])
        run.finally { store.expectAll([100, 100, 1, 1]) }
      },
      Scenario(name: "effect-waits-for-action") { run in
        let store = Store.scheduled()
        store.register(
          effect: .on(Start.self).run { _, _, context in
            _ = try await context.next(Add.self)
            context.send(Stop())
          }
        )
        run.threads(on: store, [.start, 1])
        run.finally { store.expectAll([100, 1, 200]) }
      },
      Scenario(name: "follow-up") { run in
        let (store, watcher) = Store.watched()
        let asking = ReduceOn(Start.self) { (_: inout Picture, _) in [.action { Add(1) }] }
        store.register(reducer: Reducer(id: "asking", asking))
        run.threads(on: store, [.start], [2])
        run.finally { watcher.expectCount(3) }
      },
    ]

    /// `store.idle()`.
    static let idling = [
      Scenario(name: "idle-effect") { run in
        let (store, watcher) = Store.watched()
        store.register(effect: interrupted())
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
        let (store, watcher) = Store.watched(by: Watcher { _ in point() })
        run.threads(on: store, [1, 2])
        run.task {
          let count = store.state.log.count
          await store.idle()
          expect(watcher.numbers.count >= count, "idle() returned before a delivery")
        }
        run.finally { watcher.expectCount(2) }
      },
      Scenario(name: "idle-against-two", clock: 0) { run in
        let (store, watcher) = Store.watched()
        run.threads(on: store, [1], [2])
        run.task { await store.idle() }
        run.finally { watcher.expectCount(2) }
      },
      cancelling("idle-cancelled") { run, store in
        run.threads(on: store, [.start, .stop])
        run.task { await store.idle() }
      },
    ]

    /// An effect that answers ``Start`` with the number 1, unless ``Stop`` comes first.
    ///
    /// Checks that nothing that an earlier commit started is reduced after the commit that cancels it
    /// (P7).
    private static func cancelling(
      _ name: String,
      _ prepare: @escaping @Sendable (Run, PictureStore) -> Void
    ) -> Scenario {
      Scenario(name: name) { run in
        let (store, watcher) = Store.watched()
        store.register(effect: interrupted().cancelled(by: Stop.self), id: "effect")
        prepare(run, store)
        run.finally {
          let log = store.state.log
          watcher.expectCount(log.count)
          guard let start = log.firstIndex(of: 100), let stop = log.firstIndex(of: 200),
            let answer = log.firstIndex(of: 1)
          else { return }
          expect(start > stop || answer < stop, "a cancelled run's action was reduced: \(log)")
        }
      }
    }

    /// An effect that answers ``Start`` with the number 1.
    private static func interrupted() -> ActionEffect<Void, Start> {
      Effect<Void>.on(Start.self) { _, _ in
        point()
        return Add(1)
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
#endif
