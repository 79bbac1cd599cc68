extension WireRecord {
  /// The cause of an action: an earlier commit, and the effect that it started, if any.
  package struct Cause: FieldedRecord {
    package var commit: Int
    /// The effect's name.
    package var effect: String?
    /// The ids of the elements for which it runs, as in the `effect` records.
    package var element: String?
    /// The effect's run, as in the `effect` records.
    package var run: Int?

    package init(commit: Int, effect: String? = nil, element: String? = nil, run: Int? = nil) {
      self.commit = commit
      self.effect = effect
      self.element = element
      self.run = run
    }

    /// Whether it is a feedback that began with the initial state.
    package var isInitialState: Bool { commit == 0 && effect != nil }

    static var blank: Self { Self(commit: 0) }

    mutating func code<Coder: FieldCoder>(with coder: inout Coder) throws(Coder.Failure) {
      try coder.field("commit", &commit)
      try coder.field("effect", &effect)
      try coder.field("element", &element)
      try coder.field("run", &run)
    }
  }
}
