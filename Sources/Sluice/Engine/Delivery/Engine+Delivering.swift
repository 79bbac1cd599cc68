// Delivery in order. The role of delivering is acquired in the same critical sections in which
// commits are numbered and enqueued. So a commit is either enqueued while a thread has the role,
// and that thread finds it before giving up the role; or it finds the role free and the queue
// empty, and its thread acquires the role. Either way commits are delivered in the order of the
// lock, which is that of their numbers, never two at a time.

extension Engine {
  /// The maximum number of other threads' commits that a thread delivers after its own, and the
  /// maximum time in nanoseconds, before it hands the role over.
  private static var mostForOthers: Int { 64 }
  private static var longestForOthers: UInt64 { 100_000 }
  private static var longQueue: Int { 10_000 }

  /// Delivers the engine's own record; the caller has the role, and the queue is empty.
  final func deliverOwnRecord(_ own: Unmanaged<CommitRecord>, _ held: consuming Held) {
    let thread = held.thread
    // If the role was handed over, observers may have been added and removed meanwhile.
    let removed = observers.hasChanges ? observers.makeChanges() : []
    ticket &+= 1
    let routes = unsafe own._withUnsafeGuaranteedRef { record in
      record.ticket = ticket
      delivering.cause = record.cause
      return record.routes(runs)
    }
    leave(held)
    withExtendedLifetime(removed) {}
    unsafe own._withUnsafeGuaranteedRef { record in
      record.notify(observers)
      if isKnownUniquelyReferenced(&delivering.record) { record.releaseStates(self) }
      record.runEffects(routes, self)
    }
    // An observer that retains the commit retains this record; the next commit gets another.
    let isKept = unsafe own._withUnsafeGuaranteedRef { $0.isKept }
    if !isKept && isKnownUniquelyReferenced(&delivering.record) || seeded(.recyclesKept) {
      unsafe own._withUnsafeGuaranteedRef { $0.clear(self) }
    } else {
      delivering.record = nil
    }
    if !role.giveUp(thread) { deliverQueued(thread) }
  }

  /// Delivers a commit without a record, to selections only; the caller has the role, and the queue
  /// is empty.
  @usableFromInline
  final func deliverToSelections(_ box: consuming AnyStateBox, _ held: consuming Held) {
    let thread = held.thread
    let removed = observers.hasChanges ? observers.makeChanges() : []
    ticket &+= 1
    delivering.cause = Cause(number: number)
    let (ticket, version) = (ticket, version)
    leave(held)
    withExtendedLifetime(removed) {}
    observers.select(from: box, version: version, ticket: ticket)
    if !role.giveUp(thread) { deliverQueued(thread) }
    waitForBacklog(thread)
  }

  /// Appends a delivery to the queue, and assigns its position in the order.
  final func enqueue(_ delivery: consuming Delivery, _ held: borrowing Held) {
    ticket &+= 1
    delivery.ticket = ticket
    delivery.isReentrant = role.thread == held.thread
    queue.append(delivery)
  }

  /// Releases the lock; delivers the queue, unless another thread does.
  final func leaveAndDeliver(_ held: consuming Held) {
    let thread = held.thread
    while !queue.isEmpty {
      if role.callBack() { break }
      if role.take(thread) {
        leave(held)
        return deliverQueued(thread)
      }
    }
    let isLong = queue.count >= Self.longQueue && !notices.wasQueueReported
    if isLong { notices.wasQueueReported = true }
    leave(held)
    if isLong { report(.longQueue(count: Self.longQueue)) }
  }

  /// Delivers the queue until it is empty or another thread continues; called by the thread that
  /// has the role.
  @inline(never)
  @usableFromInline
  final func deliverQueued(_ thread: UInt) {
    var others = 0
    var begin: UInt64 = 0
    repeat {
      let held = enter("delivery")
      let removed = observers.hasChanges ? observers.makeChanges() : []
      if queue.isEmpty {
        giveUpRole(held)
        return withExtendedLifetime(removed) {}
      }
      if others > 0,
        others >= Self.mostForOthers || Platform.now &- begin > Self.longestForOthers
      {
        handRoleOn(held)
        return withExtendedLifetime(removed) {}
      }
      guard var next = queue.popFirst() else { return }
      // Everything else pending is served when the role is given up with the lock held.
      role.pass(to: thread, isSomethingWaiting: isSomethingWaiting(held))
      if !next.isReentrant {
        if others == 0 { begin = Platform.now }
        others += 1
      }
      deliver(&next, held)
      if isKnownUniquelyReferenced(&next) { next.recycle(self) }
      // `removed` and `next` may be the last references to user objects: they are released here,
      // without the lock.
      withExtendedLifetime(removed) {}
    } while !role.giveUp(thread)
  }

  private final func isSomethingWaiting(_ held: borrowing Held) -> Bool {
    isClosed || !queue.isEmpty || !line.isEmpty || runs?.hasIdleWaiters(held) == true
  }

  private final func deliver(_ delivery: inout Delivery, _ held: consuming Held) {
    delivering.cause = delivery.cause
    let routes = delivery.routes(runs)
    leave(held)
    delivery.notify(observers)
    if isKnownUniquelyReferenced(&delivery) { delivery.releaseStates(self) }
    delivery.runEffects(routes, self)
  }

  /// Hands the role to the next thread in line, or gives it up; the queue is empty.
  private final func giveUpRole(_ held: consuming Held) {
    let remains = isClosed ? removeEverything(held) : nil
    delivering.cause = Cause()
    let next: TurnLine.Waiter?
    if let due = line.handOverIfDue() {
      role.pass(to: due.thread, isSomethingWaiting: isSomethingWaiting(held))
      next = due
    } else {
      next = line.wakeNext()
      role.giveUp(isSomethingWaiting: !line.isEmpty)
    }
    let waiters = seeded(.forgetsIdle) ? [] : runs?.takeIdleWaiters(held) ?? []
    leave(held)
    next?.sleeper.wake()
    for waiter in waiters { waiter.resume() }
    remains?.finish()
  }

  /// Hands the role to another thread that delivers the queue: the next in line, otherwise a
  /// task's.
  private final func handRoleOn(_ held: consuming Held) {
    delivering.cause = Cause()
    if let next = line.handOver() {
      role.pass(to: next.thread, isSomethingWaiting: true)
      leave(held)
      return next.sleeper.wake()
    }
    role.passToTask()
    leave(held)
    // Retains the engine and not the store: a store that is freed meanwhile has closed its engine,
    // which releases everything once the queue is empty.
    if !seeded(.handsRoleToNobody) { Platform.startTask { self.deliverInTask() } }
  }

  private final func deliverInTask() {
    let held = enter("delivery")
    // A dispatcher may have acquired the role first.
    guard role.isWithTask else { return leave(held) }
    let thread = held.thread
    role.pass(to: thread, isSomethingWaiting: true)
    leave(held)
    deliverQueued(thread)
  }

  /// Whether the queue is empty and no thread delivers, so that no commit follows by itself.
  ///
  /// If only a delivery is in progress, its thread acquires the lock when it has finished.
  final func isAtRest(_ held: borrowing Held) -> Bool {
    isClosed || queue.isEmpty && !role.callBack()
  }
}
