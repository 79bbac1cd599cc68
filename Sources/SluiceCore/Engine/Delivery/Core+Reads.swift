import SluiceLocks

extension Core {
  /// Starts or stops measuring the runs of selectors and observers; the caller holds the lock.
  final func measureReads(_ measures: Bool) {
    let watch = projectorWatch
    watch.reads.begin(after: number, announce: measures ? announceReads() : nil)
    watch.measure(measures)
  }

  /// Returns a closure that has a task deliver what other threads read between two commits.
  ///
  /// Not the thread that reads: interceptors are no part of its call.
  private final func announceReads() -> @Sendable () -> Void {
    // Unowned: the core owns the log, and projectors run only while the core is retained.
    { [unowned self] in
      let core = self
      Platform.startTask {
        core.deliver { core.deliverReads(core.projectorWatch.reads.take(), $0) }
      }
    }
  }

  /// Begins to measure what the delivery of a commit runs; what ran before belongs to the one before.
  @inline(never)
  final func beginReads(of commit: borrowing CommitDelivery) {
    deliverReads(projectorWatch.reads.beginDelivery(of: commit.number), commit.ticket)
  }

  @inline(never)
  final func endReads(of commit: borrowing CommitDelivery) {
    deliverReads(projectorWatch.reads.endDelivery(), commit.ticket)
  }

  /// Notifies the interceptors that want it of what ran; the caller has the turn.
  final func deliverReads(_ reads: CommitReads?, _ ticket: Int) {
    if let reads { observers.notifyInterceptors(ticket, self) { $0.read(reads) } }
  }
}
