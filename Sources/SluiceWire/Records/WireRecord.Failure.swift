extension WireRecord {
  /// A fault in the other side's record, or the refusal of a command.
  package struct Failure: WireRecordContent {
    static let type = "error"

    /// What is wrong, with which value, and what to do.
    package var message: String
    /// The refused request.
    package var reply: Int?
    /// For a question without an answer: the exit code of the command that asks the same of a file.
    package var code: Int?

    package init(message: String, reply: Int? = nil, code: Int? = nil) {
      self.message = message
      self.reply = reply
      self.code = code
    }

    init(from reader: RecordReader) throws(WireError) {
      message = try reader.string("message")
      reply = try reader.optionalNumber("reply")
      code = try reader.optionalNumber("code")
    }

    func write(to writer: inout RecordWriter) {
      writer.write(ifPresent: reply, "reply")
      writer.write(ifPresent: code, "code")
      writer.write("message", message)
    }
  }
}
