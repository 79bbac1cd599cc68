/// A core whose state's type is known: reads the state.
@usableFromInline
@safe
package final class StateCore<State: Sendable>: Core, @unchecked Sendable {
  // `@unchecked`: as the superclass.

  @inlinable
  convenience init(_ box: StateBox<State>, clock: any Clock<Duration>) {
    self.init(box.storage, StateKind(box), clock: clock)
  }

  /// The current state: one reference, however large the state.
  @inlinable
  package func snapshot(_ operation: StaticString = "state") -> StateBox<State> {
    let held = enter(operation)
    let box = StateBox<State>(box)
    leave(held)
    return box
  }

  /// The current state and its version.
  @inlinable
  func versionedSnapshot(_ operation: StaticString) -> (box: StateBox<State>, version: Int) {
    let held = enter(operation)
    let snapshot = (StateBox<State>(box), version)
    leave(held)
    return snapshot
  }
}
