import Synchronization

/// Calls a subscriber on its actor, in order.
///
/// Every value goes through the box. A thread that posts while it runs on the actor empties the box
/// itself, so that a value that is received synchronously never overtakes one that waits; otherwise a
/// job on the actor does. After a few milliseconds a job yields the actor, and a further one goes on.
///
/// Without a bound of its own: the backlog counts what waits, and slows down who posts.
final class Mailbox<Value: Sendable>: Sendable {
  private struct State {
    var values = Deque<Value>()
    var isBeingEmptied = false
    /// The threads that tried to empty the box since that began last; each left a job behind.
    var otherThreads: [UInt] = []
    var isClosed = false
    var onEmpty: (@Sendable () -> Void)?

    /// Whether a thread that posts should try to empty the box at once.
    ///
    /// Only trying shows whether it runs on the actor, and leaves a job behind if it does not: while
    /// one is pending, each thread tries once, and only a few do.
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

  /// How long a job may keep the actor, in nanoseconds.
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
    // On the actor already, this thread receives its own value, however many stand before it.
    actor.runImmediately { isCaller in self.empty(atLeast: isCaller ? count : 0) }
  }

  /// Drops the values that were not received.
  func close() {
    let dropped = state.withLock { state in
      state.isClosed = true
      backlog.remove(state.values.count)
      defer { state.values = Deque() }
      return state.values
    }
    // Released after the lock.
    withExtendedLifetime(dropped) {}
  }

  /// Calls a closure when everything that was posted has been received.
  func finish(_ body: @escaping @Sendable () -> Void) {
    let mustWait = state.withLock { state in
      let mustWait = state.isBeingEmptied || !state.values.isEmpty
      if mustWait { state.onEmpty = body }
      return mustWait
    }
    if !mustWait { body() }
  }

  /// Empties the box, or a part of it; runs on the actor.
  ///
  /// - Parameter count: How many values to receive even if that takes long.
  private func empty(atLeast count: Int) {
    let mayBegin = state.withLock { state in
      // A subscriber may let its actor run other jobs before it returns.
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
