import Sluice
import SluiceTesting

/// A state in which one part counts and another is left alone.
struct Counting: Sendable, Equatable {
  var count = 0
  var other = 0
}

struct Increment: Action, Equatable {
  var by = 1
}

/// Changes the other part.
struct Touch: Action, Equatable {}

/// No reducer handles it.
struct Unhandled: Action, Equatable {}

extension Reducer where State == Counting {
  static var counting: Reducer {
    Reducer(
      id: "counting",
      ReduceOn(Increment.self) { state, action in state.count += action.by },
      ReduceOn(Touch.self) { state, _ in state.other += 1 }
    )
  }
}

extension Store where State == Counting, Environment == Void {
  /// A store that counts, from a number.
  static func counting(from count: Int = 0) -> Store<Counting, Void> {
    Store(initialState: Counting(count: count), reducers: [.counting])
  }

  /// Registers an interceptor that remembers.
  func watched() -> TestInterceptor<Counting> {
    let interceptor = TestInterceptor<Counting>()
    register(interceptor: interceptor)
    return interceptor
  }
}

let countSelector = Selector(keyPath: \Counting.count)
let otherSelector = Selector(keyPath: \Counting.other)
