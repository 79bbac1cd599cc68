extension WireRecord {
  /// Asks a program to dispatch an action; the commit that comes of it replies.
  package struct Dispatch: WireRecordContent {
    static let type = "dispatch"

    /// The asker's number for this, for replies.
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
      action.write(to: &writer)
    }
  }
}
