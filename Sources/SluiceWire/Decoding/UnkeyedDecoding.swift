import SluiceTree

/// The elements of an array, in order.
struct UnkeyedDecoding: UnkeyedDecodingContainer {
  let decoder: ValueDecoder
  private let elements: Tree.Elements
  private(set) var currentIndex = 0

  init(decoder: ValueDecoder, elements: Tree.Elements) {
    self.decoder = decoder
    self.elements = elements
  }

  var codingPath: [any CodingKey] { decoder.codingPath }
  var count: Int? { elements.count }
  var isAtEnd: Bool { currentIndex == elements.count }

  /// Advances to the next element, unless this one can't be decoded.
  private mutating func take<Value>(
    _ type: Any.Type,
    _ value: (Tree, LazyPath) throws -> Value
  ) throws -> Value {
    guard !isAtEnd else {
      throw DecodingError.atEnd(type, elements.count, decoder.codingPath)
    }
    let (decoder, index) = (decoder, currentIndex)
    let value = try value(elements[index]) { decoder.codingPath + [IndexKey(index)] }
    currentIndex += 1
    return value
  }

  private mutating func takeNested<Value>(
    _ type: Any.Type,
    _ value: (ValueDecoder) throws -> Value
  ) throws -> Value {
    let (decoder, index) = (decoder, currentIndex)
    return try take(type) { tree, _ in try value(decoder.nested(tree, IndexKey(index))) }
  }

  mutating func decodeNil() throws -> Bool {
    guard !isAtEnd else {
      throw DecodingError.atEnd(Never?.self, elements.count, decoder.codingPath)
    }
    guard case .null = elements[currentIndex] else { return false }
    currentIndex += 1
    return true
  }

  /// Of integers, witnesses the requirements but for those of 128 bits: for them, the standard library's
  /// default, which throws, is preferred to a generic method.
  mutating func decode<Leaf: DecodableLeaf>(_ type: Leaf.Type) throws -> Leaf {
    try take(type) { try Leaf.value(of: $0, $1) }
  }

  mutating func decode(_ type: Int128.Type) throws -> Int128 {
    try take(type) { try Int128.value(of: $0, $1) }
  }

  mutating func decode(_ type: UInt128.Type) throws -> UInt128 {
    try take(type) { try UInt128.value(of: $0, $1) }
  }

  mutating func decode<Value: Decodable>(_ type: Value.Type) throws -> Value {
    let (decoder, index) = (decoder, currentIndex)
    return try take(type) { tree, _ in
      try decoder.run.value(type, of: tree, in: decoder, key: IndexKey(index))
    }
  }

  mutating func nestedContainer<NestedKey: CodingKey>(
    keyedBy type: NestedKey.Type
  ) throws -> KeyedDecodingContainer<NestedKey> {
    try takeNested([String: Any].self) { try $0.container(keyedBy: type) }
  }

  mutating func nestedUnkeyedContainer() throws -> any UnkeyedDecodingContainer {
    try takeNested([Any].self) { try $0.unkeyedContainer() }
  }

  mutating func superDecoder() throws -> any Decoder {
    try takeNested((any Decoder).self) { $0 }
  }
}
