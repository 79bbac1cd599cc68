import SluiceLocks

extension Selection {
  /// Calls a closure with an object and the current value, then each following one, for as long as
  /// the object lives.
  ///
  /// ```swift
  /// store.select(\.count).subscribe(weak: self) { screen, count in screen.show(count) }
  /// ```
  ///
  /// Doesn't retain the object: use the closure's argument, not `self`. The closure runs where that
  /// of ``sink(_:fileID:line:)`` would. Once the object is freed, the next value ends the
  /// subscription.
  ///
  /// - Parameters:
  ///   - target: The object that the closure is called with; isn't retained.
  ///   - receive: The closure to call with the object and each value.
  ///   - fileID: The caller's file; with the line, names the subscriber in diagnostics.
  ///   - line: The caller's line.
  /// - Returns: A token that ends the subscription earlier. It need not be retained: unlike a
  ///   sink's token, releasing it doesn't end the subscription.
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
      at: SubscriptionSite(fileID: fileID, line: line),
      { [weak target] value in
        if let target { call(target, value) } else { lifetime.end() }
      },
      finish: { lifetime.end() }
    )
    lifetime.hold(observation)
    return SelectionToken(endsWhenReleased: false) { lifetime.end() }
  }
}

/// Retains the token of a subscription that nothing else needs to retain.
///
/// Token and subscription retain each other until the subscription is cancelled, the subscriber is
/// found to be freed, or the store is freed.
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
    // The subscription ended while the first value was delivered.
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
