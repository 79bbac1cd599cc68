/// An ``ObservedSelection`` that can be written to: a new value is sent to the store as an action.
///
/// ```swift
/// @Bindable var name = store.observed(\.name) { NameTyped($0) }
/// TextField("Name", text: $name.value)
/// ```
///
/// The state stays the single source of truth: what is read after writing is what the reducers made
/// of the action. It keeps the store alive, as one who holds the store does.
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

  /// The value now; setting it dispatches the action for the new value.
  public override var value: Value {
    get { super.value }
    set { send(newValue) }
  }
}
