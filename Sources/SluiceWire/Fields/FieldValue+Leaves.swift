package import SluiceTree

/// A number, such as a commit's or a count.
extension Int: FieldValue {
  package static func read(_ key: String, from reader: RecordReader) throws(WireError) -> Int? {
    try reader.optionalNumber(key)
  }

  package func write(_ key: StaticString, to writer: inout RecordWriter) { writer.write(key, self) }
}

/// A time or a duration.
extension Int64: FieldValue {
  package static func read(_ key: String, from reader: RecordReader) throws(WireError) -> Int64? {
    try reader.optionalTime(key)
  }

  package func write(_ key: StaticString, to writer: inout RecordWriter) { writer.write(key, self) }
}

extension String: FieldValue {
  package static func read(_ key: String, from reader: RecordReader) throws(WireError) -> String? {
    try reader.optionalString(key)
  }

  package func write(_ key: StaticString, to writer: inout RecordWriter) { writer.write(key, self) }
}

/// A field that is absent if it is false.
extension Bool: FieldValue {
  package static func read(_ key: String, from reader: RecordReader) throws(WireError) -> Bool? {
    try reader.optionalBool(key)
  }

  package func write(_ key: StaticString, to writer: inout RecordWriter) { writer.write(key, self) }
}

/// A user's value, which may be null.
extension Tree: FieldValue {
  package static func read(_ key: String, from reader: RecordReader) -> Tree? { reader.object[key] }

  package func write(_ key: StaticString, to writer: inout RecordWriter) { writer.write(key, self) }
}

extension TreePath: FieldValue {
  package static func read(_ key: String, from reader: RecordReader) throws(WireError) -> TreePath?
  {
    try reader.optionalPath(key)
  }

  package func write(_ key: StaticString, to writer: inout RecordWriter) {
    writer.writeArray(key, steps) { $0.write($1) }
  }
}

/// One of several names.
extension FieldValue where Self: RawRepresentable<String> & CaseIterable {
  package static func read(_ key: String, from reader: RecordReader) throws(WireError) -> Self? {
    try reader.optionalString(key) == nil ? nil : try reader.choice(key, of: Self.self)
  }

  package func write(_ key: StaticString, to writer: inout RecordWriter) {
    writer.write(key, rawValue)
  }
}

/// A list of parts.
extension Array: FieldValue where Element: FieldedRecord {
  package static func read(_ key: String, from reader: RecordReader) throws(WireError) -> Self? {
    try reader.optionalObjects(key)?.map { object throws(WireError) in try Element(from: object) }
  }

  package func write(_ key: StaticString, to writer: inout RecordWriter) {
    writer.writeObjects(key, self) { $1.writeFields(to: &$0) }
  }
}
