public import SluiceCore
import SluiceLocks

extension Store {
  /// Registers a feedback under an id, replacing what has that id; without one, under a unique id.
  ///
  /// ``unregisterEffects(withID:)`` removes the feedback and cancels its runs.
  @discardableResult
  public final func register(
    feedback: Feedback<State, Environment>,
    id: String? = nil
  ) -> StoreRegistration {
    let id = id ?? "feedback#\(UniqueNumbers.effects.next())"
    return core.scheduler.register(feedback, id: id, environment: environment, in: core)
  }
}
