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

  func encode(_ value: Int) throws {
    try encoder.setSingle(.integer(Int64(value)), value)
  }

  func encode(_ value: Int8) throws {
    try encoder.setSingle(.integer(Int64(value)), value)
  }

  func encode(_ value: Int16) throws {
    try encoder.setSingle(.integer(Int64(value)), value)
  }

  func encode(_ value: Int32) throws {
    try encoder.setSingle(.integer(Int64(value)), value)
  }

  func encode(_ value: Int64) throws {
    try encoder.setSingle(.integer(value), value)
  }

  func encode(_ value: Int128) throws {
    try encoder.setSingle(Tree(value), value)
  }

  func encode(_ value: UInt) throws {
    try encoder.setSingle(Tree(UInt64(value)), value)
  }

  func encode(_ value: UInt8) throws {
    try encoder.setSingle(.integer(Int64(value)), value)
  }

  func encode(_ value: UInt16) throws {
    try encoder.setSingle(.integer(Int64(value)), value)
  }

  func encode(_ value: UInt32) throws {
    try encoder.setSingle(.integer(Int64(value)), value)
  }

  func encode(_ value: UInt64) throws {
    try encoder.setSingle(Tree(value), value)
  }

  func encode(_ value: UInt128) throws {
    try encoder.setSingle(Tree(value), value)
  }

  func encode(_ value: some Encodable) throws {
    try encoder.setSingle(encoder.run.tree(of: value, in: encoder, key: nil), value)
  }
}
