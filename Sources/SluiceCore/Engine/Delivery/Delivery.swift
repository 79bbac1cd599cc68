import SluiceLocks

/// Something pending in the queue, to be delivered to observers in the order of the store's lock.
package struct Delivery {
  package enum Content {
    case commit(CommitDelivery)
    /// A call that has its place in the order, with its ticket, and the commit that led to it; `nil` for
    /// none.
    case call(Cause?, @Sendable (_ ticket: Int) -> Void)
  }

  let content: Content
  /// The position in the order of all deliveries.
  let ticket: Int
  /// Whether the thread that has the turn enqueued this.
  let isReentrant: Bool
}

extension Core {
  /// Calls a closure on the thread that delivers, after what has its place before it; not if the store is
  /// closed.
  ///
  /// - Parameter body: Called with the ticket of the call.
  package final func deliver(_ body: @escaping @Sendable (_ ticket: Int) -> Void) {
    let held = enter("delivery")
    if isClosed { return leave(held) }
    enqueue(.call(nil, body), held)
    leaveAndDeliver(held)
  }

  /// Has the interceptors notified of the start or end of a run; the caller delivers.
  package final func enqueue(_ event: EffectEvent, for cause: Cause, _ held: borrowing Held) {
    let notify = { @Sendable [unowned self] (ticket: Int) in
      self.observers.notifyInterceptors(ticket, self) { $0.effectChanged(event) }
    }
    enqueue(.call(cause, notify), held)
  }
}

extension StateSource {
  /// Calls a closure once every earlier commit has been delivered, on the thread that delivers.
  ///
  /// - Returns: The number of the last earlier commit. `nil` if the closure won't be called: if the
  ///   store is closed, or the calling thread is within a delivery, which must end first.
  package func markDelivery(_ reached: @escaping @Sendable () -> Void) -> Int? {
    let held = core.enter("flush(timeout:)")
    guard !core.isClosed, !core.turn.isHeld(by: held.thread) else {
      core.leave(held)
      return nil
    }
    let number = core.number
    core.enqueue(.call(nil) { _ in reached() }, held)
    core.leaveAndDeliver(held)
    return number
  }
}
