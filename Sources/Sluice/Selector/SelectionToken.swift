/// Keeps a subscription alive until the token is cancelled or released.
///
/// After `cancel()` on the thread that delivers, no further value arrives; after `cancel()` on
/// another thread, at most the one being delivered at that moment. Two tokens are equal if they
/// are identical.
public final class SelectionToken: Sendable {
  /// Released with its captures when the subscription ends.
  private let onCancel: Locked<(@Sendable () -> Void)?>
  private let endsWhenReleased: Bool

  @usableFromInline
  init(endsWhenReleased: Bool = true, onCancel: @escaping @Sendable () -> Void) {
    self.endsWhenReleased = endsWhenReleased
    self.onCancel = Locked(onCancel)
  }

  deinit {
    if endsWhenReleased { cancel() }
  }

  /// Ends the subscription.
  ///
  /// Callable repeatedly, from any thread and from within the subscriber.
  public func cancel() {
    onCancel.withLock { $0.take() }?()
  }

  /// Stores the token in an array, which retains it.
  public func store(in tokens: inout [SelectionToken]) {
    tokens.append(self)
  }

  /// Stores the token in a set, which retains it.
  public func store(in tokens: inout Set<SelectionToken>) {
    tokens.insert(self)
  }
}

extension SelectionToken: Hashable {
  /// Returns whether two tokens are identical.
  public static func == (one: SelectionToken, other: SelectionToken) -> Bool { one === other }

  /// Hashes the token's identity.
  public func hash(into hasher: inout Hasher) { hasher.combine(ObjectIdentifier(self)) }
}
