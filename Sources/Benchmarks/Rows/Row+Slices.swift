import Sluice

extension Row {
  /// Reducers of parts of the state, and a state of a hundred references.
  static var slices: [Row] {
    [
      Row("a reducer for a slice three key paths deep", against: .rowOne) {
        let store = Store(initialState: Outer())
        store.register(reducer: .counting, for: .state(\.middle.inner.counter))
        return Subject {
          store.increment($0)
        } check: {
          try expect("count", store.middle.inner.counter.count, is: $0)
        }
      },
      Row("a reducer lifted three times", against: .rowOne) {
        let inner = Reducer.counting.lift(.state(\Inner.counter))
        let store = Store(initialState: Outer())
        store.register(reducer: inner.lift(.state(\Middle.inner)), for: .state(\.middle))
        return Subject {
          store.increment($0)
        } check: {
          try expect("count", store.middle.inner.counter.count, is: $0)
        }
      },
      wide("nobody watching", interests: nil),
      wide("an interceptor of the new state", interests: []),
      wide("an interceptor of both states", interests: .oldState),
    ]
  }

  private static func wide(_ name: String, interests: InterceptorInterests?) -> Row {
    Row("100 fields that hold references, \(name)", against: .rowOne) {
      let store = Store(initialState: Wide(), reducers: [.countingWide])
      if let interests { store.register(interceptor: Onlooker<Wide>(interests)) }
      return Subject {
        store.increment($0)
      } check: {
        try expect("count", store.count, is: $0)
      }
    }
  }
}

private struct Outer: Sendable { var middle = Middle() }
private struct Middle: Sendable { var inner = Inner() }
private struct Inner: Sendable { var counter = Counter() }

/// Ten of a kind; ten tens are a hundred.
private struct Ten<Value: Sendable>: Sendable {
  var a, b, c, d, e, f, g, h, i, j: Value

  init(_ make: () -> Value) {
    (a, b, c, d, e) = (make(), make(), make(), make(), make())
    (f, g, h, i, j) = (make(), make(), make(), make(), make())
  }
}

private struct Wide: Sendable {
  var references = Ten { Ten { [0] } }
  var count = 0
}

extension Reducer<Wide> {
  fileprivate static var countingWide: Reducer {
    Reducer(ReduceOn(Increment.self) { state, action in state.count += action.by })
  }
}
