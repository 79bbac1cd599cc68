extension WireRecord {
  /// Requests that a program send commits again, after a `state`.
  package struct Resume: WireRecordContent {
    static let type = "resume"

    /// The sender's number for this command, for the reply.
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
