package import SluiceTree

extension WireRecord {
  /// The whole state: after `hello`, after a gap, and in reply to a command.
  package struct State: FieldedRecord {
    /// The commit that made it, 0 for the initial state.
    package var number: Int
    package var state: Tree
    /// For people: what was cut, and why.
    package var note: String?
    /// The request that it answers.
    package var reply: Int?

    package init(number: Int, state: Tree, note: String? = nil, reply: Int? = nil) {
      self.number = number
      self.state = state
      self.note = note
      self.reply = reply
    }

    static var blank: Self { Self(number: 0, state: .null) }

    mutating func code<Coder: FieldCoder>(with coder: inout Coder) throws(Coder.Failure) {
      try coder.field("number", &number)
      try coder.field("reply", &reply)
      try coder.field("note", &note)
      try coder.field("state", &state)
    }
  }
}
