extension WireRecord {
  /// A problem in the use of a store that the store reported.
  ///
  /// Sent again when it was reported again, with the same number: the newest takes the place of those before.
  package struct Diagnostic: WireRecordContent {
    static let type = "diagnostic"

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

    init(from reader: RecordReader) throws(WireError) {
      number = try reader.number("number")
      id = try reader.string("id")
      time = try reader.time("time")
      count = try reader.optionalNumber("count") ?? 1
      commit = try reader.optionalNumber("commit")
      effect = try reader.optionalString("effect")
      run = try reader.optionalNumber("run")
      position = try reader.optionalString("position")
      cause = try reader.string("cause")
      cure = try reader.optionalString("cure") ?? ""
    }

    func write(to writer: inout RecordWriter) {
      writer.write("number", number)
      writer.write("id", id)
      writer.write("time", time)
      if count != 1 { writer.write("count", count) }
      writer.write(ifPresent: commit, "commit")
      writer.write(ifPresent: effect, "effect")
      writer.write(ifPresent: run, "run")
      writer.write(ifPresent: position, "position")
      writer.write("cause", cause)
      if !cure.isEmpty { writer.write("cure", cure) }
    }
  }
}
