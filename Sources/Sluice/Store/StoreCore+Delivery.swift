// Delivery in order: one thread at a time has the role of delivering. The role is taken and given
// up under the lock, in the same critical sections in which commits are queued and taken from the
// queue. So a commit is either queued while somebody has the role, who then finds it before giving
// the role up; or it finds the role free, the queue empty, and takes the role. Either way commits
// are delivered in the order of the lock, which is that of their numbers, and never two at a time.

extension StoreCore {
  /// How many of others' commits a dispatcher delivers before a task takes over.
  private static var patience: Int { 1_000 }
  private static var longQueue: Int { 10_000 }
  /// Stands for the thread of a task that the role is on its way to.
  private static var nobodyYet: UInt { 1 }

  /// Queues a delivery, with the lock held; gives the lock back, and delivers unless somebody does.
  final func enqueue(_ delivery: Delivery, thread: UInt) {
    unsafe ticket &+= 1
    unsafe delivery.ticket = unsafe ticket
    let deliverer = unsafe deliverer
    if deliverer == 0 {
      unsafe self.deliverer = thread
      note(delivery)
      let observers = unsafe observers
      leave()
      delivery.hand(to: observers)
      deliverQueued(behind: observers, thread: thread)
    } else {
      unsafe delivery.isReentrant = deliverer == thread
      unsafe queue.append(delivery)
      let isLong = unsafe queue.count == Self.longQueue && !wasQueueReported
      if isLong { wasQueueReported = true }
      leave()
      if isLong { report(.longQueue(count: Self.longQueue)) }
    }
  }

  /// Takes the role, which is free, for a commit that only selections are told of, with the lock
  /// held; gives the lock back.
  @usableFromInline
  final func deliverToSelections(_ box: consuming AnyObject, thread: UInt) {
    unsafe ticket &+= 1
    unsafe deliverer = thread
    unsafe deliveredNumber = unsafe number
    unsafe deliveredChain = CauseChain()
    let (ticket, version, observers) = unsafe (ticket, version, observers)
    leave()
    observers.select(from: box, version: version, ticket: ticket)
    deliverQueued(behind: observers, thread: thread)
  }

  /// Notes what is delivered, for the cause of what is dispatched meanwhile; with the lock held.
  private final func note(_ delivery: Delivery) {
    unsafe deliveredNumber = delivery.commitNumber
    unsafe deliveredChain = unsafe delivery.chain
  }

  /// Delivers what is queued, until nothing is or a task takes over.
  ///
  /// - Parameter told: The observers that were told last. They are held until the lock was taken and
  ///   given back once more: whoever then finds that they are shared no more, and changes them,
  ///   does so after they were read here.
  private final func deliverQueued(behind told: consuming Observers?, thread: UInt) {
    var told = told
    var others = 0
    while others < Self.patience {
      _ = enter("delivery")
      guard let next = unsafe queue.popFirst() else {
        giveUpRole()
        return withExtendedLifetime(told) {}
      }
      note(next)
      let observers = unsafe observers
      leave()
      // What is released here, or with `next`, may be the last reference to somebody's closure.
      told = observers
      next.hand(to: observers)
      if unsafe !next.isReentrant { others += 1 }
    }
    handRoleOn()
    withExtendedLifetime(told) {}
  }

  /// Ends delivering, with the lock held and nothing queued; gives the lock back.
  private final func giveUpRole() {
    unsafe deliverer = 0
    let leftovers = isClosed ? takeEverything() : nil
    leave()
    leftovers?.finish()
  }

  private final func handRoleOn() {
    _ = enter("delivery")
    if unsafe queue.isEmpty { return giveUpRole() }
    unsafe deliverer = Self.nobodyYet
    leave()
    // Holds the core and not the store: a store that is freed meanwhile has closed its core, which
    // is emptied when the queue is.
    Task {
      let thread = Platform.currentThread()
      _ = self.enter("delivery")
      unsafe self.deliverer = thread
      self.leave()
      self.deliverQueued(behind: nil, thread: thread)
    }
  }
}
