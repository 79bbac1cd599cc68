// What a dispatch does when somebody watches: it becomes a commit that is delivered.

extension StoreCore {
  /// Goes on where `dispatch` stopped, with the lock held, and gives it back.
  @usableFromInline
  @inline(never)
  func dispatchWatched<A: Action>(
    _ action: A,
    note: String?,
    site: ActionOrigin.Site,
    thread: UInt
  ) {
    if unsafe demands.contains(.middleware) {
      let entries = middleware
      leave()
      process(action, through: entries[...], note: note, site: site)
    } else {
      commit(action, note: note, site: site, effect: nil, run: nil, thread: thread)
    }
  }

  /// What an effect, or a middleware, dispatches: after the middleware, or past it.
  func commit(
    _ action: any Action,
    note: String?,
    site: ActionOrigin.Site,
    effect: EffectRunID? = nil,
    run: EffectRun? = nil
  ) {
    func open<A: Action>(_ action: A) {
      let thread = enter("dispatch(action:)")
      commit(action, note: note, site: site, effect: effect, run: run, thread: thread)
    }
    open(action)
  }

  /// Reduces with the lock held, gives the lock back, and delivers if nobody else does.
  private func commit<A: Action>(
    _ action: A,
    note: String?,
    site: ActionOrigin.Site,
    effect: EffectRunID?,
    run: EffectRun?,
    thread: UInt
  ) {
    // A cancelled run's action is dropped here, under the lock under which it was cancelled.
    guard !isClosed, run?.isCancelled != true else { return leave() }

    let demands = unsafe demands
    let old = demands.contains(.oldState) ? unsafe box : nil
    let begin = demands.isDisjoint(with: [.instant, .timing]) ? nil : ContinuousClock.now
    let isHandled = reduce(action)
    let reducingTime = demands.contains(.timing) ? begin.map { .now - $0 } : nil
    unsafe number &+= 1
    guard demands.contains(.delivery) else { return leave() }

    let (cause, chain) = cause(of: A.self, effect: effect, run: run, thread: thread)
    let record = CommitRecord(
      number: unsafe number,
      version: unsafe version,
      action: action,
      origin: ActionOrigin(site: site, note: note, cause: cause),
      instant: demands.contains(.instant) ? begin : nil,
      reducingTime: reducingTime,
      chain: chain,
      isHandled: isHandled
    )
    let loop = wasLoopReported ? nil : chain.loop
    if loop != nil { wasLoopReported = true }
    let new = demands.contains(.newState) ? unsafe box : nil
    enqueue(Delivery(.commit(record), old: old, new: new), thread: thread)
    if let loop { report(.actionLoop(loop)) }
  }

  /// What led to an action: the run that dispatches it, or the commit that this thread delivers.
  private func cause(
    of actionType: any Action.Type,
    effect: EffectRunID?,
    run: EffectRun?,
    thread: UInt
  ) -> (ActionOrigin.Cause?, CauseChain) {
    if let run {
      return (
        run.trigger.map { .init(commit: $0.commit, effect: run.id) },
        run.trigger?.chain.extended(by: actionType) ?? CauseChain()
      )
    }
    if let delivering, delivering.thread == thread, let commit = delivering.commit {
      return (
        .init(commit: commit, effect: effect),
        delivering.chain.extended(by: actionType)
      )
    }
    return (nil, CauseChain())
  }

  func report(_ diagnostic: StoreDiagnostic) {
    let handler = locked("onDiagnostic") { $0.onDiagnostic }
    if let handler {
      handler(diagnostic)
    } else {
      Platform.warn("Sluice: \(diagnostic)")
    }
  }
}
