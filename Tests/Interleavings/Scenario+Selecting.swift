import SluiceHistory

#if INTERLEAVING
  import Sluice
  import SluiceTesting

  extension Scenario {
    /// Memoized values, shared by threads.
    static let selecting = [
      summing("memo", end: 1) { run, store, sum in
        run.threads(on: store, [1])
        for _ in 0..<2 { run.thread { expectRising(store, sum) } }
      },
      summing("memo-read-your-writes", end: 3) { run, store, sum in
        for id in [1, 2] {
          run.thread {
            store.add(id)
            let value = store.selectCurrent(sum)
            expect(value & id != 0, "a selector's value \(value) does not include \(id)")
          }
        }
      },
      summing("memo-observed", end: 3) { run, store, sum in
        let values = Shared<[Int]>([])
        let token = store.select(sum).sink { values.value.append($0) }
        run.threads(on: store, [1, 2])
        run.thread { expectRising(store, sum) }
        run.finally {
          expect(values.value == [0, 1, 3], "the sums were \(values.value)")
          token.cancel()
        }
      },
      summing("memo-unrelated", end: 1) { run, store, sum in
        // A change of other parts of the state leaves a memo valid.
        store.register(reducer: Reducer(id: "other", ReduceOn(Unhandled.self) { _, _ in }))
        run.thread {
          store.add(1)
          store.dispatch(action: Unhandled())
          expect(store.selectCurrent(sum) == 1, "an older value was confirmed")
        }
        for _ in 0..<2 { run.thread { expectRising(store, sum) } }
      },
      summing("memo-back-and-forth") { run, store, sum in
        // The inputs are the same again, but another result was stored in between.
        let picture = store.state
        expect(store.selectCurrent(sum) == 0, "the sum is wrong")
        run.thread {
          store.dispatch(action: Add(1))
          _ = store.selectCurrent(sum)
        }
        run.thread {
          store.restore(picture)
          _ = store.selectCurrent(sum)
        }
      },
      summing("memo-reset", end: 1) { run, store, sum in
        run.thread {
          store.add(1)
          sum.resetMemo()
          expect(store.selectCurrent(sum) == 1, "the sum is wrong")
        }
        run.thread { expectRising(store, sum) }
      },
      Scenario(name: "family") { run in
        let store = Store.scheduled()
        let family = SelectorFamily { (state: Picture, id: Int) in
          point()
          return state.log.contains(id)
        }
        run.thread {
          store.add(1)
          expect(store.selectCurrent(family(1)), "a family's value is old")
        }
        run.thread {
          let selector = family(1)
          _ = store.selectCurrent(selector)
          expect(selector === family(1), "equal arguments gave two selectors")
        }
      },
      Scenario(name: "projection") { run in
        let store = Store.scheduled()
        let length = Selector<Int, Int>(projector: {
          point()
          return $0 * 2
        })
        let cart = store.projection(Selector(keyPath: \Picture.log.count)) { (id: Int) in
          Add(id)
        }
        let values = Shared<[Int]>([])
        let token = cart.select(length).sink { values.value.append($0) }
        for id in [1, 2] {
          run.thread {
            cart.dispatch(action: id)
            expect(cart.state >= 1 && cart.selectCurrent(length) >= 2, "a projection is behind")
          }
        }
        run.finally {
          expect(values.value == [0, 2, 4], "a projection's values were \(values.value)")
          expect(cart.selectCurrent(length) == 4, "a projection is behind")
          token.cancel()
        }
      },
      Scenario(name: "override") { run in
        let store = MockStore(
          initialState: Picture(),
          environment: (),
          reducers: [.interrupted()],
          clock: ScheduledClock()
        )
        store.onDiagnostic = { _ in }
        let sum = Selector<Picture, Int>.sum()
        let last = Shared(0)
        let token = store.select(sum).sink { last.value = $0 }
        run.thread {
          store.override(sum, value: 42)
          expect(store.selectCurrent(sum) == 42, "an override does not hold")
          store.resetOverriddenSelectors()
          expect(store.selectCurrent(sum) != 42, "an override holds on")
        }
        run.thread { store.dispatch(action: Add(1)) }
        run.finally {
          expect(store.selectCurrent(sum) == 1, "the sum is wrong")
          expect(last.value == 1, "the last value told is \(last.value)")
          token.cancel()
        }
      },
    ]

    /// A selector of a sum, which is right in the end.
    ///
    /// - Parameter end: The sum at the end.
    private static func summing(
      _ name: String,
      end: Int? = nil,
      _ prepare: @escaping @Sendable (Run, PictureStore, Selector<Picture, Int>) -> Void
    ) -> Scenario {
      Scenario(name: name) { run in
        let store = Store.scheduled()
        let sum = Selector<Picture, Int>.sum()
        prepare(run, store, sum)
        run.finally {
          let (actual, expected) = (store.selectCurrent(sum), store.state.log.reduce(0, +))
          expect(actual == expected && actual == end ?? actual, "the sum is \(actual)")
        }
      }
    }

    /// Checks that the values of a sum never decrease.
    private static func expectRising(_ store: PictureStore, _ sum: Selector<Picture, Int>) {
      let first = store.selectCurrent(sum)
      let second = store.selectCurrent(sum)
      expect(first <= second, "a sum fell from \(first) to \(second)")
    }

    /// States restored while others dispatch.
    static let restoring = [
      restoring("undo") { run, store, history, watcher in
        run.thread {
          store.dispatch(action: Add(1))
          history.undo()
        }
        run.thread { store.dispatch(action: Add(2)) }
        run.finally {
          watcher.expectCount(watcher.numbers.count)
          expect(!history.past.isEmpty || store.state.log.count < 2, "a step is lost")
        }
      },
      restoring("undo-against-undo") { run, store, history, watcher in
        for id in [1, 2, 3] { store.dispatch(action: Add(id)) }
        for _ in 0..<2 { run.thread { history.undo() } }
        run.finally {
          watcher.expectCount(5)
          expect(store.state.log == [1], "after two undos the log is \(store.state.log)")
        }
      },
      restoring("replay", recordsActions: true) { run, store, history, watcher in
        store.dispatch(action: Add(1))
        run.thread {
          do throws(ReplayRefusal) {
            try history.replay(without: [1])
          } catch {
            expect(false, "the first commit can't be left out: \(error)")
          }
        }
        run.thread { for id in [2, 3] { store.dispatch(action: Add(id)) } }
        run.finally {
          watcher.expectCount(4)
          expect(store.state.log == [2, 3], "without the first, the log is \(store.state.log)")
        }
      },
      Scenario(name: "restore", clock: 0) { run in
        let (store, watcher) = Store.watched(by: Watcher(isLogged: false))
        run.thread { store.restore(Picture()) }
        run.thread { for id in [1, 2] { store.dispatch(action: Add(id)) } }
        run.finally { watcher.expectCount(3) }
      },
    ]

    private static func restoring(
      _ name: String,
      recordsActions: Bool = false,
      _ prepare:
        @escaping @Sendable (Run, PictureStore, StateHistory<Picture, Picture>, Watcher) -> Void
    ) -> Scenario {
      Scenario(name: name) { run in
        let (store, watcher) = Store.watched(by: Watcher(isLogged: false))
        let history = StateHistory(of: .state(\Picture.self), recordsActions: recordsActions)
        store.register(history: history)
        prepare(run, store, history, watcher)
      }
    }
  }

  extension Selector where State == Picture, Value == Int {
    /// A selector derived from two related inputs.
    static func sum() -> Selector<Picture, Int> {
      let witness = Witness()
      let log = Selector<Picture, [Int]>(keyPath: \.log)
      return .with(log, Selector(keyPath: \.log.count)) { log, count in
        witness.check()
        point()
        expect(log.count == count, "a projector got parts of two states")
        return log.reduce(0, +)
      }
    }
  }
#endif
