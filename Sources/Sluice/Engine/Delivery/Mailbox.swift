/// Calls a subscriber on its actor, in order.
///
/// Every value goes through the box. One task at a time empties it on the actor; it begins at once
/// where the caller is on the actor already, so a value that is told at once never overtakes one
/// that is still hopping. As unbounded as the queue of commits, and for the same reason.
final class Mailbox<Value: Sendable>: @unchecked Sendable {
  // `@unchecked`: the fields are guarded by `lock`.
  private let actor: any Actor
  private let receive: @Sendable (Value) -> Void
  private let lock = OwnedLock()
  private var values = Deque<Value>()
  private var isBeingEmptied = false
  private var isClosed = false
  private var onEmpty: (@Sendable () -> Void)?

  init(actor: any Actor, receive: @escaping @Sendable (Value) -> Void) {
    self.actor = actor
    self.receive = receive
  }

  func post(_ value: Value) {
    let mustStart = lock.withLock {
      if isClosed { return false }
      values.append(value)
      defer { isBeingEmptied = true }
      return !isBeingEmptied
    }
    if mustStart { actor.runImmediately { self.empty() } }
  }

  func close() {
    let dropped = lock.withLock {
      defer { values = Deque() }
      isClosed = true
      return values
    }
    withExtendedLifetime(dropped) {}
  }

  /// Calls back when all that was posted has been received.
  func finish(_ callBack: @escaping @Sendable () -> Void) {
    let mustWait = lock.withLock {
      if isBeingEmptied { onEmpty = callBack }
      return isBeingEmptied
    }
    if !mustWait { callBack() }
  }

  /// Runs on the actor.
  private func empty() {
    while true {
      let (next, onEmpty): (Value?, (@Sendable () -> Void)?) = lock.withLock {
        if let next = values.popFirst() { return (next, nil) }
        isBeingEmptied = false
        return (nil, self.onEmpty.take())
      }
      guard let next else {
        onEmpty?()
        return
      }
      receive(next)
    }
  }
}

extension Actor {
  /// Runs work on this actor: at once when the caller is on it, else as soon as it can.
  nonisolated func runImmediately(_ work: @escaping @Sendable () -> Void) {
    // `startTask` touches nothing of the actor: the parameter is `isolated` only so that the task
    // in it is. Whether its body may begin at once, `Task.immediate` finds out.
    typealias Isolated = (isolated any Actor, @escaping @Sendable () -> Void) -> Void
    typealias Plain = (any Actor, @escaping @Sendable () -> Void) -> Void
    let start: Isolated = startTask(on:_:)
    unsafe unsafeBitCast(start, to: Plain.self)(self, work)
  }
}

private func startTask(on actor: isolated any Actor, _ work: @escaping @Sendable () -> Void) {
  if #available(macOS 26, iOS 26, tvOS 26, watchOS 26, visionOS 26, *) {
    Task.immediate {
      _ = actor
      work()
    }
  } else {
    Task {
      _ = actor
      work()
    }
  }
}
