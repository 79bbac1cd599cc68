extension WireRecord {
  /// Asks a program to send no commits until `resume`; what it misses is `dropped`.
  package struct Pause: WireRecordContent {
    static let type = "pause"

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
