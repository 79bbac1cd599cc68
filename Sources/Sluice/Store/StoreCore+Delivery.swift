// Delivery in order: one thread at a time has the role of delivering. The role is taken and given
// up under the lock, in the same critical sections in which commits are queued and taken from the
// queue. So a commit is either queued while somebody has the role, who then finds it before giving
// the role up; or it finds the role free, the queue empty, and takes the role. Either way commits
// are delivered in the order of the lock, which is that of their numbers, and never two at a time.

/// Who delivers, and what.
struct Delivering {
  /// 0 while the role is on its way to a task.
  var thread: UInt
  var delivery: Delivery
}

extension StoreCore {
  /// How many of others' commits a dispatcher delivers before a task takes over.
  private static var patience: Int { 1_000 }
  private static var longQueue: Int { 10_000 }

  /// What a thread with the role does next.
  private struct Turn {
    let delivery: Delivery
    let observers: Observers
  }

  /// Queues a delivery, with the lock held; gives the lock back, and delivers unless somebody does.
  final func enqueue(_ delivery: Delivery, thread: UInt) {
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
      delivering = Delivering(thread: thread, delivery: delivery)
      let turn = Turn(delivery: delivery, observers: observers)
      leave()
      deliver(turn, thread: thread)
    }
  }

  private final func deliver(_ first: consuming Turn, thread: UInt) {
    var turn = first
    var others = 0
    while true {
      turn.delivery.hand(to: turn.observers)
      if !turn.delivery.isReentrant { others += 1 }
      guard let next = takeNext(thread: thread, mayGoOn: others <= Self.patience) else { return }
      // Unlocked: what the last turn held may be the last reference to somebody's closure.
      turn = next
    }
  }

  /// The next turn; `nil` when this thread no longer has the role.
  private final func takeNext(thread: UInt, mayGoOn: Bool) -> Turn? {
    _ = enter("delivery")
    if !mayGoOn, !queue.isEmpty {
      delivering?.thread = 0
      leave()
      Task { self.continueDelivery() }
      return nil
    }
    // The caller's turn keeps the delivery that is replaced here: nothing is released under the
    // lock.
    guard let delivery = queue.popFirst() else {
      delivering = nil
      let leftovers = isClosed ? takeEverything() : nil
      leave()
      leftovers?.finish()
      return nil
    }
    delivering = Delivering(thread: thread, delivery: delivery)
    let turn = Turn(delivery: delivery, observers: observers)
    leave()
    return turn
  }

  /// Takes up the role that a dispatcher handed on.
  ///
  /// Holds the core and not the store: a store that is freed meanwhile has closed its core, which
  /// is emptied when the queue is.
  private final func continueDelivery() {
    let thread = Platform.currentThread()
    guard let turn = takeNext(thread: thread, mayGoOn: true) else { return }
    deliver(turn, thread: thread)
  }
}
