import SluiceLocks

/// Something pending in the queue, to be delivered to observers in the order of the store's lock.
package struct Delivery {
  package enum Content {
    case commit(CommitDelivery)
    /// The start or end of a run; indirect, since the queue moves as many bytes for a commit as for this.
    indirect case effectEvent(EffectEvent, Cause)
    /// Selected values may have changed without a commit: an override was set or reset.
    case reselection(AnyStateBox, version: Int)
    /// The runs of selectors and observers since the last commit was delivered.
    case reads
    /// A call that has its place in the order, and the commit that led to it; `nil` for none.
    case call(Cause?, @Sendable () -> Void)
  }

  let content: Content
  /// The position in the order of all deliveries.
  let ticket: Int
  /// Whether the thread that has the turn enqueued this.
  let isReentrant: Bool
}

extension Core {
  /// Notifies the observers of an item of the queue that isn't a commit; the caller has the turn.
  final func deliver(_ event: Delivery.Content, _ ticket: Int) {
    assert(hasTurn && deliveredNumber == 0)
    switch event {
    case .commit: assertionFailure("A commit has a delivery of its own.")
    case .effectEvent(let event, let cause):
      callLate(for: cause, nil) { observers.notify(event, ticket, self) }
    case .reselection(let box, let version):
      observers.notifySelections(of: box, version, ticket, self)
    case .reads: deliverReads(projectorWatch.reads.take(), ticket)
    case .call(let cause?, let body): callLate(for: cause, nil, body)
    case .call(nil, let body): body()
    }
  }
}

extension Core {
  /// Calls a closure on the thread that delivers, after what has its place before it; not if the store is
  /// closed.
  package final func deliver(_ body: @escaping @Sendable () -> Void) {
    let held = enter("delivery")
    if isClosed { return leave(held) }
    enqueue(.call(nil, body), held)
    leaveAndDeliver(held)
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
    core.enqueue(.call(nil, reached), held)
    core.leaveAndDeliver(held)
    return number
  }
}
