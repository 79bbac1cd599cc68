/// A container to which values are added without keys.
protocol KeylessContainer {
  var encoder: ValueEncoder { get }
  /// The key of the next value; `nil` if it has none.
  var nextKey: IndexKey? { get }

  func add(_ value: Any, _ tree: () throws -> Tree) throws
}

extension KeylessContainer {
  func encodeNil() throws {
    try add(Never?.none as Any) { .null }
  }

  func encode(_ value: Bool) throws {
    try add(value) { .bool(value) }
  }

  func encode(_ value: String) throws {
    try add(value) { encoder.run.bounds.text(value) }
  }

  func encode(_ value: Double) throws {
    try add(value) { .double(value) }
  }

  func encode(_ value: Float) throws {
    try add(value) { Tree(value) }
  }

  /// Witnesses the requirement of each integer type, but for those of 128 bits: for them, the
  /// standard library's default, which throws, is preferred to a generic method.
  func encode(_ value: some FixedWidthInteger & Encodable) throws {
    try add(value) { Tree(value) }
  }

  func encode(_ value: some Encodable) throws {
    let key = nextKey
    try add(value) { encoder.run.tree(of: value, in: encoder, key: key) }
  }
}
