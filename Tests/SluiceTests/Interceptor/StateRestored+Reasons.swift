import Sluice
import SluiceTesting

extension StateRestored {
  static var undo: StateRestored { made(.undo) }
  static var redo: StateRestored { made(.redo) }
  static var state: StateRestored { made(.state) }

  /// As a program meets one: only the store makes them.
  private static func made(_ reason: Reason) -> StateRestored {
    let store = Store(initialState: 0)
    let history = StateHistory<Int>()
    let interceptor = TestInterceptor<Int>()
    store.register(interceptor: history)
    store.register(interceptor: interceptor)
    store.restore(1)
    history.undo(in: store)
    history.redo(in: store)
    let all = interceptor.actions(ofType: StateRestored.self)
    return all.first { $0.reason == reason } ?? all[0]
  }
}
