import SluiceTree

/// Reads a record's keys from its tree; errors name the key and the record.
struct RecordReader {
  let place: RecordPlace
  let object: Tree.Object

  /// The record's name in errors: its type, or the type and a key within.
  var name: String { place.description }

  /// - Throws: When the key is missing.
  func required<Value: FieldValue>(_ key: String) throws(WireError) -> Value {
    guard let value = try Value.read(key, from: self) else {
      throw .missingKey(key, record: name)
    }
    return value
  }

  /// Returns the value at a key; `nil` if it is absent.
  ///
  /// - Parameters:
  ///   - expected: What must be there, for an error.
  ///   - read: Returns `nil` for a value of another kind.
  func value<Value>(
    _ key: String,
    _ expected: String,
    _ read: (Tree) -> Value?
  ) throws(WireError) -> Value? {
    guard let tree = present(key) else { return nil }
    guard let value = read(tree) else { throw fault(key, expected) }
    return value
  }

  /// - Parameter limit: In bytes.
  func string(_ key: String, atMost limit: Int) throws(WireError) -> String? {
    let value = try String.read(key, from: self)
    guard value?.utf8.count ?? 0 <= limit else {
      throw fault(key, "a string of at most \(limit) bytes")
    }
    return value
  }

  /// A whole number within a range; an error names the key and the range otherwise.
  func integer(_ key: String, in range: ClosedRange<Int64>) throws(WireError) -> Int64? {
    let text: String
    switch present(key) {
    case nil: return nil
    case .integer(let number) where range.contains(number): return number
    case .integer(let number): text = String(number)
    case .wideInteger(let number): text = number.description
    default: throw fault(key, "a whole number from \(range.lowerBound) to \(range.upperBound)")
    }
    throw .outOfRange(key, record: name, value: text, range: range)
  }

  func fault(_ key: String, _ expected: String) -> WireError {
    .badKey(key, record: name, expected: expected)
  }

  /// A key that holds null counts as absent, except where null is a user's value.
  private func present(_ key: String) -> Tree? {
    let value = object[key]
    return if case .null = value { nil } else { value }
  }
}
