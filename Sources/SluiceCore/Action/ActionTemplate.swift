/// A factory of anonymous actions with a payload, for actions that need no type of their own.
///
/// ```swift
/// let increment = ActionTemplate(id: "Increment", payloadType: Int.self)
/// store.dispatch(action: increment(payload: 1))
/// ```
public struct ActionTemplate<Payload: Sendable>: Sendable, Identifiable {
  /// The id of every action that this template creates.
  public let id: String

  /// Creates a template for actions with a payload.
  public init(id: String, payloadType: Payload.Type) {
    self.id = id
  }

  /// The type of the payload of this template's actions.
  public var payloadType: Payload.Type { Payload.self }

  /// Creates an action with the given payload: `increment(payload: 1)`.
  public func callAsFunction(payload: Payload) -> AnonymousAction<Payload> {
    AnonymousAction(id: id, payload: payload)
  }
}

extension ActionTemplate where Payload == Void {
  /// Creates a template for actions without a payload.
  public init(id: String) {
    self.init(id: id, payloadType: Void.self)
  }

  /// Creates an action without a payload: `clear()`.
  public func callAsFunction() -> AnonymousAction<Void> {
    AnonymousAction(id: id, payload: ())
  }
}
