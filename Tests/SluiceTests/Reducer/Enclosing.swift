import Sluice

/// A state with a part that counts, as others do; the rest counts something else.
struct Enclosing: Sendable, Equatable {
  var counting = Counting()
  var rest = 0

  /// Computed: a get and a set.
  var count: Int {
    get { counting.count }
    set { counting.count = newValue }
  }
}

/// Changes the rest.
struct Rest: Action {}

extension Store where State == Enclosing, Environment == Void {
  static func enclosing() -> Store<Enclosing, Void> {
    Store(
      initialState: Enclosing(),
      reducers: [
        Reducer.counting.lift(.state(\Enclosing.counting)),
        Reducer(ReduceOn(Rest.self) { state, _ in state.rest += 1 }),
      ]
    )
  }
}
