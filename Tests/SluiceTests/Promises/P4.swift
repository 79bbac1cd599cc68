import Sluice
import SluiceTesting
import TestSupport
import Testing

extension Promises {
  /// No deadlock: none of the user's code runs under a lock, but reducers.
  @Suite struct P4 {
    private let store = Store.counting()
    private let done = Log<String>()

    /// What code that the store calls may do with the store.
    private func everything() -> @Sendable () -> Void {
      { [unowned store, done] in
        store.dispatch(action: Touch())
        _ = store.state
        _ = store.selectCurrent(countSelector)
        store.select(\.count).sink { _ in }.cancel()
        let reducer = Reducer<Counting>(ReduceOn(Unhandled.self) { _, _ in })
        store.register(reducer: reducer)
        store.unregister(reducer: reducer)
        store.register(effect: .on(Unhandled.self).run { _, _ in }).unregister()
        store.register(interceptor: EffectProbe<Counting> { _ in }).unregister()
        store.onEffectFailure = store.onEffectFailure
        store.onDiagnostic = nil
        done.append("done")
      }
    }

    @Test(arguments: ObserverKind.allCases)
    func `what a store calls may use the store in every way`(kind: ObserverKind) {
      let use = everything()
      let end = kind.observe(store) { count in if count > 0 { use() } }
      store.dispatch(action: Increment())
      #expect(done.events.count == 1)
      #expect(store.state == Counting(count: 1, other: 1))
      end()
    }

    @Test func `middleware may dispatch, and use the store, before it passes an action on`() {
      let use = everything()
      store.pass { action, context, next in
        if action is Increment {
          use()
          context.dispatch(action: Touch())
        }
        next(action)
      }
      store.dispatch(action: Increment())
      #expect(store.state == Counting(count: 1, other: 2))
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
      let use: @Sendable () -> Void = { [unowned store, done] in
        _ = store.selectCurrent(otherSelector)
        _ = store.state
        store.select(otherSelector).sink { _ in }.cancel()
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
      let token = store.select(projected).sink { _ in }
      let seen = store.select(combined).received()
      store.send(Increment(), Touch())
      #expect(seen.values == [0, 1, 2])
      #expect(done.events.count > 6)
      token.cancel()
    }

    @Test func `two stores that dispatch into each other end`() async {
      let stores = [Store.counting(), Store.counting()]
      let tokens = zip(stores, stores.reversed()).map { one, other in
        one.select(\.count).sink { _ in
          if other.state.other < 500 { other.dispatch(action: Touch()) }
        }
      }
      await Threads.run(2) { index in
        for _ in 0..<1_000 { stores[index].dispatch(action: Increment()) }
      }
      #expect(stores.map(\.count) == [1_000, 1_000])
      for token in tokens { token.cancel() }
    }
  }
}
