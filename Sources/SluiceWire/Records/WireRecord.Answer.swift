package import SluiceTree

extension WireRecord {
  /// What a hub holds of the past says to a ``Question``.
  package struct Answer: FieldedRecord {
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

    static var blank: Self { Self(reply: 0, app: "", lines: []) }

    mutating func code<Coder: FieldCoder>(with coder: inout Coder) throws(Coder.Failure) {
      try coder.field("reply", &reply)
      try coder.field("app", &app)
      try coder.field("ended", &hasEnded, absentIf: false)
      try coder.field("lines", &lines, ifAbsent: [])
    }
  }
}
