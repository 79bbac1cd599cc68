package import SluiceTree

extension WireRecord {
  /// An action that was reduced into a new state; or several, of which only the last is sent.
  ///
  /// To add a field, add it here: the property, and its line in ``code(with:)``. Then what `show` says of it to people,
  /// the page “The wire” and a golden line.
  package struct Commit: FieldedRecord {
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

    static var blank: Self { Self(number: 0, time: 0, action: .blank) }

    mutating func code<Coder: FieldCoder>(with coder: inout Coder) throws(Coder.Failure) {
      try coder.field("number", &number)
      try coder.field("time", &time)
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
      try coder.field("changes", &changes, absentIf: [])
    }
  }
}
