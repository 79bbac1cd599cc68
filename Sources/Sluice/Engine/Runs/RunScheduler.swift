/// Runs the effects, feedbacks and follow-ups of one engine.
///
/// Has two entrances and one exit. ``commit(_:_:)`` is called when a commit is made, with the engine's
/// lock held: what the commit cancels is cancelled there. ``deliver(_:to:)`` and
/// ``runFollowUps(_:of:)`` are called by the thread that delivers the commit, without the lock: what
/// the commit starts is started there. What effects answer goes out through
/// ``Engine/dispatch(_:_:)``.
///
/// An engine makes its scheduler when it first needs one. The scheduler's own fields, and those of
/// entries, lanes and runs that say so, are guarded by the engine's lock. Nothing of the user's is
/// released with the lock held: what a locked section removes, it adds to ``DeferredWork``.
@safe
final class RunScheduler: @unchecked Sendable {
  // `@unchecked`: every `var` is guarded by the engine's lock.

  /// Not retained, and not checked because each commit reads it: the engine retains its scheduler
  /// until the end, and each of the scheduler's callers retains the engine, runs and streams included.
  let unretainedEngine: Unmanaged<Engine>
  let clock: EffectClock

  /// The registered effects; `nil` if there are none.
  var routes: EffectRoutes?
  /// Which actions cancel which effects.
  var cancellations: CancellationTable?
  /// What asynchronous follow-ups belong to; `nil` until there is one.
  var followUpEntry: EffectEntry?
  /// The number of the last run that started.
  var lastRun = 0
  /// Counts what could still lead to a commit by itself: runs, actions that wait to start one, and
  /// actions that streams have not finished with.
  var activity = 0
  var idleWaiters = IdleWaiters()

  init(engine: Engine, clock: any Clock<Duration>) {
    unsafe unretainedEngine = .passUnretained(engine)
    self.clock = EffectClock(clock)
  }

  var engine: Engine { unsafe unretainedEngine.takeUnretainedValue() }

  /// What a dispatch must do for effects.
  func demands(_ held: borrowing Held) -> Engine.Demands {
    var demands: Engine.Demands = []
    if routes != nil { demands.insert(.commits) }
    if cancellations != nil { demands.insert(.cancellations) }
    return demands
  }

  /// Cancels what a commit cancels.
  func commit(_ record: CommitRecord, _ held: borrowing Held) {
    cancellations?.commit(record.action, number: record.number)
  }

  /// Starts what a commit starts, and ends what it cancelled; called by the thread that delivers.
  func deliver(_ record: CommitRecord, to routes: EffectRoutes) {
    // A state that was restored starts nothing: what happened then must not happen again.
    let mask = record.startsEffects ? EffectRole.all : .cancelling
    routes.forEach(receiving: record.action) { entry, role in
      let role = role.intersection(mask)
      if !role.isEmpty, entry.isDue(record.number) { entry.receive(record, as: role, in: self) }
    }
  }

  /// The run that the calling task belongs to, if it is one of this engine's.
  var currentSource: (any DispatchSource)? {
    guard lastRun != 0, let context = RunContext.current, context.run.engine === engine else {
      return nil
    }
    return context
  }

  // MARK: - Changing what the lock guards

  /// Makes a change with the lock held, and does without it what the change deferred.
  func change(
    _ operation: StaticString,
    _ body: (inout DeferredWork, borrowing Held) -> Void
  ) {
    let held = engine.enter(operation)
    var work = DeferredWork()
    body(&work, held)
    finish(work, held)
  }

  /// Ends a locked section: gives the lock back, delivers the events that were enqueued, and does
  /// what was deferred.
  func finish(_ work: consuming DeferredWork, _ held: consuming Held) {
    if !idleWaiters.isEmpty { work.idle(takeIdleWaiters(held)) }
    if work.hasEvents { engine.leaveAndDeliver(held) } else { engine.leave(held) }
    work.perform(in: self)
  }

  /// Enqueues an event for the interceptors that want it.
  ///
  /// In the locked section in which it happens, so that events have the order of the lock.
  func enqueue(
    _ kind: EffectEvent.Kind,
    of run: EffectRun,
    _ work: inout DeferredWork,
    _ held: borrowing Held
  ) {
    guard engine.demands.contains(.effectEvents), !engine.isClosed else { return }
    let cause = run.cause.number
    let isStart = if case .started = kind { true } else { false }
    let event = EffectEvent(
      run: run.id,
      kind: kind,
      commit: cause == 0 ? nil : cause,
      duration: isStart ? nil : run.begin.map { CommitRecord.now - $0 }
    )
    engine.enqueue(EffectEventDelivery(event), held)
    work.hasEvents = true
  }
}

extension Engine {
  /// The scheduler, made if there is none yet.
  final func runScheduler(_ held: borrowing Held) -> RunScheduler {
    if let runs { return runs }
    let new = RunScheduler(engine: self, clock: clock)
    runs = new
    return new
  }

  /// The scheduler, for a caller that doesn't hold the lock.
  final var scheduler: RunScheduler { locked("effects") { runScheduler($0) } }
}
