/// When to say that an answer takes long.
struct DelayTimer {
  /// The time after which people notice that they wait.
  static let noticed = Duration.milliseconds(100)

  private var awaited: ScreenState.Awaited?
  /// When somebody notices; `nil` if nobody waits.
  private(set) var next: ContinuousClock.Instant?

  /// Returns what somebody has waited for so long that they notice, once; `nil` if there is nothing.
  ///
  /// - Parameter awaited: What somebody waits for now.
  mutating func take(_ awaited: ScreenState.Awaited?, at now: ContinuousClock.Instant)
    -> ScreenState.Awaited?
  {
    if awaited != self.awaited {
      self.awaited = awaited
      next = awaited.map { _ in now + Self.noticed }
    }
    guard let due = next, now >= due else { return nil }
    next = nil
    return awaited
  }
}
