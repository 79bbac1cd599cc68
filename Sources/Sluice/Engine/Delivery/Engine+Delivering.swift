// Delivery in order: one thread at a time has the role of delivering (`DeliveryRole`). It is taken
// in the same critical sections of the lock in which commits are numbered and queued. So a commit is
// either queued while somebody has the role, who then finds it before giving the role up; or it finds
// the role free, the queue empty, and takes the role. Either way commits are delivered in the order
// of the lock, which is that of their numbers, and never two at a time.

extension Engine {
  /// How many of others' commits a dispatcher delivers before a task takes over.
  private static var patience: Int { 1_000 }
  private static var shortQueue: Int { 64 }
  private static var longQueue: Int { 10_000 }

  /// Queues a delivery, with the lock held; gives the lock back, and delivers unless somebody does.
  final func enqueue(_ delivery: consuming Delivery, thread: UInt) {
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
    deliver(&delivery)
    if !role.giveUp(thread) { deliverQueued(thread: thread) }
  }

  /// Lets another thread end its delivery, which is mostly short; with the lock held, which is given
  /// back meanwhile.
  ///
  /// To be queued costs several times what it costs to deliver. So of threads that dispatch all the
  /// time one works undisturbed while the others nap; without, one delivers what the others queue, and
  /// is always behind. At most one nap for each dispatch, and none where more than a few are queued
  /// already: nobody waits for a delivery that takes long.
  @usableFromInline
  @inline(never)
  final func letDeliveryEnd(_ thread: UInt) {
    guard role.thread != thread, unsafe queue.count < Self.shortQueue else { return }
    leave()
    if !role.becomesFree() { Platform.pause(1000) }
    _ = enter("dispatch(action:)")
  }

  /// Delivers the engine's own record, with the lock held and the role free; gives the lock back.
  final func deliverOwnRecord(_ own: Unmanaged<CommitRecord>, thread: UInt) {
    _ = role.take(thread)
    unsafe ticket &+= 1
    let observers = unsafe own._withUnsafeGuaranteedRef { record in
      unsafe record.ticket = unsafe ticket
      let observers = unsafe beginDelivery(of: record)
      unsafe observers._withUnsafeGuaranteedRef { record.tell($0) }
      return unsafe observers
    }
    if unsafe isKnownUniquelyReferenced(&record) {
      unsafe own._withUnsafeGuaranteedRef { $0.letGoOfStates(self) }
    }
    unsafe own._withUnsafeGuaranteedRef { record in
      unsafe observers._withUnsafeGuaranteedRef { record.setOff($0, of: self) }
    }
    // Somebody who keeps the commit keeps this record, and the next one is another.
    let isKept = unsafe own._withUnsafeGuaranteedRef { unsafe $0.isKept }
    if unsafe !isKept && isKnownUniquelyReferenced(&record) {
      unsafe own._withUnsafeGuaranteedRef { $0.clear(self) }
    } else {
      unsafe record = nil
    }
    if !role.giveUp(thread) { deliverQueued(thread: thread) }
  }

  /// Delivers with the role taken; gives the lock back, but not the role.
  private final func deliver(_ delivery: inout Delivery) {
    let observers = unsafe beginDelivery(of: delivery)
    unsafe observers._withUnsafeGuaranteedRef { delivery.tell($0) }
    if isKnownUniquelyReferenced(&delivery) { delivery.letGoOfStates(self) }
    unsafe observers._withUnsafeGuaranteedRef { delivery.setOff($0, of: self) }
  }

  /// Notes what is delivered from now on, and gives the lock back.
  ///
  /// - Returns: The observers, which stay as they are until the role is given up; not retained.
  private final func beginDelivery(of delivery: Delivery) -> Unmanaged<Observers> {
    unsafe deliveredNumber = delivery.commitNumber
    unsafe deliveredChain = unsafe delivery.chain
    let observers = unsafe Unmanaged.passUnretained(observers)
    leave()
    return unsafe observers
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
    let (ticket, version) = unsafe (ticket, version)
    let observers = unsafe Unmanaged.passUnretained(observers)
    leave()
    unsafe observers._withUnsafeGuaranteedRef {
      $0.select(from: box, version: version, ticket: ticket)
    }
    if !role.giveUp(thread) { deliverQueued(thread: thread) }
  }

  /// Delivers what is queued, until nothing is or a task takes over.
  @inline(never)
  private final func deliverQueued(thread: UInt) {
    var others = 0
    repeat {
      enterUrgently(thread)
      if unsafe others >= Self.patience && !queue.isEmpty { return handRoleOn() }
      guard var next = unsafe queue.popFirst() else { return giveUpRole() }
      // Who waits for the store to be idle is woken, and what is retired is let go of, where the role
      // is given up with the lock.
      let isSomethingWaiting =
        unsafe isClosed || !queue.isEmpty || !idleWaiters.isEmpty || !retiredObservers.isEmpty
      role.pass(to: thread, isSomethingWaiting: isSomethingWaiting)
      deliver(&next)
      if unsafe !next.isReentrant { others += 1 }
      if isKnownUniquelyReferenced(&next) { next.putAside(self) }
      // `next` may be the last reference to what somebody wrote: it is released here, without the
      // lock.
    } while !role.giveUp(thread)
  }

  /// Ends delivering, with the lock held and nothing queued; gives the lock back.
  private final func giveUpRole() {
    let leftovers = isClosed ? takeEverything() : nil
    let retired = retiredObservers
    retiredObservers = []
    role.giveUp()
    let waiters = takeIdleWaiters()
    leave()
    withExtendedLifetime(retired) {}
    wake(waiters)
    leftovers?.finish()
  }

  /// Lets a task deliver what is queued, with the lock held; gives the lock back.
  private final func handRoleOn() {
    role.pass(to: DeliveryRole.task, isSomethingWaiting: true)
    leave()
    // Holds the engine and not the store: a store that is freed meanwhile has closed its engine, which
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
