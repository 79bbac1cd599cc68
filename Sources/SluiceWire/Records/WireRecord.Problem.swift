extension WireRecord {
  /// A fault that the hub reports to viewers, of a program or of an unidentified peer.
  package struct Problem: WireRecordContent {
    static let type = "problem"

    package var message: String

    package init(message: String) {
      self.message = message
    }

    init(from reader: RecordReader) throws(WireError) {
      message = try reader.string("message")
    }

    func write(to writer: inout RecordWriter) {
      writer.write("message", message)
    }
  }
}
