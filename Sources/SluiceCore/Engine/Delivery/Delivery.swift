import SluiceLocks

/// Something pending in the queue, to be delivered to observers in the order of the store's lock.
package struct Delivery {
  package enum Content {
    case commit(CommitDelivery)
    /// The start or end of a run.
    case effectEvent(EffectEvent, Cause)
    /// Selected values may have changed without a commit: an override was set or reset.
    case reselection(AnyStateBox, version: Int)
    /// The runs of selectors and observers since the last commit was delivered.
    case reads
    /// A point in the order, for ``StateSource/markDelivery(_:)``.
    case mark(@Sendable () -> Void)
  }

  let content: Content
  /// The position in the order of all deliveries.
  let ticket: Int
  /// Whether the thread that has the turn enqueued this.
  let isReentrant: Bool
}

extension Core {
  /// Notifies the observers of an item of the queue that isn't a commit; the caller has the turn.
  final func deliverEvent(_ next: Delivery) {
    assert(hasTurn && deliveredNumber == 0)
    switch next.content {
    case .commit: assertionFailure("A commit has a delivery of its own.")
    case .effectEvent(let event, let cause):
      callLate(for: cause, nil) { observers.notify(event, next.ticket, self) }
    case .reselection(let box, let version):
      observers.notifySelections(of: box, version, next.ticket, self)
    case .reads: deliverReads(projectorWatch.reads.take(), next.ticket)
    case .mark(let reached): reached()
    }
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
    core.enqueue(.mark(reached), held)
    core.leaveAndDeliver(held)
    return number
  }
}
