import SluiceLocks

extension Core {
  /// In debug builds, a receiver that reports comparisons longer than a millisecond.
  ///
  /// Three in a row, because any thread may be suspended for that long.
  @usableFromInline
  final func timed<Value>(_ receiver: SelectionReceiver<Value>) -> SelectionReceiver<Value> {
    #if DEBUG
      guard let areEqual = receiver.comparison.areEqual else { return receiver }
      let streak = Locked(SlowStreak())
      // Weak: the store retains the receiver.
      return SelectionReceiver(
        subscriber: receiver.subscriber,
        comparison: .by { [weak self, subscriber = receiver.subscriber] one, other in
          let begin = Platform.now
          let isEqual = areEqual(one, other)
          let time = Platform.now &- begin
          if streak.withLock({ $0.add(time) }) {
            self?.report(
              once: .slowComparison(
                subscriber: subscriber.description,
                took: .nanoseconds(Int64(time))
              )
            )
          }
          return isEqual
        },
        receive: receiver.receive,
        finish: receiver.finish
      )
    #else
      return receiver
    #endif
  }
}
