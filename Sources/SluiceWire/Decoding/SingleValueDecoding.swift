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

  func decode(_ type: Bool.Type) throws -> Bool {
    try decoder.tree.bool(path)
  }

  func decode(_ type: String.Type) throws -> String {
    try decoder.tree.string(path)
  }

  func decode(_ type: Double.Type) throws -> Double {
    try decoder.tree.double(path)
  }

  func decode(_ type: Float.Type) throws -> Float {
    try decoder.tree.float(path)
  }

  /// Witnesses the requirement of each integer type, but for those of 128 bits: for them, the
  /// standard library's default, which throws, is preferred to a generic method.
  func decode<Integer: FixedWidthInteger & Decodable>(_ type: Integer.Type) throws -> Integer {
    try decoder.tree.integer(path)
  }

  func decode(_ type: Int128.Type) throws -> Int128 {
    try decoder.tree.integer(path)
  }

  func decode(_ type: UInt128.Type) throws -> UInt128 {
    try decoder.tree.integer(path)
  }

  func decode<Value: Decodable>(_ type: Value.Type) throws -> Value {
    try decoder.run.value(type, of: decoder.tree, in: decoder, key: nil)
  }
}
