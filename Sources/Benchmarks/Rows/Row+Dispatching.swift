import Sluice

extension Row {
  /// One dispatch without observers.
  static var dispatching: [Row] {
    [
      Row(
        "dispatch of a concrete action",
        against: .locked,
        goal: .ratio(atMost: 0.75),
        Baseline.rowOne.subject
      ),
      Row("dispatch of any Action", against: .locked, goal: .ratio(atMost: 1.5)) {
        let store = Store.counting()
        // Two types alternate: neither the compiler nor the branch predictor knows which.
        let actions: [any Action] = twoKinds()
        return Subject { count in
          for index in 0..<count { store.dispatch(action: actions[index & 1]) }
        } check: {
          try expect("count", store.count, is: $0)
        }
      },
      Row("dispatch of an action from a template", against: .rowOne) {
        let increment = ActionTemplate(id: "increment", payloadType: Int.self)
        let store = Store(
          initialState: Counter(),
          reducers: [
            Reducer(ReduceOn(increment) { state, action in state.count += action.payload })
          ]
        )
        return Subject { count in
          for _ in 0..<count { store.dispatch(action: increment(payload: 1)) }
        } check: {
          try expect("count", store.count, is: $0)
        }
      },
      Row("dispatch of an action that no reducer handles", against: .rowOne) {
        let store = Store(initialState: Counter())
        return Subject {
          store.increment($0)
        } check: { _ in
          try expect("count", store.count, is: 0)
        }
      },
      Row("dispatch to ten handlers of one action", against: .rowOne) {
        let store = Store(
          initialState: Counter(),
          reducers: Array(repeating: .counting, count: 10)
        )
        return Subject {
          store.increment($0)
        } check: {
          try expect("count", store.count, is: $0 * 10)
        }
      },
      Row("dispatch through one middleware", against: .rowOne) {
        let store = Store.counting()
        store.register(middleware: PassingMiddleware())
        return Subject {
          store.increment($0)
        } check: {
          try expect("count", store.count, is: $0)
        }
      },
      Row("reading one field of the state", against: .rowOne) {
        let store = Store.counting()
        let sum = Tally()
        return Subject { count in
          for _ in 0..<count { sum.add(store.still + 1) }
        } check: {
          try expect("reads", sum.count, is: $0)
        }
      },
    ]
  }
}

/// A middleware that forwards every action.
private struct PassingMiddleware: Middleware {
  func process(
    _ action: any Action,
    context: MiddlewareContext<Counter>,
    next: @escaping @Sendable (any Action) -> Void
  ) {
    next(action)
  }
}
