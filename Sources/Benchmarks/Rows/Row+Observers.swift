import Sluice

extension Row {
  /// Observers that are added and removed during a delivery.
  static var observers: [Row] {
    [1_000, 100_000].flatMap { count in
      [
        Row("\(count) sinks made within one delivery, for each", parts: count) {
          let made = Tally()
          return Subject { rounds in
            for _ in 0..<rounds {
              let crowd = Crowd(count, made: made)
              crowd.store.dispatch(action: Increment(by: 1))
            }
          } check: {
            try expect("sinks", made.count, is: $0 * count)
          }
        },
        Row(
          "\(count) sinks made, and cancelled within one delivery, for each",
          goal: .nanoseconds(atMost: 15_000),
          parts: count
        ) {
          let made = Tally()
          return Subject { rounds in
            for _ in 0..<rounds {
              let crowd = Crowd(count, made: made)
              crowd.store.dispatch(action: Increment(by: 1))
              crowd.store.dispatch(action: Increment(by: 1))
            }
          } check: {
            try expect("sinks", made.count, is: $0 * count)
          }
        },
      ]
    }
  }

  /// A store with an interceptor that subscribes at the first commit, and cancels at the second.
  private final class Crowd: @unchecked Sendable {
    // `@unchecked`: used by one thread.
    let store = Store(initialState: Counter(), reducers: [Reducer.counting])
    private let count: Int
    private let made: Tally
    private var tokens: [SelectionToken] = []

    init(_ count: Int, made: Tally) {
      self.count = count
      self.made = made
      store.register(interceptor: Watching(crowd: self))
    }

    private struct Watching: Interceptor {
      unowned let crowd: Crowd

      func committed(_ commit: Commit<Counter>) { crowd.committed(commit) }
    }

    func committed(_ commit: Commit<Counter>) {
      guard tokens.isEmpty else {
        for token in tokens { token.cancel() }
        return
      }
      let selector = Selector(keyPath: \Counter.count)
      for _ in 0..<count { tokens.append(store.select(selector).sink { _ in }) }
      made.add(count)
    }
  }
}
