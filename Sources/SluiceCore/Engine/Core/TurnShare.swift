import SluiceLocks

/// The share of the queue that one thread delivers after its own commit, before it hands the turn on.
struct TurnShare {
  /// The maximum number of other threads' deliveries, and the maximum time for them in nanoseconds.
  private static var maximumCount: Int { 64 }
  private static var maximumTime: UInt64 { 100_000 }

  private var count = 0
  private var begin: UInt64 = 0

  /// Returns whether the thread delivers the first item of a queue, which isn't empty.
  ///
  /// What was enqueued from within its own deliveries doesn't count.
  mutating func admits(_ queue: Deque<Delivery>) -> Bool {
    assert(!queue.isEmpty)
    if queue.first?.isReentrant == true { return true }
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
