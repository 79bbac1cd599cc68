/// A value that says what happened.
///
/// An action is dispatched on a ``Store`` from any thread, task or actor; that is why it is
/// `Sendable`. Structs, enums and (immutable) classes may be actions.
public protocol Action: Sendable {}

/// An action whose payload can be shown in full by tools, because it can be encoded.
public protocol EncodableAction: Action, Encodable {}

/// An action that carries an identifier beside its type, as those made from templates do.
public protocol IdentifiableAction: Action {
  /// What tells this action from others of the same type.
  var id: String { get }
}

extension Action {
  /// Whether this action was made from the given template: same id and same type of payload.
  public func wasCreated<Payload>(from template: ActionTemplate<Payload>) -> Bool {
    (self as? AnonymousAction<Payload>)?.id == template.id
  }
}
