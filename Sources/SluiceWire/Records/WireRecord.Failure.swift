extension WireRecord {
  /// A fault in the other side's record, or the refusal of a command.
  package struct Failure: FieldedRecord {
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

    static var blank: Self { Self(message: "") }

    mutating func code<Coder: FieldCoder>(with coder: inout Coder) throws(Coder.Failure) {
      try coder.field("reply", &reply)
      try coder.field("code", &code)
      try coder.field("message", &message)
    }
  }
}
