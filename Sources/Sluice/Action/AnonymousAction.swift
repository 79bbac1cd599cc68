/// An action made from an ``ActionTemplate``; equal to another when id and payload are.
public struct AnonymousAction<Payload: Sendable>: IdentifiableAction {
  /// The id of the template that made this action.
  public let id: String
  /// What the action carries.
  public let payload: Payload
}

extension AnonymousAction: Equatable where Payload: Equatable {}
extension AnonymousAction: Hashable where Payload: Hashable {}
extension AnonymousAction: Encodable where Payload: Encodable {}

extension AnonymousAction where Payload == Void {
  /// Whether both were made from templates with the same id.
  ///
  /// `Void` cannot conform to `Equatable`, so this stands beside the conformance.
  public static func == (one: Self, other: Self) -> Bool {
    one.id == other.id
  }
}

/// What tools need to know of an anonymous action without knowing its payload's type.
package protocol TemplateMade: IdentifiableAction {
  /// The payload; `nil` where it is `Void`.
  var anyPayload: (any Sendable)? { get }
}

extension AnonymousAction: TemplateMade {
  package var anyPayload: (any Sendable)? {
    Payload.self == Void.self ? nil : payload
  }
}
