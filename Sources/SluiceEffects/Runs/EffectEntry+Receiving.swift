import SluiceCore

// What an effect does with a commit that is delivered: it cancels, then starts.

extension EffectEntry {
  /// Returns the roles of a type of action; empty if this effect doesn't handle the type.
  func role(of type: any Action.Type) -> EffectRole {
    var role: EffectRole = listens || isStream ? .isHeard : []
    if match?.accepts(type) == true { role.insert(.starts) }
    if cancellers.contains(where: { $0.accepts(type) }) { role.insert(.cancels) }
    if settings.conditionalCancellers.contains(where: { $0.accepts(type) }) {
      role.insert(.cancelsSome)
    }
    return role
  }

  /// Whether the effect takes an action of a type with a role: starts or cancels runs, or may read it.
  func takes(_ action: any Action, as role: EffectRole) -> Bool {
    role.contains(.isHeard) || reacts(to: action)
  }

  /// Whether an action starts or cancels runs of the effect.
  func reacts(to action: any Action) -> Bool {
    isStream || match?.matches(action) == true || cancellers.contains { $0.matches(action) }
      || settings.conditionalCancellers.contains { $0.accepts(type(of: action)) }
  }

  /// Whether the effect reads the state before a commit of a type of action with a role.
  func readsOldState(of type: any Action.Type, as role: EffectRole) -> Bool {
    if role.contains(.starts), settings.readsOldState { return true }
    return role.contains(.cancelsSome)
      && settings.conditionalCancellers.contains { $0.condition != nil && $0.accepts(type) }
  }

  /// Called once, after the effect is registered.
  func begin(in scheduler: RunScheduler) {
    switch kind {
    case .stream(_, let work), .source(let work):
      let run = EffectRun(self, scheduler.core, in: scope, work)
      scheduler.change("effect") { deferred, held in
        scheduler.start(run, cause: nil, &deferred, held)
      }
    case .synchronous, .run, .feedback, .followUps: break
    }
  }

  /// Called by the delivering thread, with the actions that the effect handles.
  ///
  /// - Parameter states: The states before and after the commit, as far as an effect reads them.
  func receive(
    _ record: CommitRecord,
    _ states: CommitStates,
    as role: EffectRole,
    in scheduler: RunScheduler
  ) {
    switch kind {
    case .synchronous(let work):
      guard match?.picks(record.action) == true else { return }
      guard let carried = record.carried else { return answer(record, work, in: scheduler) }
      carried.bind { answer(record, work, in: scheduler) }
    case .run(let work):
      if role.contains(.cancelsSome) { cancelSome(for: record, states, in: scheduler) }
      guard role.contains(.starts), match?.picks(record.action) == true else { return }
      guard let parts = scope.parts else {
        return start(work, scope, record, states, in: scheduler)
      }
      for scope in ScopeChanges.of(record)?.opened(by: self) ?? []
      where !scope.hasEnded && parts.hasView(scope) {
        start(work, scope, record, states, in: scheduler)
      }
    case .stream(let inbox, _): inbox.append(StartingCommit(record, in: scope))
    case .feedback, .source, .followUps: break
    }
  }

  /// Dispatches a synchronous effect's answers to an action.
  private func answer(
    _ record: CommitRecord,
    _ work: SynchronousWork,
    in scheduler: RunScheduler
  ) {
    // The delivering thread retains the core.
    unsafe scheduler.unretainedCore._withUnsafeGuaranteedRef { core in
      func answer(_ answer: any Action) {
        core.dispatch(DispatchedAction(answer, DispatchContext(site: site, source: self)))
      }
      guard let parts = scope.parts else { return work(record.action, answer) }
      // Again, because an answer may have removed the next one.
      for id in parts.ids(for: record.action, in: core) where parts.contains(id, in: core) {
        work(PartAction(action: record.action, id: id), answer)
      }
    }
  }

  /// Starts a run for an action, or adds the action to its lane, unless a condition doesn't hold.
  ///
  /// - Parameter scope: The scope that the run is within.
  private func start(
    _ work: @escaping RunWork,
    _ scope: RunScope,
    _ record: CommitRecord,
    _ states: CommitStates,
    in scheduler: RunScheduler
  ) {
    var retained = CommitStates()
    if !settings.conditions.isEmpty || settings.retention != nil {
      let seen = SeenStates(states: states, path: path, id: scope.part)
      for condition in settings.conditions where !condition.holds(record.action, seen) {
        return
      }
      if let retention = settings.retention {
        guard let states = retention.retained(of: seen) else { return }
        retained = states
      }
    }
    // Before the trigger is made: a key is user code, and may leave the action out.
    let lane = scope.lanes?.lane(for: record.action, of: self, scope, work, in: scheduler)
    if scope.lanes != nil && lane == nil { return }
    let trigger = StartingCommit(record, in: scope, retaining: retained)
    if let lane {
      scheduler.arrive(trigger, in: lane)
    } else {
      scheduler.start(self, trigger, work)
    }
    if settings.overlap == .latest, let run = record.source?.run as? EffectRun, run.entry === self,
      run.isAnswered
    {
      run.reportOwnStart(record.action)
    }
  }

  /// Called once, when the effect is unregistered or the store closes.
  func stop() {
    switch kind {
    case .stream(let inbox, _): inbox.finish()
    case .feedback(let runs): runs.stopObserving()
    case .synchronous, .run, .source, .followUps: break
    }
  }

  /// Cancels the runs for which a predicate of the action and theirs holds.
  private func cancelSome(
    for record: CommitRecord,
    _ states: CommitStates,
    in scheduler: RunScheduler
  ) {
    let action = record.action
    let type = type(of: action)
    for canceller in settings.conditionalCancellers where canceller.accepts(type) {
      let candidates = scheduler.core.locked("effect") { _ in
        scope.all.map { ($0, $0.triggers) }
      }
      for (scope, triggers) in candidates {
        // Without the lock: the closures are user code.
        let matching = Set(
          triggers.filter { canceller.matches(action, scope.received($0.action)) }.map(\.number)
        )
        let seen = SeenStates(states: states, path: path, id: scope.part)
        if matching.isEmpty || canceller.condition?.holds(action, seen) == false { continue }
        scheduler.change("effect") { deferred, held in
          scheduler.cancel(in: scope, &deferred, held, where: matching.contains)
        }
      }
    }
  }
}
