extension WireRecord {
  /// A problem in the use of a store that the store reported.
  ///
  /// Sent again when it was reported again, with the same number: the newest takes the place of those before.
  package struct Diagnostic: FieldedRecord {
    /// 1, 2, 3, … for each that a program's connection shows.
    package var number: Int
    /// The kind, as `registered-twice`.
    package var id: String
    /// When it was reported last: microseconds since the beginning of 1970, UTC, by the program's clock.
    package var time: Int64
    /// How often it was reported.
    package var count: Int
    /// The last commit that was delivered by then.
    package var commit: Int?
    /// The name of the effect that it is about.
    package var effect: String?
    /// The run of that effect.
    package var run: Int?
    /// The source position that it is about, as `Shop/Cart.swift:12`.
    package var position: String?
    /// What happened.
    package var cause: String
    /// What to do about it; empty if there is nothing.
    package var cure: String

    package init(
      number: Int,
      id: String,
      time: Int64,
      count: Int = 1,
      commit: Int? = nil,
      effect: String? = nil,
      run: Int? = nil,
      position: String? = nil,
      cause: String,
      cure: String = ""
    ) {
      self.number = number
      self.id = id
      self.time = time
      self.count = count
      self.commit = commit
      self.effect = effect
      self.run = run
      self.position = position
      self.cause = cause
      self.cure = cure
    }

    static var blank: Self { Self(number: 0, id: "", time: 0, cause: "") }

    mutating func code<Coder: FieldCoder>(with coder: inout Coder) throws(Coder.Failure) {
      try coder.field("number", &number)
      try coder.field("id", &id)
      try coder.field("time", &time)
      try coder.field("count", &count, absentIf: 1)
      try coder.field("commit", &commit)
      try coder.field("effect", &effect)
      try coder.field("run", &run)
      try coder.field("position", &position)
      try coder.field("cause", &cause)
      try coder.field("cure", &cure, absentIf: "")
    }
  }
}
