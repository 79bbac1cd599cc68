package import SluiceTree

extension WireRecord {
  /// An action that was reduced into a new state; or several, of which only the last is sent.
  ///
  /// To add a field, add it here: the property, its line in ``code(with:)``, and what ``facts`` says
  /// of it to people. Then the page “The wire” and a golden line.
  package struct Commit: WireRecordContent, FieldedRecord {
    static let type = "commit"

    package var number: Int
    /// Microseconds since the beginning of 1970, UTC, by the program's clock.
    ///
    /// An integer, as all numbers of records are.
    package var time: Int64
    package var action: Action
    package var origin: Origin?
    package var cause: Cause?
    /// Nanoseconds spent in reducers, where they were measured.
    package var reducing: Int64?
    /// The reducers that handled the action, in order; `nil` if they are unknown.
    package var reducers: [Reducer]?
    /// The changes from the state of the previous record to this one's.
    package var changes: [TreeChange]
    /// The number of changes that were left out because the record was too long; a `state` follows.
    package var omittedChanges: Int
    /// Whether it is unknown what changed.
    ///
    /// True for a commit from before the connection, and for the first one after a gap. A `state`
    /// follows.
    package var changesAreUnknown: Bool
    /// The number of commits that this stands for, whose numbers end with this one's.
    package var count: Int
    /// The `dispatch` or `restore` that led to it.
    package var reply: Int?
    /// For people: what was cut, and why.
    package var note: String?

    package init(
      number: Int,
      time: Int64,
      action: Action,
      origin: Origin? = nil,
      cause: Cause? = nil,
      reducing: Int64? = nil,
      reducers: [Reducer]? = nil,
      changes: [TreeChange] = [],
      omittedChanges: Int = 0,
      changesAreUnknown: Bool = false,
      count: Int = 1,
      reply: Int? = nil,
      note: String? = nil
    ) {
      self.number = number
      self.time = time
      self.action = action
      self.origin = origin
      self.cause = cause
      self.reducing = reducing
      self.reducers = reducers
      self.changes = changes
      self.omittedChanges = omittedChanges
      self.changesAreUnknown = changesAreUnknown
      self.count = count
      self.reply = reply
      self.note = note
    }

    package static var blank: Self { Self(number: 0, time: 0, action: .blank) }

    /// Codes the fields but for number, time and changes, which each form has in its own place.
    package mutating func code<Coder: FieldCoder>(with coder: inout Coder) throws(Coder.Failure) {
      try coder.field("count", &count, absentIf: 1)
      try coder.field("reply", &reply)
      try coder.field("note", &note)
      try coder.field("action", &action)
      try coder.field("origin", &origin)
      try coder.field("cause", &cause)
      try coder.field("reducing", &reducing)
      try coder.field("reducers", &reducers)
      try coder.field("changesUnknown", &changesAreUnknown, absentIf: false)
      try coder.field("omittedChanges", &omittedChanges, absentIf: 0)
    }

    /// What to say of it to people beside its action, its cause and its changes.
    package var facts: [Fact] {
      var facts: [Fact] = []
      if let origin {
        facts.append(.text("from", "\(origin.file):\(origin.line) in \(origin.function)"))
        if let info = origin.info { facts.append(.text("note", info)) }
      }
      facts.append(.time("time", time))
      if let reducing { facts.append(.duration("reduced in", reducing)) }
      if let reducersText { facts.append(.text("reduced by", reducersText)) }
      return facts
    }

    /// The facts as sentences, for forms that have keys of their own for origin, time and duration;
    /// `nil` if there are none.
    package var otherFacts: [String]? {
      let others = facts.compactMap { fact -> String? in
        guard case .text(let name, let text) = fact, !["from", "note"].contains(name) else {
          return nil
        }
        return "\(name) \(text)"
      }
      return others.isEmpty ? nil : others
    }

    /// A name, and what stands behind it.
    package enum Fact: Hashable, Sendable {
      case text(String, String)
      /// Microseconds since the beginning of 1970, UTC.
      case time(String, Int64)
      /// Nanoseconds.
      case duration(String, Int64)
    }

    init(from reader: RecordReader) throws(WireError) {
      self = .blank
      number = try reader.number("number")
      time = try reader.time("time")
      var coder = RecordFieldReader(reader: reader)
      try code(with: &coder)
      changes = try reader.changes("changes")
    }

    func write(to writer: inout RecordWriter) {
      writer.write("number", number)
      writer.write("time", time)
      writeFields(to: &writer)
      if !changes.isEmpty { writer.write(changes) }
    }
  }
}
