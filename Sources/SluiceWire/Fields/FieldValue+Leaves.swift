package import SluiceTree

/// A number, such as a commit's or a count.
extension Int: FieldValue {
  package static func read(
    _ key: StaticString,
    from reader: RecordReader
  ) throws(WireError) -> Int? {
    try reader.optionalNumber(key.description)
  }

  package func write(_ key: StaticString, to writer: inout RecordWriter) {
    writer.write(key, self)
  }
}

/// A time or a duration.
extension Int64: FieldValue {
  package static func read(
    _ key: StaticString,
    from reader: RecordReader
  ) throws(WireError) -> Int64? {
    try reader.optionalTime(key.description)
  }

  package func write(_ key: StaticString, to writer: inout RecordWriter) {
    writer.write(key, self)
  }
}

extension String: FieldValue {
  package static func read(
    _ key: StaticString,
    from reader: RecordReader
  ) throws(WireError) -> String? {
    try reader.optionalString(key.description)
  }

  package func write(_ key: StaticString, to writer: inout RecordWriter) {
    writer.write(key, self)
  }
}

/// A field that is absent if it is false.
extension Bool: FieldValue {
  package static func read(
    _ key: StaticString,
    from reader: RecordReader
  ) throws(WireError) -> Bool? {
    try reader.optionalBool(key.description)
  }

  package func write(_ key: StaticString, to writer: inout RecordWriter) {
    writer.write(key, self)
  }
}

/// A user's value, which may be null.
extension Tree: FieldValue {
  package static func read(_ key: StaticString, from reader: RecordReader) -> Tree? {
    reader.object[key.description]
  }

  package func write(_ key: StaticString, to writer: inout RecordWriter) {
    writer.write(key, self)
  }
}

extension TreePath: FieldValue {
  package static func read(
    _ key: StaticString,
    from reader: RecordReader
  ) throws(WireError) -> TreePath? {
    try reader.optionalPath(key.description)
  }

  package func write(_ key: StaticString, to writer: inout RecordWriter) {
    writer.writeArray(key, steps) { $0.write($1) }
  }
}

/// A list of parts.
extension Array: FieldValue where Element: FieldedRecord {
  package static func read(
    _ key: StaticString,
    from reader: RecordReader
  ) throws(WireError) -> [Element]? {
    let key = key.description
    guard let elements = try reader.optionalArray(key) else { return nil }
    var parts: [Element] = []
    parts.reserveCapacity(elements.count)
    for (index, element) in elements.enumerated() {
      guard case .object(let object) = element else {
        throw reader.fault(key, "an array of objects")
      }
      let place = RecordPlace.element(index, of: .member(key, of: reader.place))
      parts.append(try Element(from: RecordReader(place: place, object: object)))
    }
    return parts
  }

  package func write(_ key: StaticString, to writer: inout RecordWriter) {
    writer.writeObjects(key, self) { $1.writeFields(to: &$0) }
  }
}
