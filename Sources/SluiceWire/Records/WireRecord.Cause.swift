import SluiceTree

extension WireRecord {
  /// The cause of an action: an earlier commit, and the effect that it started, if any.
  package struct Cause: Hashable, Sendable {
    package var commit: Int
    /// The effect's name.
    package var effect: String?
    /// The effect's run, as in the `effect` records.
    package var run: Int?

    package init(commit: Int, effect: String? = nil, run: Int? = nil) {
      self.commit = commit
      self.effect = effect
      self.run = run
    }

    init(from reader: RecordReader) throws(WireError) {
      commit = try reader.number("commit")
      effect = try reader.optionalString("effect")
      run = try reader.optionalNumber("run")
    }

    func write(to writer: inout RecordWriter) {
      writer.writeObject("cause", first: "commit", .integer(Int64(commit))) { writer in
        writer.write(ifPresent: effect, "effect")
        writer.write(ifPresent: run, "run")
      }
    }
  }
}
