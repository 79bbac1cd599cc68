/// When to show that time goes by.
///
/// Ticks each second from the first commit on, however many follow it, until nothing moves any more.
struct TickTimer {
  private static let interval = Duration.seconds(1)

  /// When the next tick is due; `nil` if there is none.
  private(set) var next: ContinuousClock.Instant?

  /// Begins to tick; without effect if it ticks already.
  mutating func start(at now: ContinuousClock.Instant) { next = next ?? now + Self.interval }

  /// Returns whether a tick is due, after which the next one is a second later.
  mutating func take(at now: ContinuousClock.Instant) -> Bool {
    guard let due = next, now >= due else { return false }
    // Not many at once after a suspension.
    next = (due + Self.interval > now ? due : now) + Self.interval
    return true
  }

  /// Ticks no longer.
  mutating func stop() { next = nil }
}
