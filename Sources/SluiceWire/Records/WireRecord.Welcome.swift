extension WireRecord {
  /// The hub's answer to `hello`: it narrows what the program may send, which waits for nothing.
  package struct Welcome: FieldedRecord {
    package var version: WireVersion
    /// Bytes of the longest record that the hub reads.
    package var longestRecord: Int

    package init(
      version: WireVersion = .one,
      longestRecord: Int = LineLimit.standardRecord.bytes
    ) {
      self.version = version
      self.longestRecord = longestRecord
    }

    static var blank: Self { Self() }

    mutating func code<Coder: FieldCoder>(with coder: inout Coder) throws(Coder.Failure) {
      try coder.field("version", &version)
      try coder.field("longestRecord", &longestRecord)
    }
  }
}

extension WireVersion: FieldValue {
  static func read(_ key: String, from reader: RecordReader) throws(WireError) -> Self? {
    try reader.integer(key, in: 1...Int64(WireNumber.maximum)).map { Self(Int($0)) }
  }

  func write(to writer: inout RecordWriter) { number.write(to: &writer) }
}
