import SluiceTree

/// Writes one record as a line: keys in the order in which they are written.
struct RecordWriter {
  var json: JSONWriter<ByteBuffer>
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

  mutating func write(_ key: StaticString, _ value: some FieldValue) {
    write(key: key)
    value.write(to: &self)
  }

  /// Writes an object of our own.
  mutating func writeObject(_ fields: (inout RecordWriter) -> Void) {
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
