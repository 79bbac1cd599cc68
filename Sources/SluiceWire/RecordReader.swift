import SluiceTree

/// Reads a record's keys from its tree; errors name the key and the record.
package struct RecordReader {
  let place: RecordPlace
  let object: Tree.Object

  /// The record's name in errors: its type, or the type and a key within.
  var name: String { place.description }

  /// - Throws: When a key is missing.
  func tree(_ key: String) throws(WireError) -> Tree {
    guard let value = object[key] else { throw .missingKey(key, record: name) }
    return value
  }

  func string(_ key: String) throws(WireError) -> String {
    try required(key, optionalString(key))
  }

  /// A whole number within a range; an error names the key and the range otherwise.
  func number(
    _ key: String,
    in range: ClosedRange<Int> = 0...WireNumber.maximum
  ) throws(WireError) -> Int {
    try required(key, optionalNumber(key, in: range))
  }

  /// Microseconds since 1970, or nanoseconds: as much as 64 bits hold.
  func time(_ key: String) throws(WireError) -> Int64 {
    try required(key, optionalTime(key))
  }

  func optionalString(_ key: String) throws(WireError) -> String? {
    switch present(key) {
    case nil: return nil
    case .string(let value): return value
    default: throw fault(key, "a string")
    }
  }

  /// - Parameter limit: In bytes.
  func optionalString(_ key: String, atMost limit: Int) throws(WireError) -> String? {
    let value = try optionalString(key)
    guard value?.utf8.count ?? 0 <= limit else {
      throw fault(key, "a string of at most \(limit) bytes")
    }
    return value
  }

  func optionalNumber(
    _ key: String,
    in range: ClosedRange<Int> = 0...WireNumber.maximum
  ) throws(WireError) -> Int? {
    let limits = Int64(range.lowerBound)...Int64(range.upperBound)
    return try optionalInteger(key, in: limits).map { Int($0) }
  }

  func optionalTime(_ key: String) throws(WireError) -> Int64? {
    try optionalInteger(key, in: 0...Int64.max)
  }

  private func optionalInteger(
    _ key: String,
    in range: ClosedRange<Int64>
  ) throws(WireError) -> Int64? {
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

  func optionalBool(_ key: String) throws(WireError) -> Bool? {
    switch present(key) {
    case nil: return nil
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

  /// Whole numbers; `nil` without the key.
  func optionalNumbers(_ key: String) throws(WireError) -> [Int]? {
    guard let elements = try optionalArray(key) else { return nil }
    var numbers: [Int] = []
    for element in elements {
      guard case .integer(let number) = element, let number = Int(exactly: number),
        0...WireNumber.maximum ~= number
      else { throw fault(key, "an array of whole numbers from 0 to \(WireNumber.maximum)") }
      numbers.append(number)
    }
    return numbers
  }

  func optionalArray(_ key: String) throws(WireError) -> Tree.Elements? {
    switch present(key) {
    case nil: return nil
    case .array(let elements): return elements
    default: throw fault(key, "an array")
    }
  }

  /// The objects of a list; `nil` without the key.
  func optionalObjects(_ key: String) throws(WireError) -> [RecordReader]? {
    guard let elements = try optionalArray(key) else { return nil }
    var objects: [RecordReader] = []
    objects.reserveCapacity(elements.count)
    let list = RecordPlace.member(key, of: place)
    for (index, element) in elements.enumerated() {
      guard case .object(let object) = element else { throw fault(key, "an array of objects") }
      objects.append(RecordReader(place: .element(index, of: list), object: object))
    }
    return objects
  }

  func optionalNested(_ key: String) throws(WireError) -> RecordReader? {
    guard let value = present(key) else { return nil }
    guard case .object(let object) = value else { throw fault(key, "an object") }
    return RecordReader(place: .member(key, of: place), object: object)
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

  /// A key that holds null counts as absent, except where null is a user's value.
  private func present(_ key: String) -> Tree? {
    let value = object[key]
    return if case .null = value { nil } else { value }
  }

  private func required<Value>(_ key: String, _ value: Value?) throws(WireError) -> Value {
    guard let value else { throw .missingKey(key, record: name) }
    return value
  }
}
