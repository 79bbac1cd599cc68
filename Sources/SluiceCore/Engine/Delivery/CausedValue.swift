import SluiceLocks

/// A selected value on its way to a subscriber, and the commit that led to it.
struct CausedValue<Value: Sendable>: Sendable {
  let value: Value
  let cause: Cause?

  /// Creates a value that the calling thread delivers.
  init(_ value: Value, in core: Core) {
    self.value = value
    cause = core.currentCause(Platform.currentThread())?.untracked
  }

  /// Calls a subscriber, which may be later and on another thread: what it dispatches extends the
  /// chain of the value's commit.
  func call(in core: Core, _ subscriber: SubscriptionSite, _ body: (Value) -> Void) {
    guard let cause, !cause.isSame(as: core.currentCause(Platform.currentThread())) else {
      return body(value)
    }
    core.callLate(for: cause, subscriber) { body(value) }
  }
}
