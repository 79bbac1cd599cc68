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
  private struct State {
    var values = Deque<Value>()
    var isBeingEmptied = false
    /// The threads that tried to drain the mailbox since draining last began; each enqueued a job.
    var otherThreads: [UInt] = []
    var isClosed = false
    var onEmpty: (@Sendable () -> Void)?

    /// Whether a thread that posts should try to drain the mailbox immediately.
    ///
    /// Only trying shows whether it runs on the actor, and enqueues a job if it doesn't: while a
    /// job is pending, each thread tries once, and only a few do.
    mutating func mayTry(_ thread: UInt) -> Bool {
      if isBeingEmptied || otherThreads.count == 8 || otherThreads.contains(thread) { return false }
      otherThreads.append(thread)
      return true
    }
  }

  private enum Step {
    case receive(Value)
    case yield
    case end((@Sendable () -> Void)?)
  }

  /// The maximum time that a job occupies the actor, in nanoseconds.
  private static var longestTurn: UInt64 { 4_000_000 }

  private let actor: any Actor
  private let backlog: Backlog
  private let receive: @Sendable (Value) -> Void
  private let state = Locked(State())

  init(actor: any Actor, backlog: Backlog, receive: @escaping @Sendable (Value) -> Void) {
    self.actor = actor
    self.backlog = backlog
    self.receive = receive
  }

  deinit { close() }

  func post(_ value: Value) {
    let thread = Platform.currentThread()
    let (mayTry, count) = state.withLock { state in
      if state.isClosed { return (false, 0) }
      state.values.append(value)
      backlog.add(by: thread)
      return (state.mayTry(thread), state.values.count)
    }
    guard mayTry else { return }
    // A thread already on the actor receives its own value, however many precede it.
    actor.runImmediately { isCaller in self.empty(atLeast: isCaller ? count : 0) }
  }

  /// Drops the pending values.
  func close() {
    let dropped = state.withLock { state in
      state.isClosed = true
      backlog.remove(state.values.count)
      defer { state.values = Deque() }
      return state.values
    }
    // Released after unlocking.
    withExtendedLifetime(dropped) {}
  }

  /// Calls a closure once all posted values have been received.
  func finish(_ body: @escaping @Sendable () -> Void) {
    let mustWait = state.withLock { state in
      let mustWait = state.isBeingEmptied || !state.values.isEmpty
      if mustWait { state.onEmpty = body }
      return mustWait
    }
    if !mustWait { body() }
  }

  /// Drains the mailbox, or a part of it; runs on the actor.
  ///
  /// - Parameter count: The number of values to receive even if that exceeds the maximum time.
  private func empty(atLeast count: Int) {
    let mayBegin = state.withLock { state in
      // The subscriber's actor may run other jobs before the call returns.
      if state.isBeingEmptied { return false }
      state.isBeingEmptied = true
      state.otherThreads.removeAll(keepingCapacity: true)
      return true
    }
    guard mayBegin else { return }
    let end = Platform.now + Self.longestTurn
    var received = 0
    while true {
      switch next(mayYield: received > 0 && received >= count && Platform.now >= end) {
      case .receive(let value): receive(value)
      case .yield: return actor.run { self.empty(atLeast: 0) }
      case .end(let onEmpty):
        onEmpty?()
        return
      }
      received += 1
    }
  }

  private func next(mayYield: Bool) -> Step {
    state.withLock { state in
      guard !state.values.isEmpty else {
        state.isBeingEmptied = false
        return .end(state.onEmpty.take())
      }
      if mayYield {
        state.isBeingEmptied = false
        return .yield
      }
      guard let value = state.values.popFirst() else { return .end(nil) }
      backlog.remove(1)
      return .receive(value)
    }
  }
}
