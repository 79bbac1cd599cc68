extension WireRecord {
  /// Asks a program to send commits again, after a `state`.
  package struct Resume: WireRecordContent {
    static let type = "resume"

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
