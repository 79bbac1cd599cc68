/// Counts calls in a row that took longer than a millisecond.
///
/// A single one proves nothing: any thread may be suspended for that long.
struct SlowStreak: Sendable {
  private static let limit: UInt64 = 1_000_000
  private static let length: UInt8 = 3

  private var count: UInt8 = 0

  /// Adds the time of a call.
  ///
  /// - Returns: Whether it was the third slow one in a row.
  mutating func add(_ nanoseconds: UInt64) -> Bool {
    if nanoseconds <= Self.limit {
      count = 0
      return false
    }
    if count == Self.length { return false }
    count += 1
    assert(count <= Self.length)
    return count == Self.length
  }
}
