import SluiceCore
import SluiceLocks

// The life of a run: it starts in one locked section, with its number and its event; works in its
// own task; and ends in another locked section.

extension RunScheduler {
  /// Starts a run for an action, unless a later commit already cancels the run.
  func start(_ entry: EffectEntry, _ trigger: StartingCommit, _ work: @escaping RunWork) {
    let run = EffectRun(entry, core, trigger, work)
    let held = core.enter("effect")
    var deferred = DeferredWork()
    start(run, &deferred, held)
    finish(deferred, held)
  }

  /// Starts a run that isn't started by an action.
  ///
  /// - Parameter cause: The commit that led to it, if one did.
  func start(
    _ run: EffectRun,
    cause: Cause?,
    _ deferred: inout DeferredWork,
    _ held: borrowing Held
  ) {
    if let cause { run.cause = cause }
    // Without a cause, later commits are new to the run.
    run.since = cause?.number ?? core.number
    start(run, &deferred, held)
  }

  private func start(
    _ run: EffectRun,
    _ deferred: inout DeferredWork,
    _ held: borrowing Held
  ) {
    guard mayStart(in: run.scope, commit: run.commit, run.tracked, held) else {
      return deferred.release(run)
    }
    countIn(run.entry, run.scope, run.tracked, held)
    insert(run, &deferred, held)
  }

  /// Returns whether nothing cancels the run of a commit.
  func mayStart(
    in scope: RunScope,
    commit: Int,
    _ tracked: TrackedWork?,
    _ held: borrowing Held
  ) -> Bool {
    assert(!core.isClosed || self.scope.hasEnded)
    return !scope.isCancelled(at: commit) && tracked?.hasEnded != true
  }

  /// Numbers a run and adds it to the live runs.
  func insert(_ run: EffectRun, _ deferred: inout DeferredWork, _ held: borrowing Held) {
    assert(run.number == 0 && core.lock.isHeld(by: held.thread))
    lastRun += 1
    run.number = lastRun
    if core.demands.contains(.effectEvents) { run.begin = CommitRecord.now }
    run.scope.runs.insert(run)
    enqueue(.started, of: run, &deferred, held)
    if !runObservers.isEmpty { noteLife(of: run, &deferred, held) }
    deferred.start(run)
  }

  /// Starts the run's task.
  func launch(_ run: EffectRun) {
    // Not a child of the delivering task: see `startTask(_:)`.
    run.launch(run.entry.startTask { await self.perform(run) })
  }

  private func perform(_ run: EffectRun) async {
    if let gate = run.entry.clock.gate { await run.pass(gate) }
    // A run cancelled before it begins doesn't call user code.
    if run.isOver { return end(run, .ended) }
    var failures = 0
    do {
      if run.entry.isPlain {
        try await RunContext<Void>(attempt: RunAttempt(of: run)).perform()
      } else {
        try await run.performInAttempts(&failures)
      }
      end(run, .ended)
    } catch is CancellationError {
      end(run, .ended)
    } catch {
      fail(run, error, attempt: max(1, failures))
    }
  }

  private func fail(_ run: EffectRun, _ error: any Error, attempt: Int) {
    if core.locked("effect", { _ in run.isOver }) { return end(run, .ended) }
    if let recover = run.entry.settings.recover, !(error is any UnrecoverableError) {
      let context = AttemptContext(run, attempt: attempt)
      context.run.answer(context.perform { recover(error, $0) })
      return end(run, .ended)
    }
    reportFailure(of: run, error)
    end(run, .failed(error))
  }

  func reportFailure(of run: EffectRun, _ error: any Error) {
    let cause = core.locked("onEffectFailure") { _ in run.cause.number }
    report(
      EffectFailure(
        run: run.id,
        error: error,
        action: run.trigger?.action,
        commit: cause == 0 ? nil : cause,
        origin: run.trigger?.origin,
        position: run.entry.position
      )
    )
  }

