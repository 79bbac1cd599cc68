/// Makes the tree of an encodable value, without a detour through text.
///
/// What cannot keep its order is sorted: dictionaries by their keys, sets by their elements. Dates,
/// data, decimals and URLs are known by their types' names, since this module knows no Foundation.
package struct TreeEncoder: Sendable {
  package var options: TreeOptions

  package init(options: TreeOptions = TreeOptions()) {
    self.options = options
  }

  /// The tree of what the value encodes; a value that encodes nothing is an empty object.
  ///
  /// - Throws: What the value's `encode(to:)` throws, and an `EncodingError` where it uses the
  ///   encoder in a way that has no meaning, as asking for two containers of different kinds.
  package func encode(_ value: some Encodable) throws -> Tree {
    let run = EncodingRun(options)
    return try run.tree(of: value, in: nil, key: nil)
  }
}

/// What all encoders share while one tree is made.
final class EncodingRun {
  var bounds: TreeBounds

  /// How the values of a type are to be treated, found out once for each type.
  private var treatments: [ObjectIdentifier: Treatment] = [:]

  init(_ options: TreeOptions) {
    bounds = TreeBounds(options)
  }

  private enum Treatment {
    case asEncoded
    case wellKnown(WellKnownType)
    case dictionary
    case set
  }

  private func treatment<Value>(of type: Value.Type) -> Treatment {
    if let known = treatments[ObjectIdentifier(type)] { return known }
    let treatment: Treatment =
      if let wellKnown = WellKnownType(type) {
        .wellKnown(wellKnown)
      } else if type is any EncodableDictionary.Type {
        .dictionary
      } else if type is any EncodableSet.Type {
        .set
      } else {
        .asEncoded
      }
    treatments[ObjectIdentifier(type)] = treatment
    return treatment
  }

  /// The tree of a value inside the one that `parent` encodes.
  func tree<Value: Encodable>(
    of value: Value,
    in parent: ValueEncoder?,
    key: (any CodingKey)?
  ) throws -> Tree {
    // The elements of arrays come here too, which are mostly these.
    if Value.self == String.self, let value = value as? String { return bounds.text(value) }
    if Value.self == Int.self, let value = value as? Int { return .integer(Int64(value)) }
    if Value.self == Double.self, let value = value as? Double { return .double(value) }

    let encoder = ValueEncoder(run: self, parent: parent, key: key)
    guard encoder.depth <= bounds.options.maximalDepth else {
      return .cut(.depth(typeName: "\(Value.self)"))
    }
    switch treatment(of: Value.self) {
    case .asEncoded:
      try value.encode(to: encoder)
      return encoder.tree
    case .wellKnown(let type):
      return try type.tree(of: value, encoder)
    case .dictionary:
      guard let dictionary = value as? any EncodableDictionary else { break }
      return try dictionary.tree(encoder)
    case .set:
      guard let set = value as? any EncodableSet else { break }
      return try set.tree(encoder)
    }
    try value.encode(to: encoder)
    return encoder.tree
  }
}
