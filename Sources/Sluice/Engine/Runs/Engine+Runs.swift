import Synchronization

extension Engine {
  /// Starts a run for an action, without a lane; nothing when it is too late for it.
  final func start(_ entry: EffectEntry, _ record: CommitRecord, _ work: @escaping RunWork) {
    let held = enter("start")
    _ = runScheduler(held)
    guard mayStart(entry, commit: record.number) else { return leave(held) }
    countIn(entry)
    let run = makeRun(entry, nil, record, work)
    tell(.started, run, held)
    launch(run)
  }

  /// Starts a run that no action by itself set off; nothing when it is too late for it.
  ///
  /// - Parameters:
  ///   - entry: The effect or feedback.
  ///   - commit: What the run is cancelled by.
  ///   - cause: The commit that led to it, if one did.
  ///   - work: What it does.
  final func start(
    _ entry: EffectEntry,
    commit: Int,
    cause: Cause? = nil,
    _ work: @escaping RunWork
  ) {
    let held = enter("start")
    _ = runScheduler(held)
    guard mayStart(entry, commit: commit) else { return leave(held) }
    countIn(entry)
    runs!.lastRun += 1
    let run = EffectRun(
      entry,
      number: runs!.lastRun,
      commit: commit,
      // Without a cause, what is committed from now on is news to it.
      since: unsafe cause?.number ?? number,
      cause: cause,
      start: unsafe demands.contains(.effectEvents) ? CommitRecord.now : nil,
      work
    )
    unsafe entry.runs.insert(run)
    tell(.started, run, held)
    launch(run)
  }

  /// Whether nothing that has been committed already cancels it; with the lock held.
  private final func mayStart(_ entry: EffectEntry, commit: Int) -> Bool {
    !isClosed && !entry.isCancelled && commit >= entry.horizon.load(ordering: .relaxed)
  }

  /// Makes a run for an action that is alive from now on, with the lock held.
  final func makeRun(
    _ entry: EffectEntry,
    _ lane: EffectLane?,
    _ record: CommitRecord,
    _ work: @escaping RunWork
  ) -> EffectRun {
    runs!.lastRun += 1
    let run = EffectRun(
      entry,
      number: runs!.lastRun,
      lane: lane,
      record,
      start: unsafe demands.contains(.effectEvents) ? CommitRecord.now : nil,
      work
    )
    unsafe entry.runs.insert(run)
    return run
  }

  /// Lets a run begin, in a task of its own.
  final func launch(_ run: EffectRun) {
    run.launch(run.entry.startTask { await self.perform(run) })
  }

  private final func perform(_ run: EffectRun) async {
    // Cancelled before its first line, perhaps: then there is none.
    if run.isOver { return end(run, .ended) }
    let context = RunContext(engine: self, run: run, attempt: 0)
    do {
      try await RunContext.$current.withValue(context) {
        if run.entry.isPlain {
          try await run.perform(in: context)
        } else {
          try await performInAttempts(run)
        }
      }
      end(run, .ended)
    } catch is CancellationError {
      end(run, .ended)
    } catch {
      fail(run, error)
    }
  }

  private final func fail(_ run: EffectRun, _ error: any Error) {
    let (isOver, attempt) = locked("effect") { _ in unsafe (run.isOver, run.attempt) }
    if isOver { return end(run, .ended) }
    if let recover = run.entry.settings.recover {
      if let answer = recover(error, run.shownAction) {
        RunContext(engine: self, run: run, attempt: attempt).send(answer)
      }
      return end(run, .ended)
    }
    reportFailure(run, error)
    end(run, .failed(error))
  }

  private final func reportFailure(_ run: EffectRun, _ error: any Error) {
    let (handler, cause) = locked("onEffectFailure") { _ in unsafe (notices.onEffectFailure, run.causeNumber) }
    let site = run.entry.site
    let failure = EffectFailure(
      run: run.id,
      error: error,
      action: run.shownAction,
      commit: cause == 0 ? nil : cause,
      origin: run.origin,
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
    let held = enter("end")
    guard unsafe run.place >= 0 else { return leave(held) }
    if unsafe run.lane == nil && run.inbox == nil && !run.isOver {
      // Nothing follows from it but that there is one less.
      let log = unsafe run.entry.runs.remove(run) ? countOut(run.entry) : nil
      tell(kind, run, held)
      return withExtendedLifetime(log) {}
    }
    var aftermath = Aftermath()
    if run.isOver {
      // Cancelled at a commit that is yet to be delivered.
      sweep(run.entry, &aftermath)
      leave(held)
      return settle(aftermath)
    }
    remove(run, &aftermath)
    if let lane = run.lane {
      lane.runs[run.commit] = nil
      apply(lane.policy.ended(run.commit), lane, &aftermath)
    }
    tell(kind, run, held)
    settle(aftermath)
  }

  /// Tells interceptors of an event, if they want to know.
  final func emit(_ kind: EffectEvent.Kind, _ run: EffectRun) {
    tell(kind, run, enter("effect"))
  }

  /// Queues an event for the interceptors that want it, with the lock held; gives it back.
  ///
  /// Told in order with the commits.
  private final func tell(_ kind: EffectEvent.Kind, _ run: EffectRun, _ held: consuming Held) {
    if unsafe demands.contains(.effectEvents) {
      let cause = unsafe run.causeNumber
      let event = EffectEvent(
        run: run.id,
        kind: kind,
        commit: cause == 0 ? nil : cause,
        duration: {
          if case .started = kind { return nil }
          return run.start.map { CommitRecord.now - $0 }
        }()
      )
      enqueue(EffectEventDelivery(event), held)
    }
    let waiters = takeIdleWaiters(held)
    leaveAndDeliver(held)
    wake(waiters)
  }
}
