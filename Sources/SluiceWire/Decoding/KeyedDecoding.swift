import SluiceTree

/// The members of an object, by key.
struct KeyedDecoding<Key: CodingKey>: KeyedDecodingContainerProtocol {
  let decoder: ValueDecoder
  private let members: OrderedMembers

  init(decoder: ValueDecoder, object: Tree.Object) {
    self.decoder = decoder
    members = OrderedMembers(object)
  }

  var codingPath: [any CodingKey] { decoder.codingPath }
  var allKeys: [Key] { members.object.members.compactMap { Key(stringValue: $0.key) } }

  private func path(_ key: Key) -> LazyPath {
    { decoder.codingPath + [key] }
  }

  private func member(_ key: Key) throws -> Tree {
    guard let tree = members[key.stringValue] else {
      throw DecodingError.missing(key, decoder.codingPath)
    }
    return tree
  }

  func contains(_ key: Key) -> Bool {
    members[key.stringValue] != nil
  }

  func decodeNil(forKey key: Key) throws -> Bool {
    guard case .null = try member(key) else { return false }
    return true
  }

  /// Of integers, witnesses the requirements but for those of 128 bits: for them, the standard library's
  /// default, which throws, is preferred to a generic method.
  func decode<Leaf: DecodableLeaf>(_ type: Leaf.Type, forKey key: Key) throws -> Leaf {
    try Leaf.value(of: member(key), path(key))
  }

  func decode(_ type: Int128.Type, forKey key: Key) throws -> Int128 {
    try Int128.value(of: member(key), path(key))
  }

  func decode(_ type: UInt128.Type, forKey key: Key) throws -> UInt128 {
    try UInt128.value(of: member(key), path(key))
  }

  func decode<Value: Decodable>(_ type: Value.Type, forKey key: Key) throws -> Value {
    try decoder.run.value(type, of: member(key), in: decoder, key: key)
  }

  func nestedContainer<NestedKey: CodingKey>(
    keyedBy type: NestedKey.Type,
    forKey key: Key
  ) throws -> KeyedDecodingContainer<NestedKey> {
    try decoder.nested(member(key), key).container(keyedBy: type)
  }

  func nestedUnkeyedContainer(forKey key: Key) throws -> any UnkeyedDecodingContainer {
    try decoder.nested(member(key), key).unkeyedContainer()
  }

  func superDecoder() throws -> any Decoder {
    superDecoder(NameKey.superclass)
  }

  func superDecoder(forKey key: Key) throws -> any Decoder {
    superDecoder(key)
  }

  /// A superclass that encodes nothing may have left no member; it may throw on decoding null.
  private func superDecoder(_ key: any CodingKey) -> any Decoder {
    decoder.nested(members[key.stringValue] ?? .null, key)
  }
}

/// The members of an object, for callers that look them up in order, as most do.
///
/// A class, since looking up doesn't mutate a container.
private final class OrderedMembers {
  let object: Tree.Object
  private var place = 0

  init(_ object: Tree.Object) {
    self.object = object
  }

  subscript(_ key: String) -> Tree? {
    guard let index = object.index(of: key, near: place) else { return nil }
    place = index
    return object.members[index].value
  }
}
