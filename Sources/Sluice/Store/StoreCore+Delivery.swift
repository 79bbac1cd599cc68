// Delivery in order: one thread at a time has the role of delivering. The role is taken and given
// up under the lock, in the same critical sections in which commits are queued and taken from the
// queue. So a commit is either queued while somebody has the role, who then finds it before giving
// the role up; or it finds the role free, the queue empty, and takes the role. Either way commits
// are delivered in the order of the lock, which is that of their numbers, and never two at a time.

extension StoreCore {
  /// How many of others' commits a dispatcher delivers before a task takes over.
  private static var patience: Int { 1_000 }
  private static var longQueue: Int { 10_000 }

  /// What a thread with the role does next.
  private struct Turn {
    var delivery: Delivery
    let observers: Observers
  }

  /// Queues a delivery, with the lock held; gives the lock back, and delivers unless somebody does.
  final func enqueue(_ delivery: Delivery, thread: UInt) {
    var delivery = delivery
    ticket += 1
    delivery.ticket = ticket
    if let delivering {
      delivery.isReentrant = delivering.thread == thread
      queue.append(delivery)
      let isLong = queue.count == Self.longQueue && !wasQueueReported
      if isLong { wasQueueReported = true }
      leave()
      if isLong { report(.longQueue(count: Self.longQueue)) }
    } else {
      delivering = Delivering(delivery, thread: thread)
      let turn = Turn(delivery: delivery, observers: observers)
      leave()
      deliver(turn, thread: thread)
    }
  }

  private final func deliver(_ first: consuming Turn, thread: UInt) {
    var turn = first
    var others = 0
    while true {
      hand(&turn.delivery, to: turn.observers)
      if !turn.delivery.isReentrant { others += 1 }
      guard let next = takeNext(thread: thread, mayGoOn: others <= Self.patience) else { return }
      // Unlocked: what the last turn held may be the last reference to somebody's closure.
      turn = next
    }
  }

  /// The next turn; `nil` when this thread no longer has the role.
  private final func takeNext(thread: UInt, mayGoOn: Bool) -> Turn? {
    _ = enter("delivery")
    guard !queue.isEmpty else {
      delivering = nil
      let leftovers = isClosed ? takeEverything() : nil
      leave()
      leftovers?.finish()
      return nil
    }
    guard mayGoOn else {
      delivering?.thread = 0
      leave()
      Task { self.continueDelivery() }
      return nil
    }
    guard let delivery = queue.popFirst() else {
      leave()
      return nil
    }
    delivering = Delivering(delivery, thread: thread)
    let turn = Turn(delivery: delivery, observers: observers)
    leave()
    return turn
  }

  /// Takes up the role that a dispatcher handed on. Holds the core and not the store: a store that
  /// is freed meanwhile has closed its core, which is emptied when the queue is.
  private final func continueDelivery() {
    let thread = Platform.currentThread()
    guard let turn = takeNext(thread: thread, mayGoOn: true) else { return }
    deliver(turn, thread: thread)
  }

  private final func hand(_ delivery: inout Delivery, to observers: Observers) {
    switch delivery.event {
    case .commit(let record):
      handStates(of: record, delivery, to: observers)
      delivery.old = nil
      delivery.new = nil
      for effect in observers.effects.taking(type(of: record.action))
      where effect.isDue(delivery.ticket) {
        effect.receive(record)
      }
    case .effect(let event):
      for interceptor in observers.interceptors where interceptor.isDue(delivery.ticket) {
        interceptor.effectChanged(event)
      }
    case .reselection(let version):
      select(delivery, version, for: observers)
    }
  }

  private final func handStates(
    of record: CommitRecord,
    _ delivery: Delivery,
    to observers: Observers
  ) {
    guard let new = delivery.new else { return }
    for interceptor in observers.interceptors where interceptor.isDue(delivery.ticket) {
      interceptor.committed(record, delivery.old, new)
    }
    if record.isHandled { select(delivery, record.version, for: observers) }
  }

  private final func select(
    _ delivery: Delivery,
    _ version: Int,
    for observers: Observers
  ) {
    guard let new = delivery.new else { return }
    for selection in observers.selections where selection.isDue(delivery.ticket) {
      selection.receive(new, version)
    }
  }
}
