import Sluice
import SluiceSocket

/// Converts instants of this process to the time of day, from one reading of both clocks.
///
/// Time never runs backwards in the stream, even if the system's clock is set.
struct WallClock: Sendable {
  private let start: Int64

  init(_ clock: World.Clock = World.Clock()) {
    start = clock.microsecondsSince1970() - CommitFacts.now.nanoseconds / 1_000
  }

  /// Returns the microseconds since the beginning of 1970.
  func time(at moment: Duration) -> Int64 {
    start + moment.nanoseconds / 1_000
  }
}

extension Duration {
  /// Whole nanoseconds, of which 64 bits hold 292 years.
  var nanoseconds: Int64 {
    let (seconds, attoseconds) = components
    return seconds &* 1_000_000_000 &+ attoseconds / 1_000_000_000
  }
}
