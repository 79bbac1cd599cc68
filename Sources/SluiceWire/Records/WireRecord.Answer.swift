package import SluiceTree

extension WireRecord {
  /// What a hub holds of the past says to a ``Question``.
  package struct Answer: WireRecordContent {
    /// The question that it answers.
    package var reply: Int
    /// What the log calls the program.
    package var app: String
    /// Whether the program has ended.
    package var hasEnded: Bool
    /// Objects as the same command prints with `--json`, or lines of text.
    package var lines: [Tree]

    package init(reply: Int, app: String, hasEnded: Bool = false, lines: [Tree]) {
      self.reply = reply
      self.app = app
      self.hasEnded = hasEnded
      self.lines = lines
    }

    init(from reader: RecordReader) throws(WireError) {
      reply = try reader.number("reply")
      app = try reader.string("app")
      hasEnded = try reader.optionalBool("ended") ?? false
      lines = Array(try reader.optionalArray("lines") ?? [])
    }

    func write(to writer: inout RecordWriter) {
      writer.write("reply", reply)
      writer.write("app", app)
      if hasEnded { writer.write("ended", true) }
      writer.write("lines", .array(lines))
    }
  }
}
