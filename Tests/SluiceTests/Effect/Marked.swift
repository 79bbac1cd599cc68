import Sluice
import SluiceTesting

/// A state that says, by its mark, whether it is alive.
struct Marked: Sendable {
  final class Mark: Sendable {}

  var count = 0
  var mark = Mark()
}

/// Puts a new state in the place of the old one.
struct Renew: Action { var count = 0 }

extension Reducer where State == Marked {
  static var renewing: Reducer {
    Reducer(ReduceOn(Renew.self) { state, renew in state = Marked(count: renew.count) })
  }
}

extension Store where State == Marked, Environment == Void {
  /// A store that nothing observes but effects: no interceptor retains its states.
  static func marked(clock: TestClock, _ effects: Effect<Void>...) -> Store<Marked, Void> {
    let store = Store(initialState: Marked(), reducers: [.renewing], clock: clock)
    store.register(effects: effects)
    return store
  }
}
