/// How long to wait before the next attempt to connect: 10 ms, then ever longer up to half a second.
///
/// The upper bound lets a hub that is started again have a fresh state within a second.
struct ReconnectPause {
  private var next = Duration.milliseconds(10)

  /// - Parameter wasRefused: Whether the other side does not take us, which will not change soon.
  mutating func take(wasRefused: Bool = false) -> Duration {
    if wasRefused { return .seconds(10) }
    defer { next = min(next * 2, .milliseconds(500)) }
    return next
  }
}
