package import SluiceTree

/// Decodes a value from its tree; the reverse of ``TreeEncoder``.
///
/// Recognizes dates, data, decimals and URLs by their types' names, as the encoder does. A date is
/// restored to the precision of its seconds since 1970, a quarter of a microsecond today.
package struct TreeDecoder: Sendable {
  /// The depth that fits the stack of any thread.
  package static let shallowDepth = 128

  /// The maximum depth of nested values, from the root on; each is also a recursion on the stack.
  package var maximalDepth: Int

  /// - Parameter maximalDepth: More than ``shallowDepth`` only where the stack is known.
  package init(maximalDepth: Int = shallowDepth) {
    self.maximalDepth = maximalDepth
  }

  /// Returns the value that encodes to the tree.
  ///
  /// Never takes a part of a value for the whole: a tree in which anything was cut or redacted has
  /// no value.
  ///
  /// - Throws: A `DecodingError` with the path and what was found there, and any error that the
  ///   type's `init(from:)` throws.
  package func decode<Value: Decodable>(_ type: Value.Type, from tree: Tree) throws -> Value {
    try tree.requireWhole(maximalDepth: maximalDepth)
    let run = DecodingRun(maximalDepth: maximalDepth)
    return try run.value(type, of: tree, in: nil, key: nil)
  }
}

/// State shared by all decoders while one value is decoded.
final class DecodingRun {
  private let maximalDepth: Int

  /// The types recognized by name, determined once for each.
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

  /// Decodes the value of a tree inside the one that `parent` decodes.
  func value<Value: Decodable>(
    _ type: Value.Type,
    of tree: Tree,
    in parent: ValueDecoder?,
    key: @autoclosure () -> (any CodingKey)?
  ) throws -> Value {
    // Also decodes the elements of arrays, which are mostly of these types.
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
