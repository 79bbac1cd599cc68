/// The delay before the next attempt to connect: 10 ms, then increasing to half a second.
///
/// The upper bound gives a restarted hub a fresh state within a second.
struct ReconnectDelay {
  private var duration = Duration.milliseconds(10)

  /// - Parameter wasRefused: Whether the other side refused this program, which won't change soon.
  mutating func next(wasRefused: Bool = false) -> Duration {
    if wasRefused { return .seconds(10) }
    defer { duration = min(duration * 2, .milliseconds(500)) }
    return duration
  }
}
