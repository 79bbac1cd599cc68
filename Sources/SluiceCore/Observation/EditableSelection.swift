/// A writable ``ObservedSelection``, which dispatches an action for each new value.
///
/// ```swift
/// @Bindable var name = store.observed(\.name) { NameTyped($0) }
/// TextField("Name", text: $name.value)
/// ```
///
/// The state stays the single source of truth: a read after a write returns what the reducers made
/// of the action. Retains the store.
@MainActor
public final class EditableSelection<Value: Sendable>: ObservedSelection<Value> {
  private let send: @MainActor (Value) -> Void

  nonisolated init(
    _ selection: Selection<Value>,
    send: @escaping @MainActor (Value) -> Void
  ) {
    self.send = send
    super.init(selection)
  }

  /// The current value; setting it dispatches the action for the new value.
  public override var value: Value {
    get { super.value }
    set {
      // Otherwise the dispatch would copy the state.
      selection.core.picture.end()
      send(newValue)
    }
  }
}
