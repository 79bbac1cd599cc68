import Sluice

extension Row {
  /// Memoized values, and their computation.
  static var selectors: [Row] {
    [
      Row(
        "a derived selector of 10000 elements, unrelated change, the check alone",
        against: .locked,
        // Not 3: the memo's lock is acquired once, and its inputs are compared by `==`.
        goal: .ratio(atMost: 3.75)
      ) {
        // A second store with the same other selection does everything but the check.
        let (watched, other) = (Listing(), Listing())
        watched.deriveSum()
        return Subject(
          overhead: { other.touch($0) },
          run: { watched.touch($0) },
          check: { try watched.check($0) }
        )
      },
      Row("memo hit of selectCurrent, one input", against: .locked, goal: .ratio(atMost: 3)) {
        let store = Store.counting()
        let doubled = Selector.with(Selector(keyPath: \Counter.still)) { $0 * 2 + 1 }
        let sum = Tally()
        return Subject { count in
          for _ in 0..<count { sum.add(store.selectCurrent(doubled)) }
        } check: { operations in
          try expect("sum", sum.count, is: operations)
          try expect("projector runs", doubled.recomputations, is: 1)
        }
      },
      Row("memo hit of selectCurrent, five inputs", against: .locked) {
        let store = Store.counting()
        let input = Selector(keyPath: \Counter.still)
        let sum5 = Selector.with(input, input, input, input, input) { $0 + $1 + $2 + $3 + $4 + 1 }
        let sum = Tally()
        return Subject { count in
          for _ in 0..<count { sum.add(store.selectCurrent(sum5)) }
        } check: { operations in
          try expect("sum", sum.count, is: operations)
          try expect("projector runs", sum5.recomputations, is: 1)
        }
      },
      Row("selectCurrent of a key path", against: .locked) {
        let store = Store.counting()
        let still = Selector(keyPath: \Counter.still)
        let sum = Tally()
        return Subject { count in
          for _ in 0..<count { sum.add(store.selectCurrent(still) + 1) }
        } check: {
          try expect("sum", sum.count, is: $0)
        }
      },
    ]
  }
}

/// A store with a long list and an unrelated number.
private final class Listing {
  struct State: Sendable {
    var elements = Array(0..<10_000)
    var count = 0
  }

  private let store = Store(
    initialState: State(),
    reducers: [
      Reducer(ReduceOn(Increment.self) { state, action in state.count += action.by })
    ]
  )
  private let sum = Selector.with(Selector(keyPath: \State.elements)) { $0.reduce(0, +) }
  private var tokens: [SelectionToken] = []

  init() {
    store.select(Selector(keyPath: \State.count)).sink { _ in }.store(in: &tokens)
  }

  func deriveSum() {
    store.select(sum).sink { _ in }.store(in: &tokens)
  }

  func touch(_ count: Int) {
    for _ in 0..<count { store.dispatch(action: Increment(by: 1)) }
  }

  func check(_ operations: Int) throws {
    try expect("count", store.count, is: operations)
    try expect("sum", store.selectCurrent(sum), is: 49_995_000)
    try expect("projector runs", sum.recomputations, is: 1)
  }
}
