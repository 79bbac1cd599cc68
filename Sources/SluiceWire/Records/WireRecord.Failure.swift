extension WireRecord {
  /// A fault in the other side's record, or the refusal of a command.
  package struct Failure: WireRecordContent {
    static let type = "error"

    /// What is wrong, with which value, and what to do.
    package var message: String
    /// The refused request.
    package var reply: Int?

    package init(message: String, reply: Int? = nil) {
      self.message = message
      self.reply = reply
    }

    init(from reader: RecordReader) throws(WireError) {
      message = try reader.string("message")
      reply = try reader.optionalNumber("reply")
    }

    func write(to writer: inout RecordWriter) {
      writer.write(ifPresent: reply, "reply")
      writer.write("message", message)
    }
  }
}
