extension WireRecord {
  /// The hub's answer to `hello`: it narrows what the program may send, which waits for nothing.
  package struct Welcome: WireRecordContent {
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

    init(from reader: RecordReader) throws(WireError) {
      version = WireVersion(try reader.number("version", in: 1...WireNumber.maximum))
      longestRecord = try reader.number("longestRecord")
    }

    func write(to writer: inout RecordWriter) {
      writer.write("version", version.number)
      writer.write("longestRecord", longestRecord)
    }
  }
}
