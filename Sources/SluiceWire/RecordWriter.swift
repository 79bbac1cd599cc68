import SluiceTree

/// Writes one record as a line: keys in the order in which they are written.
package struct RecordWriter {
  private(set) var json: JSONWriter<ByteBuffer>
  /// Whether the next key is the first one of an object.
  private var isFirst = false

  /// Begins a record after the buffer's content.
  ///
  /// - Parameter buffer: Given away, so that it has one owner and grows in place.
  init(type: String, into buffer: consuming [UInt8]) {
    json = JSONWriter(to: ByteBuffer(bytes: consume buffer))
    json.open("{")
    json.write(ascii: "\"type\":")
    json.write(type)
  }

  /// Ends the record, and returns the buffer with the line.
  mutating func takeLine() -> [UInt8] {
    json.close("}")
    json.sink.append(UInt8(ascii: "\n"))
    var line: [UInt8] = []
    swap(&line, &json.sink.bytes)
    return line
  }

  mutating func write(_ key: StaticString, _ value: Tree) {
    write(key: key)
    json.write(value)
  }

  mutating func write(_ key: StaticString, _ value: String) {
    write(key: key)
    json.write(value)
  }

  mutating func write(_ key: StaticString, _ value: Bool) {
    write(key: key)
    json.write(.bool(value))
  }

  mutating func write(_ key: StaticString, _ value: some FixedWidthInteger) {
    write(key: key)
    json.write(Int64(clamping: value))
  }

  mutating func write(_ key: StaticString, _ values: [String]) {
    writeArray(key, values) { json, value in json.write(value) }
  }

  mutating func write(ifPresent value: String?, _ key: StaticString) {
    if let value { write(key, value) }
  }

  mutating func write(ifPresent value: (some FixedWidthInteger)?, _ key: StaticString) {
    if let value { write(key, value) }
  }

  mutating func writeArray<Element>(
    _ key: StaticString,
    _ values: [Element],
    _ write: (inout JSONWriter<ByteBuffer>, Element) -> Void
  ) {
    self.write(key: key)
    json.open("[")
    for index in values.indices {
      if index > 0 { json.sink.append(UInt8(ascii: ",")) }
      write(&json, values[index])
    }
    json.close("]")
  }

  /// Writes an object of our own.
  mutating func writeObject(_ key: StaticString, _ fields: (inout RecordWriter) -> Void) {
    write(key: key)
    writeObject(fields)
  }

  /// Writes an array of objects of our own.
  mutating func writeObjects<Element>(
    _ key: StaticString,
    _ values: [Element],
    _ fields: (inout RecordWriter, Element) -> Void
  ) {
    write(key: key)
    json.open("[")
    for index in values.indices {
      if index > 0 { json.sink.append(UInt8(ascii: ",")) }
      writeObject { fields(&$0, values[index]) }
    }
    json.close("]")
  }

  private mutating func writeObject(_ fields: (inout RecordWriter) -> Void) {
    json.open("{")
    isFirst = true
    fields(&self)
    isFirst = false
    json.close("}")
  }

  private mutating func write(key: StaticString) {
    if !isFirst { return json.write(key: key) }
    isFirst = false
    json.write(ascii: "\"")
    json.write(ascii: key)
    json.write(ascii: "\":")
  }
}
