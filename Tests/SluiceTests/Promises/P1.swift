import Sluice
import SluiceTesting
import TestSupport
import Testing

extension Promises {
  /// Read your writes.
  @Suite struct P1 {
    @Test func `the state includes an action whose dispatch has returned`() {
      let store = Store.counting()
      for count in 1...100 {
        store.dispatch(action: Increment())
        #expect(store.state.count == count)
      }
    }

    @Test(arguments: [ObserverKind.subscriber, .interceptor])
    func `an observer that dispatches reads its own write`(kind: ObserverKind) {
      let store = Store.counting()
      let read = Log<[Int]>()
      let end = kind.observe(store) { [unowned store] count in
        guard count == 1 else { return }
        store.dispatch(action: Increment(by: 10))
        read.append([store.state.count, store.selectCurrent(countSelector), store.count])
      }
      store.dispatch(action: Increment())
      #expect(read.events == [[11, 11, 11]])
      end()
    }

    @Test(arguments: [false, true])
    func `each of eight threads reads what it wrote`(isWatched: Bool) async {
      struct Count: Action { let slot: Int }
      let store = Store(
        initialState: [Int](repeating: 0, count: Promises.threads),
        reducers: [Reducer(ReduceOn(Count.self) { counts, action in counts[action.slot] += 1 })]
      )
      store.onDiagnostic = { _ in }
      let token = isWatched ? store.select(\.self).sink { _ in } : nil
      let missed = Shared(0)
      await Threads.run(Promises.threads) { slot in
        for count in 1...Promises.dispatches {
          store.dispatch(action: Count(slot: slot))
          if store.state[slot] != count { missed.change { $0 += 1 } }
        }
      }
      #expect(missed.value == 0)
      token?.cancel()
    }
  }
}
