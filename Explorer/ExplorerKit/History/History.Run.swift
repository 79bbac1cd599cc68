package import SluiceWire

extension History {
  /// A run of an effect, from its start to its end.
  package struct Run: Hashable, Sendable {
    package let effect: String
    /// The ids of the elements for which it runs, as they stand behind the name: `[4]`.
    package let element: String?
    package let run: Int
    /// The commit that set it off; `nil` if none did.
    package let commit: Int?
    /// Microseconds since 1970; `nil` if the start was not seen.
    package var startTime: Int64?
    /// The number of the last commit when it started; `nil` if that was not seen.
    package var startedAfter: Int?
    /// The newest attempts that failed and were followed by another; of more than 64 at least 32.
    package private(set) var retries: [Retry] = []
    /// The number of all of them.
    package private(set) var retryCount = 0
    /// How it ended; `nil` while it is under way.
    package private(set) var end: WireRecord.Effect.Event?
    package private(set) var endTime: Int64?
    /// The number of the last commit when it ended.
    package private(set) var endedAfter: Int?
    /// Nanoseconds.
    package private(set) var duration: Int64?
    package private(set) var error: String?
    /// Whether it ended because what it sent made it unnecessary.
    package private(set) var isAnswered = false

    init(effect: String, element: String? = nil, run: Int, commit: Int?) {
      self.effect = effect
      self.element = element
      self.run = run
      self.commit = commit
    }

    /// An attempt that failed.
    package struct Retry: Hashable, Sendable {
      package let time: Int64
      package let attempt: Int?
      /// Nanoseconds since the run started.
      let duration: Int64?
      let wait: Int64?
      let error: String?

      /// The approximate memory size.
      var byteCount: Int { MemoryLayout<Self>.stride + (error?.utf8.count ?? 0) }

      init(_ event: WireRecord.Effect) {
        time = event.time
        attempt = event.attempt
        duration = event.duration
        wait = event.wait
        error = event.error
      }
    }

    /// Adds an attempt that failed.
    ///
    /// - Returns: Those that are too many.
    mutating func retry(_ retry: Retry) -> ArraySlice<Retry> {
      retries.append(retry)
      retryCount += 1
      guard retries.count > 64 else { return [] }
      defer { retries.removeFirst(32) }
      return retries[..<32]
    }

    /// Returns an attempt that failed, by its place among all; `nil` if it was removed.
    func retry(at place: Int) -> Retry? {
      let index = place - (retryCount - retries.count)
      return retries.indices.contains(index) ? retries[index] : nil
    }

    mutating func end(_ event: WireRecord.Effect, after number: Int) {
      end = event.event
      endTime = event.time
      endedAfter = number
      duration = event.duration
      error = event.error
      isAnswered = event.isAnswered
    }
  }

  /// Returns the runs that were under way at some time in a range of commits, in the order in which
  /// they started.
  package func runs(in range: ClosedRange<Int>) -> [Run] {
    runs.runs.filter { run in
      (run.startedAfter ?? .min) <= range.upperBound && (run.endedAfter ?? .max) >= range.lowerBound
    }
  }

  /// Returns a run by its number, which is one of its own in the store; the last one, if it repeats.
  package func run(_ number: Int) -> Run? {
    runs.run(number)
  }
}
