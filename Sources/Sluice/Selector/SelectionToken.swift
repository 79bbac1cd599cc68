/// Keeps a subscription alive: it ends when the token is cancelled or released.
///
/// After `cancel()` on the thread that delivers, no further value arrives; after `cancel()` on
/// another thread at most the one that is being delivered at that moment. Two tokens are equal if they
/// are the same one.
public final class SelectionToken: Sendable {
  /// Released when the subscription ends, with what it remembers.
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
  /// Callable from any thread, from inside the subscriber too, repeatedly.
  public func cancel() {
    onCancel.withLock { $0.take() }?()
  }

  /// Puts the token among others that live as long.
  public func store(in tokens: inout [SelectionToken]) {
    tokens.append(self)
  }

  /// Puts the token into a set of others that live as long.
  public func store(in tokens: inout Set<SelectionToken>) {
    tokens.insert(self)
  }
}

extension SelectionToken: Hashable {
  /// Whether two tokens are the same one.
  public static func == (one: SelectionToken, other: SelectionToken) -> Bool { one === other }

  /// Hashes the token's identity.
  public func hash(into hasher: inout Hasher) { hasher.combine(ObjectIdentifier(self)) }
}
