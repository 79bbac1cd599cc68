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

    @Test func `a subscriber that dispatches reads its own write`() {
      let store = Store.counting()
      let read = Log<Int>()
      let token = store.select(\.count).sink { [unowned store] count in
        guard count == 1 else { return }
        store.dispatch(action: Increment(by: 10))
        read.append(store.state.count)
        read.append(store.selectCurrent(countSelector))
        read.append(store.count)
      }
      store.dispatch(action: Increment())
      #expect(read.events == [11, 11, 11])
      token.cancel()
    }

    @Test func `an interceptor that dispatches reads its own write`() {
      let store = Store.counting()
      let read = Log<Int>()
      store.register(
        interceptor: CommitProbe<Counting> { [unowned store] commit in
          guard commit.number == 1 else { return }
          store.dispatch(action: Increment(by: 10))
          read.append(store.state.count)
        }
      )
      store.dispatch(action: Increment())
      #expect(read.events == [11])
    }

    @Test func `a dispatch returns at once while another thread delivers`() async {
      let store = Store.counting()
      let isDelivering = Gate()
      let goOn = Gate()
      let seen = Log<Int>()
      let token = store.select(\.count).sink { count in
        seen.append(count)
        if count == 1 {
          isDelivering.open()
          goOn.wait()
        }
      }
      await Threads.run(2) { index in
        if index == 0 {
          store.dispatch(action: Increment())
          #expect(store.state.count >= 2)
        } else {
          isDelivering.wait()
          store.dispatch(action: Increment())
          #expect(store.state.count == 2)
          #expect(seen.events == [0, 1])
          goOn.open()
        }
      }
      #expect(seen.events == [0, 1, 2])
      token.cancel()
    }

    @Test(arguments: [false, true])
    func `each of eight threads reads what it wrote`(isWatched: Bool) async {
      struct Slots: Sendable { var counts = [Int](repeating: 0, count: Promises.threads) }
      struct Count: Action { let slot: Int }
      let store = Store(
        initialState: Slots(),
        reducers: [
          Reducer(ReduceOn(Count.self) { state, action in state.counts[action.slot] += 1 })
        ]
      )
      store.onDiagnostic = { _ in }
      let token = isWatched ? store.select(\.counts).sink { _ in } : nil
      let missed = Shared(0)
      await Threads.run(Promises.threads) { slot in
        for count in 1...2_000 {
          store.dispatch(action: Count(slot: slot))
          if store.state.counts[slot] != count { missed.change { $0 += 1 } }
        }
      }
      #expect(missed.value == 0)
      token?.cancel()
    }
  }
}
