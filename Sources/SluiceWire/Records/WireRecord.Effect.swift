extension WireRecord {
  /// An event of an effect's run.
  package struct Effect: WireRecordContent {
    static let type = "effect"

    package enum Event: String, Sendable, CaseIterable {
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

    init(from reader: RecordReader) throws(WireError) {
      event = try reader.choice("event", of: Event.self)
      effect = try reader.string("effect")
      element = try reader.optionalString("element")
      run = try reader.number("run")
      commit = try reader.optionalNumber("commit")
      time = try reader.time("time")
      duration = try reader.optionalTime("duration")
      error = try reader.optionalString("error")
      attempt = try reader.optionalNumber("attempt")
      wait = try reader.optionalTime("wait")
      isAnswered = try reader.optionalBool("answered") ?? false
    }

    func write(to writer: inout RecordWriter) {
      writer.write("event", event.rawValue)
      writer.write("effect", effect)
      writer.write(ifPresent: element, "element")
      writer.write("run", run)
      writer.write(ifPresent: commit, "commit")
      writer.write("time", time)
      writer.write(ifPresent: duration, "duration")
      writer.write(ifPresent: error, "error")
      writer.write(ifPresent: attempt, "attempt")
      writer.write(ifPresent: wait, "wait")
      if isAnswered { writer.write("answered", true) }
    }
  }
}
