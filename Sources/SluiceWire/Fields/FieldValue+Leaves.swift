import SluiceTree

/// A number, such as a commit's or a count.
extension Int: FieldValue {
  static func read(_ key: String, from reader: RecordReader) throws(WireError) -> Int? {
    try reader.integer(key, in: 0...Int64(WireNumber.maximum)).map { Int($0) }
  }

  func write(to writer: inout RecordWriter) { writer.json.write(Int64(self)) }
}

/// A time or a duration: microseconds since 1970, or nanoseconds.
extension Int64: FieldValue {
  static func read(_ key: String, from reader: RecordReader) throws(WireError) -> Int64? {
    try reader.integer(key, in: 0...Int64.max)
  }

  func write(to writer: inout RecordWriter) { writer.json.write(self) }
}

extension String: FieldValue {
  static func read(_ key: String, from reader: RecordReader) throws(WireError) -> String? {
    try reader.value(key, "a string") { if case .string(let text) = $0 { text } else { nil } }
  }

  func write(to writer: inout RecordWriter) { writer.json.write(self) }
}

extension Bool: FieldValue {
  static func read(_ key: String, from reader: RecordReader) throws(WireError) -> Bool? {
    try reader.value(key, "true or false") { if case .bool(let value) = $0 { value } else { nil } }
  }

  func write(to writer: inout RecordWriter) { writer.json.write(.bool(self)) }
}

/// A user's value, which may be null.
extension Tree: FieldValue {
  static func read(_ key: String, from reader: RecordReader) -> Tree? { reader.object[key] }

  func write(to writer: inout RecordWriter) { writer.json.write(self) }
}

/// A user's values by names.
extension Tree.Object: FieldValue {
  static func read(_ key: String, from reader: RecordReader) throws(WireError) -> Self? {
    try reader.value(key, "an object") { if case .object(let object) = $0 { object } else { nil } }
  }

  func write(to writer: inout RecordWriter) { writer.json.write(.object(self)) }
}

extension TreePath: FieldValue {
  static func read(_ key: String, from reader: RecordReader) throws(WireError) -> TreePath? {
    try [Step].read(key, from: reader).map { TreePath($0) }
  }

  func write(to writer: inout RecordWriter) { steps.write(to: &writer) }
}

/// One of several names.
extension FieldValue where Self: RawRepresentable<String> & CaseIterable {
  static func read(_ key: String, from reader: RecordReader) throws(WireError) -> Self? {
    guard let name = try String.read(key, from: reader) else { return nil }
    guard let choice = Self(rawValue: name) else {
      let names = allCases.map { "\"\($0.rawValue)\"" }
      throw reader.fault(key, "one of \(names.joined(separator: ", "))")
    }
    return choice
  }

  func write(to writer: inout RecordWriter) { rawValue.write(to: &writer) }
}
