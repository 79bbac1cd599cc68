extension Selection {
  /// Calls a closure with an object and the value now, then each one that follows, for as long as the
  /// object lives.
  ///
  /// ```swift
  /// store.select(\.count).subscribe(weak: self) { screen, count in screen.show(count) }
  /// ```
  ///
  /// The object is not retained: use the one that the closure is given, and not `self`. The closure
  /// runs where that of ``sink(_:fileID:line:)`` would. When the object is gone the next value ends the
  /// subscription.
  ///
  /// - Returns: A token, to end the subscription earlier. It need not be kept: unlike that of a sink
  ///   it ends nothing when it is released.
  @discardableResult
  public func subscribe<Target: AnyObject & Sendable>(
    weak target: Target,
    @_inheritActorContext
    _ receive: @escaping @Sendable @isolated(any) (Target, Value) -> Void,
    fileID: StaticString = #fileID,
    line: UInt = #line
  ) -> SelectionToken {
    // As in `sink`.
    let call = unsafe unsafeBitCast(receive, to: (@Sendable (Target, Value) -> Void).self)
    let lifetime = SubscriptionLifetime()
    let observation = observe(
      on: receive.isolation,
      at: Subscriber(fileID: fileID, line: line),
      { [weak target] value in
        if let target { call(target, value) } else { lifetime.end() }
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
private final class SubscriptionLifetime: Sendable {
  private struct State {
    var token: SelectionToken?
    var isOver = false
  }

  private let state = Locked(State())

  func hold(_ new: SelectionToken) {
    let isTooLate = state.withLock { state in
      if !state.isOver { state.token = new }
      return state.isOver
    }
    // It ended while the first value was delivered.
    if isTooLate { new.cancel() }
  }

  func end() {
    let token: SelectionToken? = state.withLock { state in
      state.isOver = true
      return state.token.take()
    }
    token?.cancel()
  }
}
