extension WireRecord {
  /// An event of an effect's run.
  package struct Effect: FieldedRecord {
    package enum Event: String, Sendable, CaseIterable, FieldValue {
      case started
      case ended
      case cancelled
      case failed
      /// An attempt failed, and the run tries again.
      case retrying
    }

    package var event: Event
    /// The effect's name.
    package var effect: String
    /// The ids of the elements for which it runs, as they stand behind the name: `[4]`.
    package var element: String?
    package var run: Int
    /// The commit that started it; `nil` if none did.
    package var commit: Int?
    /// Microseconds since the beginning of 1970, UTC, by the program's clock.
    package var time: Int64
    /// Nanoseconds since the run started.
    package var duration: Int64?
    /// What a failed run or attempt threw, as text.
    package var error: String?
    /// The number of the attempt that failed.
    package var attempt: Int?
    /// Nanoseconds until the next attempt.
    package var wait: Int64?
    /// Whether the run ended because what it sent made it unnecessary.
    package var isAnswered: Bool

    package init(
      event: Event,
      effect: String,
      element: String? = nil,
      run: Int,
      commit: Int?,
      time: Int64,
      duration: Int64? = nil,
      error: String? = nil,
      attempt: Int? = nil,
      wait: Int64? = nil,
      isAnswered: Bool = false
    ) {
      self.event = event
      self.effect = effect
      self.element = element
      self.run = run
      self.commit = commit
      self.time = time
      self.duration = duration
      self.error = error
      self.attempt = attempt
      self.wait = wait
      self.isAnswered = isAnswered
    }

    static var blank: Self {
      Self(event: .started, effect: "", run: 0, commit: nil, time: 0)
    }

    mutating func code<Coder: FieldCoder>(with coder: inout Coder) throws(Coder.Failure) {
      try coder.field("event", &event)
      try coder.field("effect", &effect)
      try coder.field("element", &element)
      try coder.field("run", &run)
      try coder.field("commit", &commit)
      try coder.field("time", &time)
      try coder.field("duration", &duration)
      try coder.field("error", &error)
      try coder.field("attempt", &attempt)
      try coder.field("wait", &wait)
      try coder.field("answered", &isAnswered, absentIf: false)
    }
  }
}
