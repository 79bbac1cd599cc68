import SluiceTree

/// Takes a record's keys out of its tree, and names key and record where they are not as they
/// should be.
struct RecordReader {
  /// What errors call the record: its type, or the type and a key within.
  let name: String
  let object: Tree.Object

  /// - Throws: When a key is missing.
  func tree(_ key: String) throws(WireError) -> Tree {
    guard let value = object[key] else { throw .missingKey(key, record: name) }
    return value
  }

  func string(_ key: String) throws(WireError) -> String {
    try required(key, optionalString(key))
  }

  func integer<Number: FixedWidthInteger>(_ key: String) throws(WireError) -> Number {
    try required(key, optionalInteger(key))
  }

  func optionalString(_ key: String) throws(WireError) -> String? {
    switch present(key) {
    case nil: return nil
    case .string(let value): return value
    default: throw fault(key, "a string")
    }
  }

  func optionalInteger<Number: FixedWidthInteger>(_ key: String) throws(WireError) -> Number? {
    guard let value = present(key) else { return nil }
    // No field is negative; a number beyond 64 bits is damage.
    guard case .integer(let wide) = value, wide >= 0, let number = Number(exactly: wide) else {
      throw fault(key, "a whole number, 0 or more")
    }
    return number
  }

  func bool(_ key: String) throws(WireError) -> Bool {
    switch present(key) {
    case nil: throw .missingKey(key, record: name)
    case .bool(let value): return value
    default: throw fault(key, "true or false")
    }
  }

  func strings(_ key: String) throws(WireError) -> [String] {
    var strings: [String] = []
    for element in try optionalArray(key) ?? [] {
      guard case .string(let value) = element else { throw fault(key, "an array of strings") }
      strings.append(value)
    }
    return strings
  }

  func optionalArray(_ key: String) throws(WireError) -> [Tree]? {
    switch present(key) {
    case nil: return nil
    case .array(let elements): return elements
    default: throw fault(key, "an array")
    }
  }

  func nested(_ key: String) throws(WireError) -> RecordReader {
    try required(key, optionalNested(key))
  }

  func optionalNested(_ key: String) throws(WireError) -> RecordReader? {
    guard let value = present(key) else { return nil }
    guard case .object(let object) = value else { throw fault(key, "an object") }
    return RecordReader(name: "\(name).\(key)", object: object)
  }

  func choice<Choice: RawRepresentable<String> & CaseIterable>(
    _ key: String,
    of type: Choice.Type
  ) throws(WireError) -> Choice {
    guard let choice = type.init(rawValue: try string(key)) else {
      let names = type.allCases.map { "\"\($0.rawValue)\"" }
      throw fault(key, "one of \(names.joined(separator: ", "))")
    }
    return choice
  }

  func fault(_ key: String, _ expected: String) -> WireError {
    .badKey(key, record: name, expected: expected)
  }

  /// A key that holds null is as good as none, except where null is a value of the user's.
  private func present(_ key: String) -> Tree? {
    guard let value = object[key], value != .null else { return nil }
    return value
  }

  private func required<Value>(_ key: String, _ value: Value?) throws(WireError) -> Value {
    guard let value else { throw .missingKey(key, record: name) }
    return value
  }
}
