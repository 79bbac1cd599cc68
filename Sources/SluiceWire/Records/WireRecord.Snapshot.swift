extension WireRecord {
  /// Asks a program for its whole state; a `state` replies.
  package struct Snapshot: WireRecordContent {
    static let type = "snapshot"

    /// The asker's number for this, for replies.
    package var request: Int

    package init(request: Int) {
      self.request = request
    }

    init(from reader: RecordReader) throws(WireError) {
      request = try reader.number("request")
    }

    func write(to writer: inout RecordWriter) {
      writer.write("request", request)
    }
  }
}
