/// The pause before the next attempt to connect: 10 ms, then increasing to half a second.
///
/// The upper bound gives a restarted hub a fresh state within a second.
struct ReconnectPause {
  private var next = Duration.milliseconds(10)

  /// - Parameter wasRefused: Whether the other side refused this program, which won't change soon.
  mutating func take(wasRefused: Bool = false) -> Duration {
    if wasRefused { return .seconds(10) }
    defer { next = min(next * 2, .milliseconds(500)) }
    return next
  }
}
