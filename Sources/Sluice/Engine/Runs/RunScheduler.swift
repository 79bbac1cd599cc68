/// Runs the effects, feedbacks and follow-ups of one engine.
///
/// Has two entrances and one exit. ``commit(_:_:)`` is called when a commit is made, with the
/// engine's lock held, and cancels what the commit cancels. ``deliver(_:to:)`` and
/// ``runFollowUps(_:of:)`` are called by the delivering thread, without the lock, and start what
/// the commit starts. Effects answer through ``Engine/dispatch(_:_:)``.
///
/// An engine creates its scheduler on first use. The engine's lock guards the scheduler's fields,
/// and those of entries, lanes and runs that say so. User objects are never released with the lock
/// held: what a locked section removes, it adds to ``DeferredWork``.
@safe
final class RunScheduler: @unchecked Sendable {
  // `@unchecked`: every `var` is guarded by the engine's lock.

  /// Not retained, and not checked because each commit reads it: the engine retains its scheduler
  /// until the end, and all callers of the scheduler retain the engine, including runs and streams.
  let unretainedEngine: Unmanaged<Engine>
  let clock: EffectClock

  /// The registered effects.
  var effects = RegisteredEffects()
  // The tables of the registered effects; `nil` until a commit needs them after a change.
  private var madeRoutes: EffectRoutes?
  private var madeCancellations: CancellationTable?
  /// The entry of follow-ups; `nil` until there is one.
  var followUpEntry: EffectEntry?
  /// The number of the last run that started.
  var lastRun = 0
  /// The number of things that could still lead to a commit by themselves: runs, actions that wait
  /// to start one, and actions that streams have not finished with.
  var activity = 0
  var idleWaiters = IdleWaiters()

  init(engine: Engine, clock: any Clock<Duration>) {
    unsafe unretainedEngine = .passUnretained(engine)
    self.clock = EffectClock(clock)
  }

  var engine: Engine { unsafe unretainedEngine.takeUnretainedValue() }

  /// Returns what a dispatch must do for effects.
  func demands(_ held: borrowing Held) -> Engine.Demands {
    var demands: Engine.Demands = []
    if !effects.entries.isEmpty { demands.insert(.commits) }
    if effects.retainsStates { demands.insert(.runStates) }
    if effects.hasCancellers { demands.insert(.cancellations) }
    return demands
  }

  /// The effects that handle each type of action; `nil` if there are none.
  var routes: EffectRoutes? {
    if let madeRoutes { return madeRoutes }
    if effects.entries.isEmpty { return nil }
    let new = EffectRoutes(effects.entries, retainsStates: effects.retainsStates)
    madeRoutes = new
    return new
  }

  /// The effects that each type of action cancels.
  private var cancellations: CancellationTable {
    if let madeCancellations { return madeCancellations }
    let new = CancellationTable(effects.entries)
    madeCancellations = new
    return new
  }

  /// Releases the tables: other effects are registered from now on.
  func releaseTables(_ deferred: inout DeferredWork) {
    if let madeRoutes { deferred.release(madeRoutes) }
    if let madeCancellations { deferred.release(madeCancellations) }
    madeRoutes = nil
    madeCancellations = nil
  }

  /// Cancels the runs that a commit cancels.
  func commit(_ record: CommitRecord, _ held: borrowing Held) {
    if effects.hasCancellers { cancellations.commit(record.action, number: record.number) }
  }

  /// Starts the runs of a commit, and ends those that it cancelled; called by the delivering
  /// thread.
  func deliver(_ record: CommitRecord, to routes: EffectRoutes) {
    // A restored state starts nothing: its effects must not happen again.
    let mask: EffectRole =
      !record.startsEffects
      ? .cancelling : record.cause.chain.tracked?.isCancelled == true ? .notStarting : .all
    routes.forEach(receiving: record.action) { entry, role in
      let role = role.intersection(mask)
      if !role.isEmpty, entry.isDue(record.number) { entry.receive(record, as: role, in: self) }
    }
  }

  /// The run of the calling task, if it belongs to this engine.
  var currentSource: (any DispatchSource)? {
    guard lastRun != 0, let context = EffectRun.context, context.run.engine === engine else {
      return nil
    }
    return context
  }

  // MARK: - Changing what the lock guards

  /// Makes a change with the lock held, then performs the deferred work without it.
  func change(
    _ operation: StaticString,
    _ body: (inout DeferredWork, borrowing Held) -> Void
  ) {
    let held = engine.enter(operation)
    var work = DeferredWork()
    body(&work, held)
    finish(work, held)
  }

  /// Ends a locked section: releases the lock, delivers enqueued events, and performs the deferred
  /// work.
  func finish(_ work: consuming DeferredWork, _ held: consuming Held) {
    if !idleWaiters.isEmpty { work.idle(takeIdleWaiters(held)) }
    if work.hasEvents { engine.leaveAndDeliver(held) } else { engine.leave(held) }
    work.perform(in: self)
  }

  /// Enqueues an event for the interceptors that want it.
  ///
  /// Called in the locked section of the event, so that events have the order of the lock.
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
  /// Returns the scheduler; creates it on first use.
  final func runScheduler(_ held: borrowing Held) -> RunScheduler {
    if let runs { return runs }
    let new = RunScheduler(engine: self, clock: clock)
    runs = new
    return new
  }

  /// The scheduler, for a caller that doesn't hold the lock.
  final var scheduler: RunScheduler { locked("effects") { runScheduler($0) } }
}
