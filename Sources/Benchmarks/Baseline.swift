import Sluice

/// The reference of a row, measured alternately with it.
struct Baseline {
  let name: String
  /// Whether the ratio is one of throughputs, not of times for an operation.
  var isThroughput = false
  let subject: () throws -> Subject

  /// A closure reducer with an `as?` on an unprotected struct.
  static var bare: Baseline {
    Baseline(name: "bare") {
      let store = BareStore(Counter(), Counter.erasedReducer)
      return Subject { count in
        for _ in 0..<count { store.dispatch(Increment(by: 1)) }
      } check: {
        try expect("count", unsafe store.state.count, is: $0)
      }
    }
  }

  /// The reducer of the *bare* baseline under one mutex.
  static var locked: Baseline {
    Baseline(name: "locked") {
      let store = LockedStore(Counter(), Counter.erasedReducer)
      return Subject { count in
        for _ in 0..<count { store.dispatch(Increment(by: 1)) }
      } check: {
        try expect("count", store.state.count, is: $0)
      }
    }
  }

  /// A store's dispatch of a concrete action, with one handler and without observers.
  static var rowOne: Baseline {
    Baseline(name: "row one") {
      let store = Store.counting()
      return Subject {
        store.increment($0)
      } check: {
        try expect("count", store.count, is: $0)
      }
    }
  }

  /// A task, and back to the task that awaits it.
  static var hop: Baseline {
    Baseline(name: "hop") {
      let tally = Tally()
      return Subject { count in
        for _ in 0..<count { await Task { tally.add() }.value }
      } check: {
        try expect("hops", tally.count, is: $0)
      }
    }
  }
}

/// The reducer of the *bare* baseline.
///
/// Without checks for exclusive access, which cost more than a mutex, and which a struct in a local
/// variable doesn't have.
private final class BareStore<State> {
  @exclusivity(unchecked) private(set) var state: State
  private let reduce: @Sendable (inout State, any Action) -> Void

  init(_ state: State, _ reduce: @escaping @Sendable (inout State, any Action) -> Void) {
    unsafe self.state = state
    self.reduce = reduce
  }

  @inline(never)
  func dispatch(_ action: any Action) {
    unsafe reduce(&state, action)
  }
}
