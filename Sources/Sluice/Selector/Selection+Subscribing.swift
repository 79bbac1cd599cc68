extension Selection {
  /// Tells an object the value now and each one that follows, for as long as the object lives.
  ///
  /// ```swift
  /// store.select(\.count).subscribe(weak: self) { screen, count in screen.show(count) }
  /// ```
  ///
  /// The object is not kept alive: use the one that the closure is given, and not `self`. The closure
  /// runs where that of ``sink(_:)`` would. When the object is gone the next value ends the
  /// subscription.
  ///
  /// - Returns: A token, to end the subscription earlier. It need not be kept: unlike that of a sink
  ///   it ends nothing when it is released.
  @discardableResult
  public func subscribe<Subscriber: AnyObject & Sendable>(
    weak subscriber: Subscriber,
    @_inheritActorContext
    _ receive: @escaping @Sendable @isolated(any) (Subscriber, Value) -> Void
  ) -> SelectionToken {
    // As in `sink`.
    let call = unsafe unsafeBitCast(receive, to: (@Sendable (Subscriber, Value) -> Void).self)
    let lifetime = SubscriptionLifetime()
    let observation = observe(
      on: receive.isolation,
      { [weak subscriber] value in
        if let subscriber { call(subscriber, value) } else { lifetime.end() }
      },
      finish: { lifetime.end() }
    )
    lifetime.hold(observation)
    return SelectionToken(endsWhenReleased: false) { lifetime.end() }
  }
}

/// Holds the token of a subscription that nobody else needs to hold.
///
/// Token and subscription hold each other, until one of three things happens: the subscription is
/// cancelled, the subscriber is found to be gone, or the store is freed.
private final class SubscriptionLifetime: @unchecked Sendable {
  // `@unchecked`: the fields are guarded by `lock`.
  private let lock = OwnedLock()
  private var token: SelectionToken?
  private var isOver = false

  func hold(_ new: SelectionToken) {
    let isTooLate = lock.withLock {
      if !isOver { token = new }
      return isOver
    }
    // It ended while the first value was told.
    if isTooLate { new.cancel() }
  }

  func end() {
    let token: SelectionToken? = lock.withLock {
      isOver = true
      return self.token.take()
    }
    token?.cancel()
  }
}
