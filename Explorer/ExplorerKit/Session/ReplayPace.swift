/// Determines when recorded events are due.
struct ReplayPace: Hashable, Sendable {
  /// The maximum pause; longer ones are shortened to it.
  static let longestPause = Duration.seconds(5)

  /// The factor by which to be faster than the recording; `nil` for no pauses at all.
  let speed: Double?
  private var last: (time: Int64, due: ContinuousClock.Instant)?

  init(speed: Double?) {
    self.speed = speed
  }

  /// Returns when an event is due; immediately if its time precedes the last one.
  ///
  /// - Parameter time: In microseconds since 1970.
  mutating func due(
    at time: Int64,
    now: ContinuousClock.Instant
  ) -> ContinuousClock.Instant {
    guard let speed else { return now }
    guard let last else {
      self.last = (time, now)
      return now
    }
    let pause = max(Double(time) - Double(last.time), 0) / 1_000_000 / speed
    let longest = Double(Self.longestPause.components.seconds)
    // Counted from when the one before was due, so that delays do not add up; but what is late by
    // more than a pause is not made up for.
    let due = max(last.due + .seconds(min(pause, longest)), now - Self.longestPause)
    self.last = (max(time, last.time), due)
    return due
  }

  static func == (left: ReplayPace, right: ReplayPace) -> Bool {
    left.speed == right.speed && left.last?.time == right.last?.time
  }

  func hash(into hasher: inout Hasher) {
    hasher.combine(speed)
  }
}
