package import SluiceCore

/// A predicate of an action, and of the states before and after its commit if it reads them.
///
/// User code: called by the delivering thread, without a lock.
package struct RunCondition: Sendable {
  /// The type of the states that it reads; `nil` if it reads none.
  let state: (any Sendable.Type)?
  private let predicate: @Sendable (any Action, SeenStates) -> Bool

  private init(
    _ state: (any Sendable.Type)?,
    _ predicate: @escaping @Sendable (any Action, SeenStates) -> Bool
  ) {
    self.state = state
    self.predicate = predicate
  }

  /// Creates a condition of actions.
  init(_ predicate: @escaping @Sendable (any Action) -> Bool) {
    self.init(nil) { action, _ in predicate(action) }
  }

  /// Creates a condition of states, which doesn't hold if the effect's part of the state wasn't there
  /// after the commit; one that the commit made wasn't there before.
  init<State: Sendable>(
    _: State.Type,
    _ predicate: @escaping @Sendable (any Action, _ before: State?, _ after: State) -> Bool
  ) {
    self.init(State.self) { action, states in
      guard let after = states.after(State.self) else { return false }
      let before = states.before(State.self).map { StateBox<State>($0).value }
      return predicate(action, before, StateBox<State>(after).value)
    }
  }

  func holds(_ action: any Action, _ states: SeenStates) -> Bool { predicate(action, states) }

  /// Returns the condition for wrapping actions.
  package func lifted(by lift: ActionLift) -> RunCondition {
    RunCondition(state) { [predicate] action, states in
      lift.extract(action).map { predicate($0, states) } ?? false
    }
  }
}
