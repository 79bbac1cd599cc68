import SluiceTree

/// An action made from an ``ActionTemplate``; equal to another when id and payload are.
public struct AnonymousAction<Payload: Sendable>: IdentifiableAction {
  /// The id of the template that made this action.
  public let id: String
  /// What the action carries.
  public let payload: Payload
}

// Unconditional, because `Void` can conform to neither protocol.

extension AnonymousAction: Equatable {
  /// Returns whether both have the same id and equal payloads.
  ///
  /// Payloads are compared by `==` where they have one, and else by their contents, as tools show
  /// them. Two `Void` payloads are equal.
  public static func == (one: Self, other: Self) -> Bool {
    func isEqual<Value: Equatable>(_ payload: Value) -> Bool {
      other.payload as? Value == payload
    }
    if one.id != other.id { return false }
    if Payload.self == Void.self { return true }
    if let payload = one.payload as? any Equatable { return isEqual(payload) }
    return Tree(showing: one.payload) == Tree(showing: other.payload)
  }
}

extension AnonymousAction: Hashable {
  /// Hashes the id, and the payload where it is hashable.
  public func hash(into hasher: inout Hasher) {
    hasher.combine(id)
    if let payload = payload as? any Hashable { payload.hash(into: &hasher) }
  }
}

extension AnonymousAction: Encodable where Payload: Encodable {}
extension AnonymousAction: EncodableAction where Payload: Encodable {}

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
