import SluiceTree

/// An action created from an ``ActionTemplate``; equal to another if id and payload are equal.
public struct AnonymousAction<Payload: Sendable>: IdentifiableAction {
  /// The id of the template that created this action.
  public let id: String
  /// The payload.
  public let payload: Payload
}

// Unconditional, because `Void` can conform to none of the protocols.

extension AnonymousAction: Equatable {
  /// Returns whether two actions have the same id and equal payloads.
  ///
  /// Compares `Equatable` payloads with `==`, others by their contents as tools show them. Two
  /// `Void` payloads are equal.
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
  /// Hashes the id, and the payload if it is hashable.
  public func hash(into hasher: inout Hasher) {
    hasher.combine(id)
    if let payload = payload as? any Hashable { payload.hash(into: &hasher) }
  }
}

extension AnonymousAction: EncodableAction {
  private enum CodingKeys: CodingKey { case id, payload }

  /// Encodes the id as `id`, and the payload as `payload`, unless it is `Void`.
  ///
  /// A payload that isn't `Encodable` is encoded as the text that `String(describing:)` gives.
  public func encode(to encoder: any Encoder) throws {
    var container = encoder.container(keyedBy: CodingKeys.self)
    func encode<Value: Encodable>(_ payload: Value) throws {
      try container.encode(payload, forKey: .payload)
    }
    // By its type, because a `nil` is no value of a protocol.
    func encode<Value: Encodable>(as type: Value.Type) throws {
      if let payload = payload as? Value { try encode(payload) }
    }
    try container.encode(id, forKey: .id)
    if Payload.self == Void.self { return }
    if let type = Payload.self as? any Encodable.Type { return try encode(as: type) }
    if let payload = payload as? any Encodable { return try encode(payload) }
    try encode(String(describing: payload))
  }
}

/// An anonymous action whose payload type is unknown, for tools.
package protocol TemplateMade: IdentifiableAction {
  /// The payload; `nil` if it is `Void`.
  var anyPayload: (any Sendable)? { get }
  /// The name of the payload's type.
  static var payloadTypeName: String { get }
}

extension AnonymousAction: TemplateMade {
  package var anyPayload: (any Sendable)? {
    Payload.self == Void.self ? nil : payload
  }

  package static var payloadTypeName: String {
    Payload.self == Void.self ? "Void" : "\(Payload.self)"
  }
}
