extension WireRecord {
  /// The selectors and observers that ran for a commit, sent behind it by a program that measures them.
  ///
  /// Several of one commit add up: what is read between two commits follows later.
  package struct Reads: FieldedRecord {
    /// The number of the commit; 0 before the first.
    package var number: Int
    /// In the order of their first runs.
    package var reads: [Read]
    /// The number of runs that are in no entry.
    package var omitted: Int

    package init(number: Int, reads: [Read], omitted: Int = 0) {
      self.number = number
      self.reads = reads
      self.omitted = omitted
    }

    static var blank: Self { Self(number: 0, reads: []) }

    mutating func code<Coder: FieldCoder>(with coder: inout Coder) throws(Coder.Failure) {
      try coder.field("number", &number)
      try coder.field("reads", &reads)
      try coder.field("omitted", &omitted, absentIf: 0)
    }
  }

  /// The runs of one selector or observer, of `reads`.
  package struct Read: FieldedRecord {
    /// What ran: `selector`, or the kind of an observer.
    package var kind: String
    /// The name of the selector, or of that which is observed.
    package var name: String
    /// The source position, if known.
    package var position: String?
    package var runs: Int
    /// The runs that led to another value.
    package var changes: Int
    /// The runs to which only a new state led.
    package var forced: Int
    /// Nanoseconds that the runs took together.
    package var duration: Int64
    /// Whether it runs for each new state.
    package var readsWholeState: Bool

    package init(
      kind: String,
      name: String,
      position: String? = nil,
      runs: Int,
      changes: Int,
      forced: Int = 0,
      duration: Int64,
      readsWholeState: Bool = false
    ) {
      self.kind = kind
      self.name = name
      self.position = position
      self.runs = runs
      self.changes = changes
      self.forced = forced
      self.duration = duration
      self.readsWholeState = readsWholeState
    }

    static var blank: Self { Self(kind: "", name: "", runs: 0, changes: 0, duration: 0) }

    mutating func code<Coder: FieldCoder>(with coder: inout Coder) throws(Coder.Failure) {
      try coder.field("kind", &kind)
      try coder.field("name", &name)
      try coder.field("position", &position)
      try coder.field("runs", &runs)
      try coder.field("changes", &changes)
      try coder.field("forced", &forced, absentIf: 0)
      try coder.field("duration", &duration)
      try coder.field("wholeState", &readsWholeState, absentIf: false)
    }
  }
}
