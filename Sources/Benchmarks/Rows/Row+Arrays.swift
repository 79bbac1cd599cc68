import Sluice

extension Row {
  /// One element of an array in the state is changed.
  static var arrays: [Row] {
    [1, 1_000, 1_000_000].flatMap { size in
      [
        array(
          size,
          "nobody watching",
          goal: size == 1_000_000 ? .ratio(atMost: 1.2) : nil,
          interests: nil
        ),
        array(size, "an interceptor of the new state", interests: []),
        array(size, "an interceptor of both states", interests: .oldState),
      ]
    }
  }

  private static func array(
    _ size: Int,
    _ name: String,
    goal: Goal? = nil,
    interests: InterceptorInterests?
  ) -> Row {
    Row("one of \(size) elements changed, \(name)", against: .rowOne, goal: goal) {
      let store = Store(initialState: Listing(size), reducers: [.counting])
      if let interests { store.register(interceptor: Onlooker<Listing>(interests)) }
      return Subject {
        store.increment($0)
      } check: {
        try expect("count", store.elements[size / 2], is: $0)
      }
    }
  }
}

private struct Listing: Sendable {
  var elements: [Int]

  init(_ count: Int) { elements = Array(repeating: 0, count: count) }
}

extension Reducer<Listing> {
  fileprivate static var counting: Reducer {
    Reducer(
      ReduceOn(Increment.self) { state, action in
        state.elements[state.elements.count / 2] += action.by
      }
    )
  }
}
