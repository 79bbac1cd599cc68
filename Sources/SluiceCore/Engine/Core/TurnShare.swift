import SluiceLocks

/// The share of the queue that one thread delivers after its own commit, before it hands the turn on.
struct TurnShare {
  /// The maximum number of other threads' deliveries, and the maximum time for them in nanoseconds.
  private static var maximumCount: Int { 64 }
  private static var maximumTime: UInt64 { 100_000 }

  private var count = 0
  private var begin: UInt64 = 0

  /// Returns whether the thread makes a delivery.
  ///
  /// - Parameter isReentrant: Whether it was enqueued from within the thread's own deliveries, and so doesn't
  ///   count.
  mutating func admits(_ isReentrant: Bool) -> Bool {
    if isReentrant { return true }
    if count == 0 {
      begin = Platform.now
    } else if count >= Self.maximumCount || Platform.now &- begin > Self.maximumTime {
      return false
    }
    count += 1
    assert(count <= Self.maximumCount)
    return true
  }
}
