import Sluice
import Synchronization

/// A small state with a number that changes and one that doesn't.
struct Counter: Sendable {
  var count = 0
  var still = 0

  /// The reducer of the baselines.
  ///
  /// Not inlined, so that its callers can't be specialized for it.
  @inline(never)
  static var erasedReducer: @Sendable (inout Counter, any Action) -> Void {
    { state, action in
      if let action = action as? Increment { state.count += action.by }
    }
  }
}

struct Increment: Action { let by: Int }
struct Add: Action { let amount: Int }

/// Two actions whose types are unknown when the caller is compiled.
@inline(never)
func twoKinds() -> [any Action] {
  [Increment(by: 1), Add(amount: 1)]
}

extension Reducer<Counter> {
  static var counting: Reducer {
    Reducer(
      ReduceOn(Increment.self) { state, action in state.count += action.by },
      ReduceOn(Add.self) { state, action in state.count += action.amount }
    )
  }
}

extension Store<Counter, Void> {
  /// A store that counts.
  static func counting() -> Store {
    Store(initialState: Counter(), reducers: [.counting])
  }
}

extension Store {
  /// Dispatches an action `count` times; specialized for the state where it is called.
  @inline(__always)
  func increment(_ count: Int) {
    for _ in 0..<count { dispatch(action: Increment(by: 1)) }
  }
}

/// Counts what happens on one thread at a time.
final class Tally: Sendable {
  private let value = Atomic<Int>(0)

  var count: Int { value.load(ordering: .acquiring) }

  /// Without the cost of an atomic addition; called by one thread at a time.
  func add(_ amount: Int = 1) {
    value.store(value.load(ordering: .relaxed) &+ amount, ordering: .releasing)
  }
}

/// Prevents a result from being optimized away.
@inline(never)
func consume<Value>(_ value: Value) {
  withExtendedLifetime(value) {}
}
