import SluiceLocks

// The life of an action, from `dispatch` to the last observer. The turn and the lock of a commit are
// taken here, and given back here.
//
// Threads take turns at committing and delivering, so that each finds the queue empty and the state
// unshared. Only a thread within a delivery, or one that has waited for the maximum time, commits
// without the turn, and enqueues: read your writes (P1), and two threads that wait for each other
// continue (P4). Commits are numbered under the lock, and delivered in that order: at once by the
// thread that has the turn and finds the queue empty, otherwise from the queue. Whoever enqueues
// marks the turn afterwards, and so does whoever hands it on; a marked turn can't be given up: its
// thread drains the queue first.

extension StateCore {
  /// Reduces an action, and delivers it to whoever observes the store.
  ///
  /// Inlined where the type is known: while nobody observes, the handler receives it without a box.
  @inlinable
  func dispatch<A: Action>(_ action: A, note: String?, site: ActionOrigin.Site) {
    if demands.isEmpty {
      let held = enter("dispatch(action:)")
      // Again, because an observer may have been added before the lock was acquired.
      if demands.isEmpty { return reduceUnobserved(action, held) }
      leave(held)
    }
    dispatch(DispatchedAction(action, DispatchContext(site: site, note: note)))
  }

  /// Dispatches an action whose type is known only at run time.
  @inlinable
  func dispatchOpened(_ action: any Action, note: String?, site: ActionOrigin.Site) {
    if demands.isEmpty {
      let held = enter("dispatch(action:)")
      if demands.isEmpty { return reduceUnobserved(opening: action, held) }
      leave(held)
    }
    dispatch(DispatchedAction(action, DispatchContext(site: site, note: note)))
  }
}

extension Core {
  /// Sends an action through the middleware, if there is any, which commits it.
  @usableFromInline
  package final func dispatch(_ dispatched: borrowing DispatchedAction) {
    if demands.contains(.middleware) { return passThroughMiddleware(dispatched) }
    commit(dispatched)
  }

  /// Makes one commit: reduces an action, or restores a state; then delivers or enqueues it.
  ///
  /// - Parameters:
  ///   - restore: Returns the state to restore, or `nil` if there is none. Called with the lock held.
  ///   - others: Enqueues the commits that follow this one in the same locked section.
  /// - Returns: Whether the commit was made: not if its run was cancelled, or the store is closed.
  @discardableResult
  final func commit(
    _ dispatched: borrowing DispatchedAction,
    restoring restore: ((borrowing Held) -> RestoredState?)? = nil,
    followedBy others: ((borrowing Held) -> Void)? = nil
  ) -> Bool {
    let thread = Platform.currentThread()
    let isMine = turn.tryAcquire(thread) || waitForTurn(thread)
    let held = enter("dispatch(action:)", thread)
    assert(!isMine || turn.isHeld(by: thread))
    // The run of a cancelled effect was cancelled under this lock.
    let isDropped = isRefused(dispatched.type, dispatched.context, held)
    let restored = isDropped ? nil : restore?(held)
    if isDropped || restore != nil && restored == nil {
      let reports = takeReports(held)
      leave(held)
      if isMine, !turn.release(thread) { endTurn(thread) }
      report(all: reports)
      return false
    }
    var next: CommitDelivery? = makeCommit(dispatched, restoring: restored, held)
    let isNext = isMine && queue.isEmpty
    let removed = isNext && observers.hasChanges ? observers.applyChanges() : []
    // From here on, only the queue retains the states.
    if !isNext, let commit = next.take() { enqueue(.commit(consume commit), held) }
    others?(held)
    let reports = hasReports ? takeReports(held) : []
    leave(held)
    if var commit = next.take() { deliver(&commit) }
    if !isNext || others != nil { drainOrMark(thread) }
    // Only now: nothing of the program's runs before the first observer has the commit.
    withExtendedLifetime((restored, removed)) {}
    if isMine, !turn.release(thread) { endTurn(thread) }
    if isMine { waitForBacklog(thread) }
    report(all: reports)
    return true
  }

  /// Notifies interceptors, selections, effects and follow-ups; the caller has the turn.
  private final func deliver(_ commit: inout CommitDelivery) {
    assert(hasTurn && !isLocked)
    assert(unsafe deliveredNumber == 0 && delivered == nil, "Deliveries don't nest.")
    noteDelivery(commit.ticket)
    if commit.measuresReads { beginReads(of: commit) }
    deliveredNumber = commit.number
    delivered = unsafe commit.record.map { unsafe .passUnretained($0) }
    // Unless nobody is called.
    let hasFrame = (commit.new != nil || commit.record != nil) && mayHaveFrames
    if hasFrame { enterFrame() }
    observers.notify(commit, self)
    // Released first, so that what an effect dispatches finds the state unshared.
    let states = commit.takeStates()
    if let record = commit.record {
      if record.hasEffects { runs?.deliver(record, consume states) }
      if let first = record.followUps.first { first.owner(self).runFollowUps(of: record) }
      if commit.measuresReads { endReads(of: commit) }
      record.cause.chain.tracked?.endOne()
    }
    if hasFrame { leaveFrame() }
    delivered = nil
    deliveredNumber = 0
  }

  /// Gives up the turn once everything pending is delivered, or hands it on after a bounded
  /// share of other threads' commits.
  private final func endTurn(_ thread: UInt) {
    assert(turn.isHeld(by: thread))
    var share = TurnShare()
    repeat {
      if drain(&share, thread) { continue }
      // Retains the core and not the store: a store that is freed meanwhile has closed its core.
      if !turn.pass(thread) { Platform.startTask { self.drainOrMark(Platform.currentThread()) } }
      return
    } while !turn.release(thread)
  }

  /// Delivers the queue; the caller has the turn.
  ///
  /// - Returns: Whether nothing is pending; `false` if the caller has done its share.
  private final func drain(_ share: inout TurnShare, _ thread: UInt) -> Bool {
    assert(turn.isHeld(by: thread))
    while true {
      let held = enter("delivery")
      let removed = observers.applyChanges()
      guard !queue.isEmpty else {
        turn.unmark(thread)
        let ending = takeEnding(held)
        leave(held)
        ending?.finish()
        withExtendedLifetime(removed) {}
        return true
      }
      var dequeued = dequeue(&share, held)
      leave(held)
      withExtendedLifetime(removed) {}
      // Moved, as into the queue: to copy it would cost more than to deliver it.
      guard let next = dequeued.take() else { return false }
      let ticket = next.ticket
      switch (consume next).content {
      case .commit(var commit): deliver(&commit)
      case .call(let cause?, let call): callLate(for: cause, nil) { call(ticket) }
      case .call(nil, let call): call(ticket)
      }
    }
  }

  /// Delivers the queue, or leaves that to the thread that has the turn.
  final func drainOrMark(_ thread: UInt) {
    assert(!lock.isHeld(by: thread))
    while !turn.mark() {
      if turn.acquire(thread, until: 0) { return endTurn(thread) }
    }
  }
}
