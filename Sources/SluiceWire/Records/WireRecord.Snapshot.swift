extension WireRecord {
  /// Requests a program's whole state; answered by a `state`.
  package struct Snapshot: WireRecordContent {
    static let type = "snapshot"

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
