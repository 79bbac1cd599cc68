import Sluice

extension Row {
  /// What is registered by the thousand, and taken back one by one.
  static var registering: [Row] {
    [
      registering("reducers") { store, calls in
        store.register(reducer: Reducer(ReduceOn(Increment.self) { _, _ in calls.add() }))
      },
      registering("effects") { store, calls in
        store.register(
          effect: .on(Increment.self).map { _, _ in
            calls.add()
            return nil
          }
        )
      },
      registering("interceptors") { store, calls in
        store.register(interceptor: Calling(calls: calls))
      },
      // The first one drops the action: passed on by all, it would need a deep stack.
      registering("middleware", calls: 1) { store, calls in
        store.register(middleware: MiddlewareFunction { _, _, _ in calls.add() })
      },
      Row(
        "a dispatch after 9999 of 10000 sinks were cancelled",
        against: Baseline(name: "one sink") { cancelling(0) },
        goal: .ratio(atMost: 1.5)
      ) { cancelling(9_999) },
    ]
  }

  private typealias Register = (Store<Counter, Void>, Tally) -> StoreRegistration

  /// Ten times as many take ten times as long if no call looks at all that is registered.
  ///
  /// - Parameter calls: How many of 10,000 an action calls; all if `nil`.
  private static func registering(
    _ kind: String,
    calls: Int? = nil,
    _ register: @escaping Register
  ) -> Row {
    func subject(_ count: Int) -> Subject {
      let store = Store.counting()
      let tally = Tally()
      return Subject { rounds in
        for _ in 0..<rounds {
          let registrations = (0..<count).map { _ in register(store, tally) }
          store.dispatch(action: Increment(by: 1))
          for registration in registrations { registration.unregister() }
          // Calls none of them.
          store.dispatch(action: Increment(by: 1))
        }
      } check: {
        try expect("calls", tally.count, is: $0 * (calls ?? count))
      }
    }
    return Row(
      "10000 \(kind) registered and unregistered, for each 1000",
      against: Baseline(name: "1000 \(kind)") { subject(1_000) },
      goal: .ratio(atMost: 2),
      parts: 10
    ) { subject(10_000) }
  }

  /// Dispatches to one sink, which was subscribed after others that are gone.
  private static func cancelling(_ count: Int) -> Subject {
    let store = Store.counting()
    let callbacks = Tally()
    func subscribe() -> SelectionToken { store.select(\.count).sink { _ in callbacks.add() } }
    let cancelled = (0..<count).map { _ in subscribe() }
    let token = subscribe()
    for token in cancelled { token.cancel() }
    return Subject {
      store.increment($0)
    } check: {
      withExtendedLifetime(token) {}
      try expect("count", store.count, is: $0)
      // Each received its first value, too.
      try expect("callbacks", callbacks.count, is: $0 + count + 1)
    }
  }
}

/// An interceptor that counts its calls.
private struct Calling: Interceptor {
  let calls: Tally

  func committed(_ commit: Commit<Counter>) { calls.add() }
}
