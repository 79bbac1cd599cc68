// Delivery in order: one thread at a time has the role of delivering (`DeliveryRole`). It is taken
// in the same critical sections of the lock in which commits are numbered and queued. So a commit is
// either queued while somebody has the role, who then finds it before giving the role up; or it finds
// the role free, the queue empty, and takes the role. Either way commits are delivered in the order
// of the lock, which is that of their numbers, and never two at a time.

extension StoreCore {
  /// How many of others' commits a dispatcher delivers before a task takes over.
  private static var patience: Int { 1_000 }
  private static var longQueue: Int { 10_000 }

  /// Queues a delivery, with the lock held; gives the lock back, and delivers unless somebody does.
  final func enqueue(_ delivery: Delivery, thread: UInt) {
    unsafe ticket &+= 1
    unsafe delivery.ticket = unsafe ticket
    while !role.take(thread) {
      guard role.callBack() else { continue }
      unsafe delivery.isReentrant = role.thread == thread
      unsafe queue.append(delivery)
      let isLong = unsafe queue.count == Self.longQueue && !wasQueueReported
      if isLong { wasQueueReported = true }
      leave()
      if isLong { report(.longQueue(count: Self.longQueue)) }
      return
    }
    unsafe deliveredNumber = delivery.commitNumber
    unsafe deliveredChain = unsafe delivery.chain
    let observers = unsafe observers
    leave()
    delivery.hand(to: observers, of: self)
    if !role.giveUp(thread) { deliverQueued(thread: thread) }
  }

  /// Delivers a commit that only selections are told of; the lock is held and the role is free.
  ///
  /// Gives the lock back.
  @usableFromInline
  final func deliverToSelections(_ box: consuming AnyStateBox, thread: UInt) {
    unsafe ticket &+= 1
    role.pass(to: thread, isSomethingWaiting: false)
    unsafe deliveredNumber = unsafe number
    unsafe deliveredChain = CauseChain()
    let (ticket, version, observers) = unsafe (ticket, version, observers)
    leave()
    observers.select(from: box, version: version, ticket: ticket)
    if !role.giveUp(thread) { deliverQueued(thread: thread) }
  }

  /// Delivers what is queued, until nothing is or a task takes over.
  @inline(never)
  private final func deliverQueued(thread: UInt) {
    var others = 0
    repeat {
      _ = enter("delivery")
      if unsafe others >= Self.patience && !queue.isEmpty { return handRoleOn() }
      guard let next = unsafe queue.popFirst() else { return giveUpRole() }
      unsafe deliveredNumber = next.commitNumber
      unsafe deliveredChain = unsafe next.chain
      let observers = unsafe observers
      // Who waits for the store to be idle is woken where the role is given up with the lock.
      let isSomethingWaiting = unsafe isClosed || !queue.isEmpty || !idleWaiters.isEmpty
      role.pass(to: thread, isSomethingWaiting: isSomethingWaiting)
      leave()
      next.hand(to: observers, of: self)
      if unsafe !next.isReentrant { others += 1 }
      // `next` and `observers` may be the last references to somebody's closures: they are released
      // here, without the lock.
    } while !role.giveUp(thread)
  }

  /// Ends delivering, with the lock held and nothing queued; gives the lock back.
  private final func giveUpRole() {
    let leftovers = isClosed ? takeEverything() : nil
    role.giveUp()
    let waiters = takeIdleWaiters()
    leave()
    wake(waiters)
    leftovers?.finish()
  }

  /// Lets a task deliver what is queued, with the lock held; gives the lock back.
  private final func handRoleOn() {
    role.pass(to: DeliveryRole.task, isSomethingWaiting: true)
    leave()
    // Holds the core and not the store: a store that is freed meanwhile has closed its core, which
    // is emptied when the queue is.
    Task {
      let thread = Platform.currentThread()
      _ = self.enter("delivery")
      self.role.pass(to: thread, isSomethingWaiting: true)
      self.leave()
      self.deliverQueued(thread: thread)
    }
  }
}
