/// Makes a value of its tree: what ``TreeEncoder`` made becomes what it was made of.
///
/// Dates, data, decimals and URLs are known by their types' names, as the encoder knows them. A date
/// comes back within the precision of its seconds since 1970, a quarter of a microsecond today.
package struct TreeDecoder: Sendable {
  /// The most values inside one another, from the root on; each is a recursion on the stack too.
  package var maximalDepth: Int

  package init(maximalDepth: Int = 128) {
    self.maximalDepth = maximalDepth
  }

  /// The value that encodes to the tree.
  ///
  /// A part of a value is never taken for the whole: a tree in which something was cut or withheld,
  /// wherever it is, has no value.
  ///
  /// - Throws: A `DecodingError` with the path and what was found there, and what the type's
  ///   `init(from:)` throws.
  package func decode<Value: Decodable>(_ type: Value.Type, from tree: Tree) throws -> Value {
    try tree.requireWhole(maximalDepth: maximalDepth)
    let run = DecodingRun(maximalDepth: maximalDepth)
    return try run.value(type, of: tree, in: nil, key: nil)
  }
}

/// What all decoders share while one value is made.
final class DecodingRun {
  private let maximalDepth: Int

  /// Which types are known by name, found out once for each.
  private var wellKnown: [ObjectIdentifier: WellKnownType?] = [:]

  init(maximalDepth: Int) {
    self.maximalDepth = maximalDepth
  }

  private func wellKnown(_ type: Any.Type) -> WellKnownType? {
    if let known = wellKnown[ObjectIdentifier(type)] { return known }
    let found = WellKnownType(type)
    wellKnown[ObjectIdentifier(type)] = .some(found)
    return found
  }

  /// The value of a tree inside the one that `parent` decodes.
  func value<Value: Decodable>(
    _ type: Value.Type,
    of tree: Tree,
    in parent: ValueDecoder?,
    key: @autoclosure () -> (any CodingKey)?
  ) throws -> Value {
    // The elements of arrays come here too, which are mostly these.
    if type == String.self, case .string(let text) = tree, let value = text as? Value {
      return value
    }
    if type == Int.self, case .integer(let number) = tree, let value = Int(number) as? Value {
      return value
    }
    if type == Double.self, case .double(let number) = tree, let value = number as? Value {
      return value
    }

    let decoder = ValueDecoder(run: self, tree: tree, parent: parent, key: key())
    guard decoder.depth <= maximalDepth else {
      throw DecodingError.tooDeep(maximalDepth, decoder.codingPath)
    }
    guard let wellKnown = wellKnown(type) else { return try type.init(from: decoder) }
    if case .data(let bytes) = tree, let value = wellKnown.value(type, of: bytes) { return value }
    let asEncoded = try wellKnown.asEncoded(tree, type, decoder.codingPath)
    return try type.init(from: ValueDecoder(of: asEncoded, insteadOf: decoder))
  }
}
