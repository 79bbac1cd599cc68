import Sluice
import SluiceTesting

extension StateRestored {
  static var undo: StateRestored { made(.undo) }
  static var redo: StateRestored { made(.redo) }
  static var state: StateRestored { made(.state) }

  /// As a program meets one: only the store makes them.
  private static func made(_ reason: Reason) -> StateRestored {
    let store = Store(initialState: 0)
    let history = StateHistory(of: \Int.self)
    let interceptor = TestInterceptor<Int>()
    store.register(history: history)
    store.register(interceptor: interceptor)
    store.restore(1)
    history.undo()
    history.redo()
    let all = interceptor.actions(ofType: StateRestored.self)
    return all.first { $0.reason == reason } ?? all[0]
  }
}
