import Sluice
import SluiceTesting

extension Row {
  /// Observers of every commit.
  static var interceptors: [Row] {
    [
      Row(
        "an interceptor of old and new state, one Int",
        against: .locked,
        // Not 7: the commit and the box of the old state are allocated anew for each dispatch.
        goal: .ratio(atMost: 8.5)
      ) {
        let store = Store(
          initialState: 0,
          reducers: [Reducer(ReduceOn(Increment.self) { $0 += $1.by })]
        )
        let interceptor = DifferenceInterceptor()
        store.register(interceptor: interceptor)
        return Subject {
          store.increment($0)
        } check: { operations in
          try expect("state", store.state, is: operations)
          try expect("sum of differences", interceptor.sum.count, is: operations)
        }
      },
      watched("an interceptor of the new state", []),
      watched("an interceptor of old state and instant", [.oldState, .instant]),
      watched("an interceptor of old state, instant and timing", [.oldState, .instant, .timing]),
      Row("a TestInterceptor, which keeps every state", against: .locked) {
        let commits = Tally()
        return Subject { count in
          // A new one for each sample; otherwise memory would dominate.
          let store = Store.counting()
          let interceptor = TestInterceptor<Counter>()
          store.register(interceptor: interceptor)
          store.increment(count)
          commits.add(interceptor.stateChanges.count)
        } check: {
          try expect("commits", commits.count, is: $0)
        }
      },
      Row("a PrintInterceptor whose text is thrown away") {
        let store = Store.counting()
        let commits = Tally()
        store.register(
          interceptor: PrintInterceptor { text in
            consume(text)
            commits.add()
          }
        )
        return Subject {
          store.increment($0)
        } check: {
          try expect("texts", commits.count, is: $0)
        }
      },
    ]
  }

  private static func watched(_ name: String, _ interests: InterceptorInterests) -> Row {
    Row(name, against: .locked) {
      let store = Store.counting()
      let onlooker = Onlooker<Counter>(interests)
      store.register(interceptor: onlooker)
      return Subject {
        store.increment($0)
      } check: { operations in
        try expect("count", store.count, is: operations)
        try expect("commits", onlooker.commits.count, is: operations)
        try expect("gaps", onlooker.gaps.count, is: 0)
      }
    }
  }
}

/// An interceptor in Fluxor's form.
private struct DifferenceInterceptor: ActionInterceptor {
  let sum = Tally()

  func actionDispatched(action: any Action, oldState: Int, newState: Int) {
    sum.add(newState - oldState)
  }
}
