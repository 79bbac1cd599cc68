extension WireRecord {
  /// Requests a dispatch of an action; answered by the resulting commit.
  package struct Dispatch: WireRecordContent {
    static let type = "dispatch"

    /// The sender's number for this command, for the reply.
    package var request: Int
    package var action: Action

    package init(request: Int, action: Action) {
      self.request = request
      self.action = action
    }

    init(from reader: RecordReader) throws(WireError) {
      request = try reader.number("request")
      action = try Action(from: reader.nested("action"))
    }

    func write(to writer: inout RecordWriter) {
      writer.write("request", request)
      action.write("action", to: &writer)
    }
  }
}
