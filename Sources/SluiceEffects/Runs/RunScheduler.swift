import SluiceCore
import SluiceLocks

/// Runs the effects, feedbacks and follow-ups of one core.
///
/// Has one entrance and one exit. ``deliver(_:)`` and ``runFollowUps(of:)`` are called by the
/// delivering thread, without the lock, and start what a commit starts. Effects answer through
/// ``Core/dispatch(_:_:)``. What a commit cancels, it has cancelled under the lock.
///
/// A core creates its scheduler on first use. The core's lock guards the scheduler's fields,
/// and those of entries, lanes and runs that say so. User objects are never released with the lock
/// held: what a locked section removes, it adds to ``DeferredWork``.
@safe
package final class RunScheduler: RunOwner, @unchecked Sendable {
  // `@unchecked`: every `var` is guarded by the core's lock.

  /// Not retained, and not checked because each commit reads it: the core retains its scheduler
  /// until the end, and all callers of the scheduler retain the core, including runs and streams.
  let unretainedCore: Unmanaged<Core>
  let clock: EffectClock

  /// The registered effects.
  var effects = RegisteredEffects()
  /// The entry of follow-ups; `nil` until there is one.
  var followUpEntry: EffectEntry?
  /// The number of the last run that started.
  var lastRun = 0
  /// The number of things that could still lead to a commit by themselves: runs, actions that wait
  /// to start one, and actions that streams have not finished with.
  var activity = 0
  /// The actions that runs may wait for.
  @safe @exclusivity(unchecked) var awaited = AwaitedActions()
  /// The number of runs that could ask for them, alive or waiting to start.
  ///
  /// Read without the lock by the delivering thread: everything that may still ask was counted by that
  /// thread, or by one that delivered before it.
  let listening = Atomic<Int>(0)
  /// The scope of everything.
  let scope = Scope(in: nil)
  /// For the next commit that changes scopes.
  var unusedChanges = ScopeChanges()
  /// The effects that have scopes of parts, by their names.
  @safe @exclusivity(unchecked)
  var openParts: ContiguousArray<(effect: String, parts: PartScopes)> = []
  /// The effect or feedback of which a lift is asked for parts or actions with the lock held; for the
  /// message if the lift uses the store.
  private(set) var examinedEffect: String?
  /// The observers of the runs that are alive.
  var runObservers: ContiguousArray<RunObserver> = []
  /// The tasks that wait for an idle store; one of them may be closing it.
  let idleWaiters = WaiterList<Closing?, Void>()

  init(core: Core, clock: any Clock<Duration>) {
    unsafe unretainedCore = .passUnretained(core)
    self.clock = EffectClock(clock)
  }

  var core: Core { unsafe unretainedCore.takeUnretainedValue() }

  /// Calls closures and key paths of a lift, which are user code, with the lock held.
  func examine<Result>(_ effect: String, _ held: borrowing Held, _ body: () -> Result) -> Result {
    assert(core.lock.isHeld(by: held.thread))
    examinedEffect = effect
    defer { examinedEffect = nil }
    return body()
  }

  /// The registered effects in order, then the entry of follow-ups.
  func allEntries(_ held: borrowing Held) -> ContiguousArray<EffectEntry> {
    var entries = effects.entries
    if let followUpEntry { entries.append(followUpEntry) }
    return entries
  }

  /// Releases the routes: other effects are registered from now on.
  func releaseRoutes(_ deferred: inout DeferredWork, _ held: borrowing Held) {
    deferred.release(core.removeRoutes(held))
  }

  /// Starts the runs of a commit, and ends those that it cancelled; called by the delivering
  /// thread.
  func deliver(_ record: CommitRecord, _ states: consuming CommitStates) {
    assert(core.hasTurn && !core.isLocked)
    let scopes = ScopeChanges.of(record)
    if let scopes, !scopes.cancelled.isEmpty {
      change("effect") { for scope in scopes.cancelled { sweep(scope, &$0, $1) } }
    }
    if record.startsEffects { post(record) }
    // A restored state starts nothing: its effects must not happen again.
    let mask: EffectRole =
      !record.startsEffects
      ? .cancelling : record.cause.chain.tracked?.hasEnded == true ? .notStarting : .all
    if let receivers = EffectStops.of(record)?.receivers {
      // By index: an iterator retains each entry.
      for index in receivers.indices {
        let role = receivers[index].role.intersection(mask)
        if !role.isEmpty, receivers[index].entry.isDue(record.number) {
          receivers[index].entry.receive(record, states, as: role, in: self)
        }
      }
    }
    guard let scopes else { return }
    if !scopes.opened.isEmpty {
      change("effect") { deferred, held in
        for scope in scopes.opened.lazy.flatMap(\.scopes) { release(scope, &deferred, held) }
      }
    }
    scopes.removeAll()
  }

  /// The run of the calling task, if it belongs to this core.
  var currentSource: (any DispatchSource)? {
    guard lastRun != 0, let current = RunAttempt.current, current.sender.core === core else {
      return nil
    }
    return current
  }

  var hasEffects: Bool { !effects.isEmpty }

  var holders: [String] { effects.entries.map { "\($0.name) (\($0.position))" } }

  var watchesState: Bool { !openParts.isEmpty }

  func stops(for type: any Action.Type) -> (any RunStops)? {
    EffectStops(type, among: effects.entries)
  }

  // MARK: - Changing what the lock guards

  /// Makes a change with the lock held, then performs the deferred work without it.
  func change(
    _ operation: StaticString,
    _ body: (inout DeferredWork, borrowing Held) -> Void
  ) {
    let held = core.enter(operation)
    var work = DeferredWork()
    body(&work, held)
    finish(work, held)
  }

  /// Ends a locked section: releases the lock, delivers enqueued events, and performs the deferred
  /// work.
  func finish(_ work: consuming DeferredWork, _ held: consuming Held) {
    assert(core.lock.isHeld(by: held.thread))
    if !idleWaiters.isEmpty { work.resume(takeWaitersIfIdle(held)) }
    if work.hasEvents { core.leaveAndDeliver(held) } else { core.leave(held) }
    work.perform(in: self)
  }

  /// Notes that an attempt of a run failed and the run tries again, for the interceptors that want events.
  func noteRetry(of run: EffectRun, _ kind: @autoclosure () -> EffectEvent.Kind) {
    let held = core.enter("effect")
    // Not after the event of its cancellation.
    guard core.demands.contains(.effectEvents), !run.hasEnded(held) else { return core.leave(held) }
    var deferred = DeferredWork()
    enqueue(kind(), of: run, &deferred, held)
    finish(deferred, held)
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
    assert(core.lock.isHeld(by: held.thread))
    guard core.demands.contains(.effectEvents), !core.isClosed else { return }
    let cause = run.cause.number
    let isStart = if case .started = kind { true } else { false }
    let event = EffectEvent(
      run: run.id,
      kind: kind,
      commit: cause == 0 ? nil : cause,
      duration: isStart ? nil : run.begin.map { CommitRecord.now - $0 },
      site: run.entry.site
    )
    core.enqueue(event, for: run.cause.untracked, held)
    work.hasEvents = true
  }
}

extension RunScheduler {
  /// The scheduler of a core, which the caller has locked; `nil` before the first use.
  static func of(_ core: Core, _ held: borrowing Held) -> RunScheduler? {
    core.runs.map { unsafe unsafeDowncast($0, to: RunScheduler.self) }
  }
}

extension Core {
  /// The scheduler, created on first use.
  ///
  /// The caller doesn't hold the lock.
  package final var scheduler: RunScheduler {
    locked("effects") { held in
      let owner = owner(held) {
        let new = RunScheduler(core: self, clock: clock)
        if isClosed { new.scope.end() }
        return new
      }
      return unsafe unsafeDowncast(owner, to: RunScheduler.self)
    }
  }
}
