package import SluiceTree

extension WireRecord {
  /// The whole state: after `hello`, after a gap, and in reply to a command.
  package struct State: WireRecordContent {
    static let type = "state"

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

    init(from reader: RecordReader) throws(WireError) {
      number = try reader.number("number")
      state = try reader.tree("state")
      note = try reader.optionalString("note")
      reply = try reader.optionalNumber("reply")
    }

    func write(to writer: inout RecordWriter) {
      writer.write("number", number)
      writer.write(ifPresent: reply, "reply")
      writer.write(ifPresent: note, "note")
      writer.write("state", state)
    }
  }
}
