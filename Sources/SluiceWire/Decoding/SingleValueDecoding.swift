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

  func decode(_ type: Int.Type) throws -> Int {
    try decoder.tree.integer(path)
  }

  func decode(_ type: Int8.Type) throws -> Int8 {
    try decoder.tree.integer(path)
  }

  func decode(_ type: Int16.Type) throws -> Int16 {
    try decoder.tree.integer(path)
  }

  func decode(_ type: Int32.Type) throws -> Int32 {
    try decoder.tree.integer(path)
  }

  func decode(_ type: Int64.Type) throws -> Int64 {
    try decoder.tree.integer(path)
  }

  func decode(_ type: Int128.Type) throws -> Int128 {
    try decoder.tree.integer(path)
  }

  func decode(_ type: UInt.Type) throws -> UInt {
    try decoder.tree.integer(path)
  }

  func decode(_ type: UInt8.Type) throws -> UInt8 {
    try decoder.tree.integer(path)
  }

  func decode(_ type: UInt16.Type) throws -> UInt16 {
    try decoder.tree.integer(path)
  }

  func decode(_ type: UInt32.Type) throws -> UInt32 {
    try decoder.tree.integer(path)
  }

  func decode(_ type: UInt64.Type) throws -> UInt64 {
    try decoder.tree.integer(path)
  }

  func decode(_ type: UInt128.Type) throws -> UInt128 {
    try decoder.tree.integer(path)
  }

  func decode<Value: Decodable>(_ type: Value.Type) throws -> Value {
    try decoder.run.value(type, of: decoder.tree, in: decoder, key: nil)
  }
}
