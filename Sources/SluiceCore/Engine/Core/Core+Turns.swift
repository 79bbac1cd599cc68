import SluiceLocks

extension Core {
  /// Waits for the turn, fairly and for a bounded time.
  ///
  /// - Returns: Whether the thread has the turn now; `false` within a delivery, or at the bound.
  @inline(never)
  final func waitForTurn(_ thread: UInt) -> Bool {
    if turn.isHeld(by: thread) || demands.contains(.closed) { return false }
    preconditionOutsideReducer("dispatch(action:)")
    if turn.acquire(thread, until: Platform.now + Self.maximumWait(behind: pendingCount)) {
      return true
    }
    noteMaximumWait()
    return false
  }

  /// The maximum time that a dispatcher waits, in nanoseconds.
  ///
  /// Grows with the number of pending deliveries, so that threads that dispatch faster than their
  /// observers can follow are delayed (P11).
  static func maximumWait(behind count: Int) -> UInt64 {
    assert(count >= 0)
    return min(5_000_000 + 10_000 * UInt64(count), 100_000_000)
  }

  /// The number of deliveries in the queue, and of values in mailboxes of sinks on actors.
  private final var pendingCount: Int {
    queueCount.load(ordering: .relaxed) + backlogCount
  }

  /// Appends a delivery to the queue; the caller marks the turn after unlocking.
  package final func enqueue(_ content: consuming Delivery.Content, _ held: borrowing Held) {
    assert(lock.isHeld(by: held.thread))
    ticket &+= 1
    let isReentrant = turn.isHeld(by: held.thread)
    assert(queue.last.map { $0.ticket < ticket } ?? true)
    queue.append(Delivery(content: consume content, ticket: ticket, isReentrant: isReentrant))
    queueCount.store(queue.count, ordering: .relaxed)
    guard queue.count >= Self.longQueue, notices.isFirst(.longQueue) else { return }
    notices.pending.append { .longQueue(count: Core.longQueue) }
  }

  /// Returns the next delivery; `nil` if there is none, or the thread has done its share.
  final func dequeue(_ share: inout TurnShare, _ held: borrowing Held) -> Delivery? {
    assert(lock.isHeld(by: held.thread) && turn.isHeld(by: held.thread))
    guard let next = queue.popFirst() else { return nil }
    guard share.admits(next.isReentrant) else {
      queue.prepend(next)
      return nil
    }
    queueCount.store(queue.count, ordering: .relaxed)
    return next
  }

  private static var longQueue: Int { 10_000 }

  /// Releases the lock after something was enqueued, and has it delivered.
  package final func leaveAndDeliver(_ held: consuming Held) {
    let thread = held.thread
    let reports = takeReports(held)
    leave(held)
    drainOrMark(thread)
    report(all: reports)
  }

  /// Whether the queue is empty and no thread has the turn, so that no commit follows by itself.
  ///
  /// A thread that has the turn acquires the lock before it gives it up.
  package final func isAtRest(_ held: borrowing Held) -> Bool {
    assert(lock.isHeld(by: held.thread))
    return isClosed || queue.isEmpty && !turn.mark()
  }

  /// What ends when a thread has delivered everything: a closed store's observers, and the waits of
  /// tasks for an idle store.
  final class Ending {
    private var remains: Remains?
    private let waiters: [CheckedContinuation<Void, Never>]

    fileprivate init(_ remains: consuming Remains?, _ waiters: [CheckedContinuation<Void, Never>]) {
      self.remains = remains
      self.waiters = waiters
    }

    func finish() {
      remains?.finish()
      // Released before anybody is told that the store is closed.
      remains = nil
      for waiter in waiters { waiter.resume() }
    }
  }

  /// Called by the thread that has the turn, with an empty queue.
  ///
  /// - Returns: `nil` if nothing ends, as usual.
  final func takeEnding(_ held: borrowing Held) -> Ending? {
    assert(lock.isHeld(by: held.thread) && turn.isHeld(by: held.thread))
    assert(queue.isEmpty)
    var waiters = runs?.takeIdleWaiters(held) ?? []
    if !isClosed && waiters.isEmpty { return nil }
    let remains = isClosed ? removeEverything(held) : nil
    if isClosed, let closer = closing?.closer.take() { waiters.append(closer) }
    return Ending(remains, waiters)
  }

  /// Has observers measured after a wait for the turn that took the maximum time, and reports one
  /// whose call has already taken long.
  ///
  /// One such wait proves nothing: the delivering thread may have been suspended. So the observer's
  /// own time decides.
  private final func noteMaximumWait() {
    let call = locked("dispatch(action:)") { _ in
      isClosed || notices.reportedOnce.contains(StoreDiagnostic.ID.longWait.rawValue)
        ? nil : observers.measureCalls()
    }
    if let call { reportLongWait(for: call.label, call.time) }
  }

  /// Reports, once, that dispatches wait for a slow observer.
  final func reportLongWait(for observer: String, _ nanoseconds: UInt64) {
    locked("delivery") { _ in observers.stopMeasuringCalls() }
    report(once: .longWait(for: observer, took: .nanoseconds(Int64(nanoseconds))))
  }
}
