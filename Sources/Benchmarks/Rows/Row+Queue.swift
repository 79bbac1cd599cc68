import Sluice

extension Row {
  /// The cost of a commit in a long queue and in a short one.
  static var queue: [Row] {
    [1, 10, 100, 1_000, 10_000, 100_000].map { length in
      Row("a queue of \(length), for each commit", against: .locked, parts: length + 1) {
        let store = Store(
          initialState: Counter(),
          reducers: [.counting, Reducer(ReduceOn(Burst.self) { state, _ in state.still += 1 })]
        )
        store.onDiagnostic = { _ in }
        let burst = BurstInterceptor(store: store, length: length)
        store.register(interceptor: burst)
        return Subject { count in
          for _ in 0..<count { store.dispatch(action: Burst()) }
        } check: { operations in
          try expect("bursts", store.still, is: operations)
          try expect("count", store.count, is: operations * length)
          try expect("commits", burst.commits.count, is: operations * (length + 1))
        }
      }
    }
  }
}

private struct Burst: Action {}

/// Dispatches many actions during one delivery, so that all are enqueued.
private struct BurstInterceptor: Interceptor {
  weak let store: Store<Counter, Void>?
  let length: Int
  let commits = Tally()

  init(store: Store<Counter, Void>, length: Int) {
    self.store = store
    self.length = length
  }

  func committed(_ commit: Commit<Counter>) {
    commits.add()
    guard commit.action is Burst, let store else { return }
    for _ in 0..<length { store.dispatch(action: Increment(by: 1)) }
  }
}
