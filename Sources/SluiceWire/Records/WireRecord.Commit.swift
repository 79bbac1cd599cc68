package import SluiceTree

extension WireRecord {
  /// An action that was reduced into a new state; or several, of which only the last is sent.
  package struct Commit: WireRecordContent {
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
      self.changes = changes
      self.omittedChanges = omittedChanges
      self.changesAreUnknown = changesAreUnknown
      self.count = count
      self.reply = reply
      self.note = note
    }

    init(from reader: RecordReader) throws(WireError) {
      number = try reader.number("number")
      time = try reader.time("time")
      action = try Action(from: reader.nested("action"))
      origin =
        if let inner = try reader.optionalNested("origin") { try Origin(from: inner) } else { nil }
      cause =
        if let inner = try reader.optionalNested("cause") { try Cause(from: inner) } else { nil }
      reducing = try reader.optionalTime("reducing")
      changes = try reader.changes("changes")
      omittedChanges = try reader.optionalNumber("omittedChanges") ?? 0
      changesAreUnknown = try reader.optionalBool("changesUnknown") ?? false
      count = try reader.optionalNumber("count") ?? 1
      reply = try reader.optionalNumber("reply")
      note = try reader.optionalString("note")
    }

    func write(to writer: inout RecordWriter) {
      writer.write("number", number)
      writer.write("time", time)
      if count != 1 { writer.write("count", count) }
      writer.write(ifPresent: reply, "reply")
      writer.write(ifPresent: note, "note")
      action.write(to: &writer)
      origin?.write(to: &writer)
      cause?.write(to: &writer)
      writer.write(ifPresent: reducing, "reducing")
      if changesAreUnknown { writer.write("changesUnknown", true) }
      if omittedChanges != 0 { writer.write("omittedChanges", omittedChanges) }
      if !changes.isEmpty { writer.write(changes) }
    }
  }
}
