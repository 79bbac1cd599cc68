/// Encodes a value as a tree, without a detour through text.
///
/// Shows an enum whose `Codable` conformance the compiler wrote as its case, as a reflection does.
/// Sorts what has no stable order: dictionaries by their keys, sets by their elements. Recognizes
/// dates, data, decimals and URLs by their types' names: this module doesn't import Foundation.
///
/// A reused encoder remembers the types it has encountered, and with a memo the last value, of which
/// it encodes again only what changed; use it on one thread at a time.
package struct TreeEncoder {
  package var options: TreeOptions

  private let treatments = EncodingTreatments()
  private let memo: EncodingMemo?

  /// - Parameter memo: What it encoded last; `nil` if each value is encoded as a whole.
  package init(options: TreeOptions = TreeOptions(), memo: EncodingMemo? = nil) {
    self.options = options
    self.memo = memo
  }

  /// Returns the tree of an encoded value; a value that encodes nothing is an empty object.
  ///
  /// Shows a part that throws an error by reflection.
  ///
  /// - Throws: Any error that the value's own `encode(to:)` throws, and an `EncodingError` if it
  ///   misuses the encoder, such as by requesting two containers of different kinds.
  package func encode(_ value: some Encodable) throws -> Tree {
    try run { try $0.encode(value, in: nil, key: nil) }.tree
  }

  /// Returns the tree of a value, and the parts of it that threw an error, at most
  /// ``EncodingRun/maximalFailures``.
  ///
  /// Shows those parts, or the whole if the value itself throws, by reflection.
  package func show(_ value: some Encodable) -> (tree: Tree, failures: [EncodingFailure]) {
    run { $0.tree(of: value, in: nil, key: nil) }
  }

  /// Encodes a value, from the beginning if it was wrong to reuse anything.
  private func run(
    _ encode: (EncodingRun) throws -> Tree
  ) rethrows -> (tree: Tree, failures: [EncodingFailure]) {
    while true {
      memo?.begin(options)
      let run = EncodingRun(options, treatments, memo: memo)
      let tree = try encode(run)
      memo?.end(reused: run.reuses)
      // What is reused is counted at its largest; encoded anew, everything may fit.
      let mayFit = run.bounds.isExhausted && run.hasReused
      guard run.mustRestart || mayFit else { return (tree, run.failures) }
      memo?.removeAll()
    }
  }
}

/// How to treat the values of each type, determined once for each.
final class EncodingTreatments {
  enum Treatment {
    case asEncoded
    case wellKnown(WellKnownType)
    case hashTable
    case list

    var isList: Bool { if case .list = self { true } else { false } }
  }

  private var known: [ObjectIdentifier: Treatment] = [:]
  private var enums: [ObjectIdentifier: Bool] = [:]
  private var enumsOfStrings: [ObjectIdentifier: Bool] = [:]

  /// Returns whether the value's type is an enum.
  func isEnum<Value>(_ value: Value) -> Bool {
    if let isEnum = enums[ObjectIdentifier(Value.self)] { return isEnum }
    let isEnum = Mirror(reflecting: value).displayStyle == .enum
    enums[ObjectIdentifier(Value.self)] = isEnum
    return isEnum
  }

  /// Returns whether the value's type is an enum whose cases have texts as raw values.
  func isEnumOfStrings<Value>(_ value: Value) -> Bool {
    if let isEnum = enumsOfStrings[ObjectIdentifier(Value.self)] { return isEnum }
    func hasText<Raw: RawRepresentable>(_: Raw.Type) -> Bool { Raw.RawValue.self == String.self }
    let isOfStrings = (Value.self as? any RawRepresentable.Type).map { hasText($0) } ?? false
    let isEnum = isOfStrings && self.isEnum(value)
    enumsOfStrings[ObjectIdentifier(Value.self)] = isEnum
    return isEnum
  }

  func treatment<Value>(of type: Value.Type) -> Treatment {
    if let treatment = known[ObjectIdentifier(type)] { return treatment }
    let treatment: Treatment =
      if let wellKnown = WellKnownType(type) {
        .wellKnown(wellKnown)
      } else if type is any EncodableHashTable.Type {
        .hashTable
      } else if type is any EncodableList.Type {
        .list
      } else {
        .asEncoded
      }
    known[ObjectIdentifier(type)] = treatment
    return treatment
  }
}

/// State shared by all encoders while one tree is made.
final class EncodingRun {
  /// The maximum number of failures to keep: enough to find the mistake.
  static let maximalFailures = 16

