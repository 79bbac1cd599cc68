import Sluice
import SluiceTesting

/// Calls a closure when a part of it is set.
struct Hooked: Sendable {
  var counting = Counting()
  let onSet: @Sendable () -> Void

  var count: Int {
    get { counting.count }
    set {
      onSet()
      counting.count = newValue
    }
  }
}

extension Store where State == Hooked, Environment == Void {
  /// A store whose setter is given it, the first time.
  static func hooked(
    _ onSet: @escaping @Sendable (Store<Hooked, Void>) -> Void
  ) -> Store<Hooked, Void> {
    let held = Shared<Store<Hooked, Void>?>(nil)
    let store = Store<Hooked, Void>(
      initialState: Hooked { if let store = held.exchange(nil) { onSet(store) } },
      reducers: [Reducer<Counting>.counting.lift(state: \.counting)]
    )
    held.value = store
    return store
  }
}
