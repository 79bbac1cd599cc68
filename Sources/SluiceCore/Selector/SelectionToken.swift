import SluiceLocks

/// Keeps a subscription alive until the token is cancelled or released.
///
/// After `cancel()` on the thread that delivers, no further value arrives; after `cancel()` on
/// another thread, at most the one being delivered at that moment. Two tokens are equal if they
/// are identical.
public final class SelectionToken: Sendable {
  /// Released with its captures when the subscription ends.
  private let onCancel: Locked<(@Sendable () -> Void)?>
  private let endsWhenReleased: Bool
  #if DEBUG
    private let watch = Locked<Watch?>(nil)

    /// What tells whether the token is released in the statement that made it.
    private struct Watch: Sendable {
      weak let core: Core?
      let subscriber: SubscriptionSite
      let version: Int
      let thread: UInt
      let begin: UInt64
    }
  #endif

  @usableFromInline
  package init(endsWhenReleased: Bool = true, onCancel: @escaping @Sendable () -> Void) {
    self.endsWhenReleased = endsWhenReleased
    self.onCancel = Locked(onCancel)
  }

  deinit {
    if !endsWhenReleased { return }
    #if DEBUG
      let watch = watch.withLock { $0 }
    #endif
    cancel()
    #if DEBUG
      if let watch { Self.reportIfDropped(watch) }
    #endif
  }

  #if DEBUG
    /// Reports, if the token is released uncancelled within a tenth of a millisecond and before the state
    /// changes, on this thread: in the statement that made it.
    func reportIfDropped(_ subscriber: SubscriptionSite, in core: Core) {
      watch.withLock {
        $0 = Watch(
          core: core,
          subscriber: subscriber,
          version: core.latestVersion,
          thread: Platform.currentThread(),
          begin: Platform.now
        )
      }
    }

    private static func reportIfDropped(_ watch: Watch) {
      guard Platform.now &- watch.begin < 100_000, watch.thread == Platform.currentThread(),
        let core = watch.core, core.latestVersion == watch.version
      else { return }
      core.report(once: .tokenDropped(subscriber: watch.subscriber.description))
    }
  #endif

  /// Ends the subscription.
  ///
  /// Callable repeatedly, from any thread and from within the subscriber.
  public func cancel() {
    #if DEBUG
      watch.withLock { $0 = nil }
    #endif
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
