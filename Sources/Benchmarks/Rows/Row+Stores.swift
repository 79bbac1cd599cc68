import AllocationCounter
import Sluice

extension Row {
  /// Creating and freeing stores, and many stores.
  static var stores: [Row] {
    [
      Row("creating and freeing a store", goal: .nanoseconds(atMost: 800)) {
        let created = Tally()
        return Subject { count in
          for _ in 0..<count {
            let store = Store(initialState: Counter())
            created.add(store.count + 1)
          }
        } check: {
          try expect("stores", created.count, is: $0)
        }
      },
      // Not 2,000, which it takes on some machines: the route of the action is made, too.
      Row("reducer, store and first dispatch, made anew", goal: .nanoseconds(atMost: 2_500)) {
        let sum = Tally()
        return Subject { count in
          for _ in 0..<count {
            let reducer = Reducer<Counter>(
              ReduceOn(Increment.self) { state, action in state.count += action.by }
            )
            let store = Store(initialState: Counter(), reducers: [reducer])
            store.dispatch(action: Increment(by: 1))
            sum.add(store.count)
          }
        } check: {
          try expect("sum", sum.count, is: $0)
        }
      },
      Row("a store made with a reducer, an action and a selection") {
        let told = Tally()
        let reducer = Reducer.counting
        let selector = Selector(keyPath: \Counter.count)
        return Subject { count in
          for _ in 0..<count {
            let store = Store(initialState: Counter(), reducers: [reducer])
            let token = store.select(selector).sink { told.add($0) }
            store.dispatch(action: Increment(by: 1))
            token.cancel()
          }
        } check: {
          try expect("sum", told.count, is: $0)
        }
      },
      Row("100000 stores at once, for each to be made and freed", parts: 100_000) {
        let sum = Tally()
        return Subject { count in
          for _ in 0..<count { sum.add(Self.crowd().reduce(0) { $0 + $1.count }) }
        } check: {
          try expect("sum", sum.count, is: $0 * 100_000)
        }
      },
      Row("100000 stores at once, for each", unit: "bytes") {
        let before = heapBytesInUse()
        guard before >= 0 else { return nil }
        let stores = Self.crowd()
        let bytes = Double(heapBytesInUse() - before) / Double(stores.count)
        try expect("sum", stores.reduce(0) { $0 + $1.count }, is: stores.count)
        return bytes.rounded()
      },
    ]
  }

  /// Many stores, each of which has handled an action.
  private static func crowd() -> [Store<Counter, Void>] {
    let reducer = Reducer.counting
    return (0..<100_000).map { _ in
      let store = Store(initialState: Counter(), reducers: [reducer])
      store.dispatch(action: Increment(by: 1))
      return store
    }
  }
}