  /// Notifies the handler of failures; without one, prints the failure in debug builds, or lets an
  /// error that is always heard of report itself.
  func report(_ failure: EffectFailure) {
    if let handler = core.locked("onEffectFailure", { _ in core.notices.onEffectFailure }) {
      handler(failure)
    } else if let error = failure.error as? any UnrecoverableError {
      error.reportUnhandled()
    } else {
      #if DEBUG
        Platform.warn("Sluice: \(failure)")
      #endif
    }
  }

  /// Ends a run that finished by itself; does nothing if it was cancelled before.
  private func end(_ run: EffectRun, _ kind: EffectEvent.Kind) {
    let held = core.enter("effect")
    var deferred = DeferredWork()
    run.isDone = true
    if let grace = run.grace.take() { deferred.cancel(grace) }
    if run.hasEnded(held) {
      leave(run, &deferred, held)
    } else if run.isOver {
      // Cancelled at a commit that isn't delivered yet.
      sweep(run.scope, &deferred, held)
    } else if run.isRequested, run.entry.settings.pause != nil {
      let next = EffectRun(repeating: run, held)
      // Counted before the one that ended isn't: the store is not idle in between.
      countIn(next.entry, next.scope, next.tracked, held)
      remove(run, kind, &deferred, held)
      run.lane?.runs[run.commit] = next
      insert(next, &deferred, held)
    } else {
      remove(run, kind, &deferred, held)
      leave(run, &deferred, held)
      forget(run.scope, &deferred, held)
    }
    finish(deferred, held)
  }

  /// Has a run that has come to its end give its place in the lane to the next one.
  private func leave(_ run: EffectRun, _ deferred: inout DeferredWork, _ held: borrowing Held) {
    guard let lane = run.lane, lane.runs[run.commit] === run else { return }
    lane.runs[run.commit] = nil
    apply(lane.policy.ended(run.commit), to: lane, &deferred, held)
  }

  /// Cancels the task of a run that its own answer ended, if it has not come to its end after a second.
  func dismiss(_ run: EffectRun) {
    let clock = run.entry.clock
    let grace = run.entry.startTask {
      do { try await clock.sleep(for: .seconds(1)) } catch { return }
      run.cancelTask()
    }
    let isDone = core.locked("effect") { _ in
      if !run.isDone { run.grace = grace }
      return run.isDone
    }
    if isDone { Platform.cancel(grace) }
  }

  /// Removes a run from the live runs.
  func remove(
    _ run: EffectRun,
    _ kind: EffectEvent.Kind,
    _ deferred: inout DeferredWork,
    _ held: borrowing Held
  ) {
    let entry = run.entry
    guard run.scope.runs.remove(run) else { return }
    run.markEnded()
    awaited.removeInbox(ofRun: run.number, &deferred)
    if !run.endings.isEmpty { deferred.call(run.takeEndings(held)) }
    countOut(entry, run.scope, run.tracked, &deferred, held)
    enqueue(kind, of: run, &deferred, held)
    if !runObservers.isEmpty { noteLife(of: run, &deferred, held) }
  }

  // MARK: - Counting

  /// Counts a new run, or an action that waits to start one.
  func countIn(
    _ entry: EffectEntry,
    _ scope: RunScope,
    _ tracked: TrackedWork?,
    _ held: borrowing Held
  ) {
    assert(core.lock.isHeld(by: held.thread))
    scope.useCount += 1
    entry.pending += 1
    if entry.isCounted { activity += 1 }
    if entry.listens { listening.wrappingAdd(1, ordering: .relaxed) }
    tracked?.begin(held)
  }

  /// Stops counting a run or waiting action.
  func countOut(
    _ entry: EffectEntry,
    _ scope: RunScope,
    _ tracked: TrackedWork?,
    _ deferred: inout DeferredWork,
    _ held: borrowing Held
  ) {
    release(scope, &deferred, held)
    entry.pending -= 1
    assert(entry.pending >= 0)
    if entry.isCounted { activity -= 1 }
    if let tracked { deferred.resume(tracked.endOne(held)) }
    if entry.listens, listening.wrappingSubtract(1, ordering: .relaxed).newValue == 0 {
      awaited.removeActions(&deferred)
    }
  }
}
