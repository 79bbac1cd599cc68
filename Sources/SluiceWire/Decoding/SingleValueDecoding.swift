import SluiceTree

/// The value itself.
struct SingleValueDecoding: SingleValueDecodingContainer {
  let decoder: ValueDecoder

  var codingPath: [any CodingKey] { decoder.codingPath }

  private var path: LazyPath {
    { decoder.codingPath }
  }

  func decodeNil() -> Bool {
    guard case .null = decoder.tree else { return false }
    return true
  }

  /// Of integers, witnesses the requirements but for those of 128 bits: for them, the standard library's
  /// default, which throws, is preferred to a generic method.
  func decode<Leaf: DecodableLeaf>(_ type: Leaf.Type) throws -> Leaf {
    try Leaf.value(of: decoder.tree, path)
  }

  func decode(_ type: Int128.Type) throws -> Int128 {
    try Int128.value(of: decoder.tree, path)
  }

  func decode(_ type: UInt128.Type) throws -> UInt128 {
    try UInt128.value(of: decoder.tree, path)
  }

  func decode<Value: Decodable>(_ type: Value.Type) throws -> Value {
    try decoder.run.value(type, of: decoder.tree, in: decoder, key: nil)
  }
}
