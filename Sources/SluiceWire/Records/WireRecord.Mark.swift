import SluiceTree

extension WireRecord {
  /// A place from which a recording can be read: behind it come the `hello` and the whole state of
  /// each store.
  package struct Mark: FieldedRecord {
    /// A store that is connected.
    package struct Store: FieldedRecord {
      package var instance: String
      /// The commit that made its state; `nil` while the state is unknown, and doesn't follow.
      package var number: Int?

      package init(instance: String, number: Int?) {
        self.instance = instance
        self.number = number
      }

      static var blank: Self { Self(instance: "", number: nil) }

      mutating func code<Coder: FieldCoder>(with coder: inout Coder) throws(Coder.Failure) {
        try coder.field("instance", &instance)
        try coder.field("number", &number)
      }
    }

    /// How many files of a bounded recording were begun up to this one, which begins with the mark; `nil` for any
    /// other mark.
    package var turn: Int?
    /// Where the mark before begins, in bytes; 0 for the beginning of the recording.
    package var previous: Int
    /// The number of lines in front of it.
    package var line: Int
    /// The number of `hello` in front of it, without those of marks.
    package var programs: Int
    /// In the order in which they follow.
    package var stores: [Store]

    package init(turn: Int? = nil, previous: Int, line: Int, programs: Int, stores: [Store]) {
      self.turn = turn
      self.previous = previous
      self.line = line
      self.programs = programs
      self.stores = stores
    }

    static var blank: Self { Self(previous: 0, line: 0, programs: 0, stores: []) }

    mutating func code<Coder: FieldCoder>(with coder: inout Coder) throws(Coder.Failure) {
      // First, so that it is found without reading the rest.
      try coder.field("turn", &turn)
      try coder.field("previous", &previous)
      try coder.field("line", &line)
      try coder.field("programs", &programs)
      try coder.field("stores", &stores)
    }
  }
}
