extension WireRecord {
  /// Requests that a program send no commits until `resume`; those in between are `dropped`.
  package struct Pause: WireRecordContent {
    static let type = "pause"

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
