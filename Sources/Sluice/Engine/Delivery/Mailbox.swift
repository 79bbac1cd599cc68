import Synchronization

/// Calls a subscriber on its actor, in order.
///
/// Every value goes through the mailbox. A thread that posts while it runs on the actor drains the
/// mailbox itself, so that a value received synchronously never overtakes a pending one; otherwise
/// a job on the actor does. After a few milliseconds a job yields the actor, and another one
/// continues.
///
/// Has no bound of its own: the backlog counts pending values, and delays the threads that post.
final class Mailbox<Value: Sendable>: Sendable {
  /// The maximum time that a job occupies the actor, in nanoseconds.
  private static var longestTurn: UInt64 { 4_000_000 }

  private let actor: any Actor
  private let backlog: Backlog
  private let receive: @Sendable (Value) -> Void
  private let state = Locked(MailboxState<Value, @Sendable () -> Void>())

  init(actor: any Actor, backlog: Backlog, receive: @escaping @Sendable (Value) -> Void) {
    self.actor = actor
    self.backlog = backlog
    self.receive = receive
  }

  deinit { close() }

  func post(_ value: Value) {
    let thread = Platform.currentThread()
    let step = state.withLock { state in
      let step = state.post(value, by: thread)
      if step != .drop { backlog.add(by: thread) }
      return step
    }
    guard case .tryToDrain(let count) = step else { return }
    // A thread already on the actor receives its own value, however many precede it.
    actor.runImmediately { isCaller in self.drain(atLeast: isCaller ? count : 0) }
  }

  /// Drops the pending values.
  func close() {
    let dropped = state.withLock { state in
      let dropped = state.close()
      backlog.remove(dropped.count)
      return dropped
    }
    // Released after unlocking.
    withExtendedLifetime(dropped) {}
  }

  /// Calls a closure once all posted values have been received.
  func finish(_ body: @escaping @Sendable () -> Void) {
    state.withLock { $0.finish(body) }?()
  }

  /// Drains the mailbox, or a part of it; runs on the actor.
  ///
  /// - Parameter count: The number of values to receive even if that exceeds the maximum time.
  private func drain(atLeast count: Int) {
    // The subscriber's actor may run other jobs before the call returns.
    guard state.withLock({ $0.begin() }) else { return }
    let end = Platform.now + Self.longestTurn
    var received = 0
    while true {
      let mayYield = received > 0 && received >= count && Platform.now >= end
      let step = state.withLock { state in
        let step = state.next(mayYield: mayYield)
        if case .receive = step { backlog.remove(1) }
        return step
      }
      switch step {
      case .receive(let value): receive(value)
      case .yield: return actor.run { self.drain(atLeast: 0) }
      case .end(let body):
        body?()
        return
      }
      received += 1
    }
  }
}
