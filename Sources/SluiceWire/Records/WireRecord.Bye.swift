extension WireRecord {
  /// The orderly end of a program's stream.
  package struct Bye: WireRecordContent {
    static let type = "bye"

    /// For people.
    package var reason: String?

    package init(reason: String? = nil) {
      self.reason = reason
    }

    init(from reader: RecordReader) throws(WireError) {
      reason = try reader.optionalString("reason")
    }

    func write(to writer: inout RecordWriter) {
      writer.write(ifPresent: reason, "reason")
    }
  }
}
