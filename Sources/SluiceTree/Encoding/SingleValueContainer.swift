/// The container of a value that encodes a single value.
struct SingleValueContainer: SingleValueEncodingContainer, KeylessContainer {
  let encoder: ValueEncoder

  var codingPath: [any CodingKey] { encoder.codingPath }
  var nextKey: IndexKey? { nil }

  func add(_ value: Any, _ tree: () throws -> Tree) throws {
    try encoder.setSingle(tree(), value)
  }

  func encode(_ value: Int128) throws {
    try add(value) { Tree(value) }
  }

  func encode(_ value: UInt128) throws {
    try add(value) { Tree(value) }
  }
}
