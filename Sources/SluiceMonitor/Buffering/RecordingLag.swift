/// By how much a recording is behind its program: what a kill would lose.
///
/// Estimated from the states that wait and the time that each takes, and from the age of the oldest event
/// that isn't written.
struct RecordingLag {
  /// The longest time that is allowed.
  let maximum: Duration
  /// How long the states that are taken at once may take.
  private static let batchTime = Duration.milliseconds(1)

  /// About how long it takes to encode and write a state; `nil` until measured.
  private var stateTime: Duration?
  /// When the oldest event was made that was taken and not released.
  private var takenSince: Duration?

  init(maximum: Duration) { self.maximum = maximum }

  /// Returns whether a kill would lose too much.
  ///
  /// - Parameters:
  ///   - states: The number of states that aren't written.
  ///   - oldest: When the first event was made that isn't taken.
  ///   - now: The present; `nil` if it isn't known.
  ///   - isWaiting: Whether somebody waits already, and does until there is more room.
  func isTooLong(
    _ states: Int,
    since oldest: Duration?,
    at now: Duration?,
    _ isWaiting: Bool
  ) -> Bool {
    if states == 0 { return false }
    if let stateTime, states > 2, stateTime * states * (isWaiting ? 4 : 2) > maximum { return true }
    guard let now, let oldest = takenSince ?? oldest else { return false }
    return now - oldest > maximum
  }

  /// Returns how many states to take at once, of a usual number.
  func batch(of usual: Int) -> Int {
    guard let stateTime, stateTime > .zero else { return usual }
    return min(usual, Int(Self.batchTime / stateTime))
  }

  /// Notes that an event was taken, and when it was made.
  mutating func take(_ time: Duration?) { takenSince = takenSince ?? time }

  /// Notes that what was taken is written, or waits elsewhere.
  ///
  /// - Parameters:
  ///   - states: The number of states among it.
  ///   - spent: How long it took to encode and write it; `nil` if it wasn't written.
  mutating func release(_ states: Int = 0, after spent: Duration? = nil) {
    takenSince = nil
    guard let spent, states > 0 else { return }
    let time = spent / states
    stateTime = stateTime.map { ($0 * 3 + time) / 4 } ?? time
  }
}
