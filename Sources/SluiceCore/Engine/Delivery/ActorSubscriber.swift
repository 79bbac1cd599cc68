import SluiceLocks

/// A subscriber that is called on an actor, with its values in the actor's ``Mailbox``.
final class ActorSubscriber<Value: Sendable>: Addressee {
  private struct State {
    /// `nil` once the subscription has ended.
    var receive: (@Sendable (Value) -> Void)?
    var pending = Deque<Value>()
    var isNew = true
    /// Called once no value is pending.
    var ending: (@Sendable () -> Void)?
  }

  private let mailboxes: Mailboxes
  private let mailbox: Mailbox
  private let state: Locked<State>

  init(
    on actor: any Actor,
    of mailboxes: Mailboxes,
    receive: @escaping @Sendable (Value) -> Void
  ) {
    self.mailboxes = mailboxes
    mailbox = mailboxes.enter(actor)
    state = Locked(State(receive: receive))
  }

  deinit { close() }

  func post(_ value: Value) {
    let thread = Platform.currentThread()
    let isFirst: Bool? = state.withLock { state in
      if state.receive == nil { return nil }
      state.pending.append(value)
      mailboxes.backlog.add(by: thread)
      defer { state.isNew = false }
      return state.isNew
    }
    if let isFirst { mailbox.post(to: self, isFirst: isFirst) }
  }

  func receiveNext() {
    let (value, receive, ending) = state.withLock { state in
      let value = state.pending.popFirst()
      if value != nil { mailboxes.backlog.remove(1) }
      return (value, state.receive, state.pending.isEmpty ? state.ending.take() : nil)
    }
    if let value { receive?(value) }
    ending?()
  }

  /// Calls a closure once no value is pending.
  func finish(_ body: @escaping @Sendable () -> Void) {
    let isOver = state.withLock { state in
      if state.pending.isEmpty { return true }
      state.ending = body
      return false
    }
    if isOver { body() }
  }

  /// Drops the pending values, and takes no more.
  func close() {
    let ended = state.withLock { state in
      defer { state = State() }
      mailboxes.backlog.remove(state.pending.count)
      return state
    }
    if ended.receive != nil { mailboxes.leave(mailbox) }
  }
}