  var bounds: TreeBounds
  private(set) var failures: [EncodingFailure] = []
  let treatments: EncodingTreatments
  let memo: EncodingMemo?

  /// The number of reasons so far not to reuse the values that are being encoded.
  var doubts = 0
  /// The number of values so far that were reused and may be verified.
  var reuses = 0
  /// Whether anything was reused.
  var hasReused = false
  /// Whether something was reused that should not have been.
  var mustRestart = false

  init(_ options: TreeOptions, _ treatments: EncodingTreatments, memo: EncodingMemo?) {
    bounds = TreeBounds(options)
    self.treatments = treatments
    self.memo = memo
  }

  /// Returns the tree of a value inside the one that `parent` encodes; by reflection if it throws.
  func tree(
    of value: some Encodable,
    in parent: ValueEncoder?,
    key: (any CodingKey)?,
    at place: EncodingPlace? = nil
  ) -> Tree {
    do {
      return try encode(value, in: parent, key: key, at: place)
    } catch {
      doubts += 1
      let place = ValueEncoder(run: self, parent: parent, key: key)
      let typeName = "\(type(of: value))"
      if failures.count < Self.maximalFailures {
        let path = TreePath(codingPath: place.codingPath)
        failures.append(EncodingFailure(path: path, typeName: typeName, error: error))
      }
      let tree = Tree.reflecting(value, depth: place.depth, bounds: &bounds)
      // Without parts, its name says more than that it has none.
      if case .object(let object) = tree, object.isEmpty { return .opaque(typeName: typeName) }
      return tree
    }
  }

  /// Returns the tree of a value; throws what the value throws, but not what its parts throw.
  func encode<Value: Encodable>(
    _ value: Value,
    in parent: ValueEncoder?,
    key: (any CodingKey)?,
    at place: EncodingPlace? = nil
  ) throws -> Tree {
    // Also encodes the elements of arrays, which are mostly of these types.
    if Value.self == String.self, let value = value as? String { return bounds.text(value) }
    if Value.self == Int.self, let value = value as? Int { return .integer(Int64(value)) }
    if Value.self == Double.self, let value = value as? Double { return .double(value) }

    let encoder = ValueEncoder(run: self, parent: parent, key: key)
    guard encoder.depth <= bounds.options.maximalDepth else {
      return .cut(.depth(typeName: "\(Value.self)"))
    }
    if let memo { return try encode(value, with: encoder, memo, at: place) }
    return try encodeAnew(value, with: encoder)
  }

  /// Returns the tree of a value in another run, to compare it; `nil` if a part of it throws.
  func tree(ofSame value: some Encodable, as other: ValueEncoder) -> Tree? {
    let tree = try? encodeAnew(value, with: ValueEncoder(run: self, sameAs: other))
    return failures.isEmpty ? tree : nil
  }

  func encodeAnew<Value: Encodable>(_ value: Value, with encoder: ValueEncoder) throws -> Tree {
    switch treatments.treatment(of: Value.self) {
    case .asEncoded:
      try value.encode(to: encoder)
      return tree(of: value, encodedBy: encoder)
    case .list:
      try value.encode(to: encoder)
      guard case .array(var elements) = encoder.tree else { break }
      elements.isList = true
      return .array(elements)
    case .wellKnown(let type):
      return try type.tree(of: value, encoder)
    case .hashTable:
      guard let table = value as? any EncodableHashTable else { break }
      return try table.tree(encoder)
    }
    try value.encode(to: encoder)
    return encoder.tree
  }

  /// Returns what a value has encoded; an enum's case as such, and not as an object with one member, nor
  /// as the text that is its raw value.
  private func tree<Value>(of value: Value, encodedBy encoder: ValueEncoder) -> Tree {
    guard let (name, payload) = encoder.enumCase, treatments.isEnum(value) else {
      let tree = encoder.tree
      guard case .string(let text) = tree, text.isIdentifier, treatments.isEnumOfStrings(value)
      else {
        return tree
      }
      return .enumCase(name: text, payload: Tree.Object())
    }
    if payload.isSingleValue, !failures.isEmpty {
      omitPlace(below: TreePath(codingPath: encoder.codingPath).appending(.key(name)))
    }
    return .enumCase(name: name, payload: payload)
  }

  /// Takes the key of a case's only value, to which the case leads, out of the paths.
  private func omitPlace(below path: TreePath) {
    let prefix = path.steps + ["_0"]
    for index in failures.indices where failures[index].path.steps.starts(with: prefix) {
      failures[index].path.steps.remove(at: path.steps.count)
    }
  }
}
