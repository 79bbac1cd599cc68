import Synchronization

extension Core {
  /// In debug builds, a receiver that reports comparisons longer than a millisecond.
  ///
  /// Three in a row, because any thread may be suspended for that long.
  @usableFromInline
  final func timed<Value>(_ receiver: SelectionReceiver<Value>) -> SelectionReceiver<Value> {
    #if DEBUG
      guard let areEqual = receiver.areEqual else { return receiver }
      let streak = SlowStreak()
      // Weak: the store retains the receiver.
      return SelectionReceiver(
        subscriber: receiver.subscriber,
        areEqual: { [weak self, subscriber = receiver.subscriber] one, other in
          let begin = Platform.now
          let isEqual = areEqual(one, other)
          let time = Platform.now &- begin
          if streak.add(time) { self?.reportSlowComparison(subscriber, time) }
          return isEqual
        },
        receive: receiver.receive,
        finish: receiver.finish
      )
    #else
      return receiver
    #endif
  }

  private final func reportSlowComparison(_ subscriber: SubscriptionSite, _ nanoseconds: UInt64) {
    let isFirst = locked("select") { _ in
      defer { notices.wasSlowComparisonReported = true }
      return !notices.wasSlowComparisonReported && !isClosed
    }
    guard isFirst else { return }
    let time = Duration.nanoseconds(Int64(nanoseconds))
    report(.slowComparison(subscriber: subscriber.description, took: time))
  }
}

/// Counts the slow comparisons in a row of one subscriber.
private final class SlowStreak: Sendable {
  private static let limit: UInt64 = 1_000_000
  private let count = Atomic<Int>(0)

  /// - Returns: Whether it was the third.
  func add(_ nanoseconds: UInt64) -> Bool {
    if nanoseconds <= Self.limit {
      count.store(0, ordering: .relaxed)
      return false
    }
    return count.wrappingAdd(1, ordering: .relaxed).newValue == 3
  }
}
