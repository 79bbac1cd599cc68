/// A value that says what happened.
///
/// Actions are `Sendable` because any thread, task or actor can dispatch them on a ``Store``.
/// Structs, enums and immutable classes can be actions.
///
/// An action type that is itself named `Action`, in a namespace, conforms to `Sluice.Action`:
///
/// ```swift
/// enum Login {
///   enum Action: Sluice.Action { case tapped }
/// }
/// ```
///
/// With `enum Action: Action`, the compiler says “'Action' has a raw type that depends on itself”; of a
/// struct, “inheritance from non-protocol type 'Login.Action'”.
public protocol Action: Sendable {}

/// An action whose payload tools can show in full, because it is encodable.
public protocol EncodableAction: Action, Encodable {}

/// An action with an identifier in addition to its type, such as one created from a template.
public protocol IdentifiableAction: Action {
  /// The identifier that distinguishes this action from others of the same type.
  var id: String { get }
}

extension Action {
  /// Returns whether the given template created this action: same id and same payload type.
  public func wasCreated<Payload>(from template: ActionTemplate<Payload>) -> Bool {
    (self as? AnonymousAction<Payload>)?.id == template.id
  }
}
