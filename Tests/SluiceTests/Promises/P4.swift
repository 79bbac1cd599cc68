import Sluice
import SluiceTesting
import TestSupport
import Testing

extension Promises {
  /// No deadlock: none of the user's code runs under a lock, but reducers.
  @Suite struct P4 {
    /// What code that the store calls may do with the store.
    private static func useEverything(_ store: Store<Counting, Void>, _ done: Log<String>) {
      store.dispatch(action: Touch())
      _ = store.state
      _ = store.selectCurrent(countSelector)
      let token = store.select(\.count).sink { _ in }
      token.cancel()
      let reducer = Reducer<Counting>(ReduceOn(Unhandled.self) { _, _ in })
      store.register(reducer: reducer)
      store.unregister(reducer: reducer)
      let effect = store.register(effect: .on(Unhandled.self) { _, _ in })
      effect.unregister()
      store.register(interceptor: EffectProbe<Counting> { _ in }).unregister()
      store.onEffectFailure = store.onEffectFailure
      store.onDiagnostic = nil
      done.append("done")
    }

    private struct Using: Middleware {
      let use: @Sendable () -> Void

      func process(
        _ action: any Action,
        context: MiddlewareContext<Counting>,
        next: @escaping @Sendable (any Action) -> Void
      ) {
        if action is Increment {
          use()
          context.dispatch(action: Touch())
        }
        next(action)
      }
    }

    enum Caller: CaseIterable { case subscriber, interceptor, synchronousEffect, middleware }

    @Test(arguments: Caller.allCases)
    func `what a store calls may use the store in every way`(caller: Caller) {
      let store = Store.counting()
      let done = Log<String>()
      let use: @Sendable () -> Void = { [unowned store] in Self.useEverything(store, done) }
      var token: SelectionToken?
      switch caller {
      case .subscriber: token = store.select(\.count).sink { if $0 > 0 { use() } }
      case .interceptor:
        store.register(interceptor: CommitProbe<Counting> { if $0.action is Increment { use() } })
      case .synchronousEffect:
        store.register(
          effect: .map(Increment.self) { _ in
            use()
            return nil
          }
        )
      case .middleware: store.register(middleware: Using(use: use))
      }
      store.dispatch(action: Increment())
      #expect(done.events.count == 1)
      #expect(store.state == Counting(count: 1, other: caller == .middleware ? 2 : 1))
      token?.cancel()
    }

    @Test func `a projector and the == of what it gives may use the store`() {
      struct Sly: Sendable, Equatable {
        let count: Int
        let use: @Sendable () -> Void

        static func == (one: Self, other: Self) -> Bool {
          one.use()
          return one.count == other.count
        }
      }
      let store = Store.counting()
      let done = Log<String>()
      let use: @Sendable () -> Void = { [unowned store] in
        _ = store.selectCurrent(otherSelector)
        _ = store.state
        let token = store.select(otherSelector).sink { _ in }
        token.cancel()
        done.append("done")
      }
      let projected = Selector { (state: Counting) in
        use()
        return Sly(count: state.count, use: use)
      }
      let combined = Selector.with(projected, otherSelector) { sly, other in
        use()
        return sly.count + other
      }
      let seen = Log<Int>()
      let tokens = [
        store.select(projected).sink { _ in },
        store.select(combined).sink { seen.append($0) },
      ]
      store.dispatch(action: Increment())
      store.dispatch(action: Touch())
      #expect(seen.events == [0, 1, 2])
      #expect(done.events.count > 6)
      for token in tokens { token.cancel() }
    }

    @Test func `what is released with a registration may use the store`() {
      let store = Store.counting()
      let done = Log<String>()
      func witness() -> Witness {
        Witness { [unowned store] in Self.useEverything(store, done) }
      }
      let token = store.select(\.count).sink { [witness = witness()] _ in
        withExtendedLifetime(witness) {}
      }
      _ = consume token
      #expect(done.events.count == 1)

      let registration = store.register(
        effect: .map(Increment.self) { [witness = witness()] _ in
          withExtendedLifetime(witness) {}
          return nil
        }
      )
      registration.unregister()
      #expect(done.events.count == 2)

      do {
        let reducer = Reducer<Counting>(
          ReduceOn(Increment.self) { [witness = witness()] _, _ in
            withExtendedLifetime(witness) {}
          }
        )
        store.register(reducer: reducer)
        store.dispatch(action: Increment())
        store.unregister(reducer: reducer)
      }
      #expect(done.events.count == 3)

      store.onEffectFailure = { [witness = witness()] _ in withExtendedLifetime(witness) {} }
      store.onEffectFailure = nil
      #expect(done.events.count == 4)
    }

    @Test func `what is released with an observer during a delivery may dispatch`() {
      let store = Store.counting()
      let token = store.select(\.count).sink { [unowned store] count in
        guard count > 0, count < 100 else { return }
        let witness = Witness { [weak store] in store?.dispatch(action: Touch()) }
        store.register(
          effect: .map(Increment.self) { _ in
            withExtendedLifetime(witness) {}
            return nil
          },
          id: "replaced by each commit"
        )
        store.dispatch(action: Increment())
      }
      store.dispatch(action: Increment())
      #expect(store.state.count == 100)
      #expect(store.state.other == 98)
      token.cancel()
    }

    @Test func `two stores that dispatch into each other end`() async {
      let one = Store.counting()
      let two = Store.counting()
      let tokens = [
        one.select(\.count).sink { _ in if two.state.other < 500 { two.dispatch(action: Touch()) }
        },
        two.select(\.count).sink { _ in if one.state.other < 500 { one.dispatch(action: Touch()) }
        },
      ]
      await Threads.run(2) { index in
        for _ in 0..<1_000 { (index == 0 ? one : two).dispatch(action: Increment()) }
      }
      #expect(one.state.count + two.state.count == 2_000)
      for token in tokens { token.cancel() }
    }
  }
}
