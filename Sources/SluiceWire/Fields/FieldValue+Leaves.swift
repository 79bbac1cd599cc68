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

  package init(compact source: inout some CompactSource) { self = Int(source.signed()) }

  package func write(compactTo sink: inout some CompactSink) { sink.write(signed: Int64(self)) }
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

  package init(compact source: inout some CompactSource) { self = source.signed() }

  package func write(compactTo sink: inout some CompactSink) { sink.write(signed: self) }
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

  package init(compact source: inout some CompactSource) { self = source.text() }

  package func write(compactTo sink: inout some CompactSink) { sink.write(self) }
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

  package init(compact source: inout some CompactSource) { self = true }

  package func write(compactTo sink: inout some CompactSink) {}
}

/// A user's value, which may be null.
extension Tree: FieldValue {
  package static func read(_ key: StaticString, from reader: RecordReader) -> Tree? {
    reader.object[key.description]
  }

  package func write(_ key: StaticString, to writer: inout RecordWriter) {
    writer.write(key, self)
  }

  package init(compact source: inout some CompactSource) { self = source.tree() }

  package func write(compactTo sink: inout some CompactSink) { sink.write(self) }
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

  package init(compact source: inout some CompactSource) {
    self.init(
      (0..<source.number()).map { _ in
        let index = source.signed()
        return index < 0 ? .key(source.text()) : .index(Int(index))
      }
    )
  }

  package func write(compactTo sink: inout some CompactSink) {
    sink.write(UInt64(steps.count))
    for step in steps {
      switch step {
      case .index(let index): sink.write(signed: Int64(index))
      case .key(let key):
        sink.write(signed: -1)
        sink.write(key)
      }
    }
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

  package init(compact source: inout some CompactSource) {
    self = (0..<source.number()).map { _ in Element(compact: &source) }
  }

  package func write(compactTo sink: inout some CompactSink) {
    sink.write(UInt64(count))
    for element in self { element.write(compactTo: &sink) }
  }
}
