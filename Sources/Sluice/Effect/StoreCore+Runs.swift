extension StoreCore {
  /// Starts a run without a lane; nothing when it is too late for it.
  final func start(
    _ entry: EffectEntry,
    _ trigger: EffectRun.Trigger?,
    commit: Int? = nil,
    hasInbox: Bool,
    _ plan: RunPlan
  ) {
    let commit = commit ?? trigger?.commit ?? 0
    let thread = enter("start")
    // What cancels it may have been committed already.
    guard !isClosed, !entry.isCancelled, commit >= entry.horizon else { return leave() }
    if entry.isCounted { activity += 1 }
    let run = makeRun(entry, nil, trigger, commit: commit, hasInbox: hasInbox)
    tell(.started, run, thread: thread)
    launch(run, plan)
  }

  /// Makes a run that is alive from now on, with the lock held.
  final func makeRun(
    _ entry: EffectEntry,
    _ lane: EffectLane?,
    _ trigger: EffectRun.Trigger?,
    commit: Int,
    hasInbox: Bool
  ) -> EffectRun {
    lastRun += 1
    let run = EffectRun(
      id: EffectRunID(effect: entry.name, number: lastRun),
      entry: entry,
      lane: lane,
      trigger: trigger,
      commit: commit,
      inbox: hasInbox ? RunInbox() : nil,
      start: unsafe demands.contains(.effectEvents) ? .now : nil
    )
    entry.runs[lastRun] = run
    return run
  }

  /// Lets a run begin, in a task of its own.
  final func launch(_ run: EffectRun, _ plan: RunPlan) {
    let task = plan.clock.startTask(on: plan.settings.executor) { await self.perform(run, plan) }
    let isTooLate = locked("start") {
      run.task = task
      return run.isOver
    }
    if isTooLate { task.cancel() }
  }

  private final func perform(_ run: EffectRun, _ plan: RunPlan) async {
    do {
      // Cancelled before its first line, perhaps: then there is none.
      if locked("start", { run.isOver }) { return end(run, .ended) }
      if let delay = plan.settings.delay { try await sleep(run, for: delay, on: plan.clock) }
      try await attempt(run, plan)
      end(run, .ended)
    } catch is CancellationError {
      end(run, .ended)
    } catch {
      fail(run, plan, error)
    }
  }

  private final func fail(_ run: EffectRun, _ plan: RunPlan, _ error: any Error) {
    let (isOver, attempt, trigger) = locked("effect") { (run.isOver, run.attempt, run.trigger) }
    if isOver { return end(run, .ended) }
    if let recover = plan.settings.recover, let action = trigger?.action {
      if let answer = recover(error, action) {
        RunContext(core: self, run: run, clock: plan.clock, attempt: attempt).send(answer)
      }
      return end(run, .ended)
    }
    reportFailure(run, trigger, error)
    end(run, .failed(error))
  }

  private final func reportFailure(
    _ run: EffectRun,
    _ trigger: EffectRun.Trigger?,
    _ error: any Error
  ) {
    let handler = locked("onEffectFailure") { onEffectFailure }
    let site = run.entry.site
    let failure = EffectFailure(
      run: run.id,
      error: error,
      action: trigger?.action,
      commit: trigger?.commit,
      position: "\(site.fileID):\(site.line)"
    )
    if let handler {
      handler(failure)
    } else {
      #if DEBUG
        Platform.warn("Sluice: \(failure)")
      #endif
    }
  }

  /// Ends a run that came to its end by itself; does nothing when it was cancelled before.
  private final func end(_ run: EffectRun, _ kind: EffectEvent.Kind) {
    var aftermath = Aftermath()
    let thread = enter("end")
    let entry = run.entry
    guard entry.runs[run.id.number] != nil else { return leave() }
    if run.isOver {
      // Cancelled at a commit that is yet to be delivered.
      sweep(entry, &aftermath)
      leave()
      return settle(aftermath)
    }
    entry.runs[run.id.number] = nil
    if entry.isCounted { activity -= 1 }
    if let lane = run.lane {
      lane.runs[run.commit] = nil
      apply(lane.policy.ended(run.commit), lane, &aftermath)
    }
    tell(kind, run, thread: thread)
    settle(aftermath)
  }

  /// Tells interceptors of an event, if they want to know.
  final func emit(_ kind: EffectEvent.Kind, _ run: EffectRun) {
    tell(kind, run, thread: enter("effect"))
  }

  /// Queues an event for the interceptors that want it, with the lock held; gives it back.
  ///
  /// Told in order with the commits.
  private final func tell(_ kind: EffectEvent.Kind, _ run: EffectRun, thread: UInt) {
    guard unsafe demands.contains(.effectEvents) else {
      let waiters = takeIdleWaiters()
      leave()
      return wake(waiters)
    }
    let event = EffectEvent(
      run: run.id,
      kind: kind,
      commit: run.trigger?.commit,
      duration: {
        if case .started = kind { return nil }
        return run.start.map { .now - $0 }
      }()
    )
    let isAwaited = activity == 0 && !idleWaiters.isEmpty
    enqueue(EffectEventDelivery(event), thread: thread)
    // Whoever delivers the event need not come back to the lock.
    if isAwaited { wakeIfIdle() }
  }
}
