/// The container of a value that encodes a single value.
struct SingleValueContainer: SingleValueEncodingContainer {
  let encoder: ValueEncoder

  var codingPath: [any CodingKey] { encoder.codingPath }

  func encodeNil() throws {
    try encoder.setSingle(.null, Never?.none as Any)
  }

  func encode(_ value: Bool) throws {
    try encoder.setSingle(.bool(value), value)
  }

  func encode(_ value: String) throws {
    try encoder.setSingle(encoder.run.bounds.text(value), value)
  }

  func encode(_ value: Double) throws {
    try encoder.setSingle(.double(value), value)
  }

  func encode(_ value: Float) throws {
    try encoder.setSingle(Tree(value), value)
  }

  /// Witnesses the requirement of each integer type, but for those of 128 bits: for them, the
  /// standard library's default, which throws, is preferred to a generic method.
  func encode(_ value: some FixedWidthInteger & Encodable) throws {
    try encoder.setSingle(Tree(value), value)
  }

  func encode(_ value: Int128) throws {
    try encoder.setSingle(Tree(value), value)
  }

  func encode(_ value: UInt128) throws {
    try encoder.setSingle(Tree(value), value)
  }

  func encode(_ value: some Encodable) throws {
    try encoder.setSingle(encoder.run.tree(of: value, in: encoder, key: nil), value)
  }
}
