// What an effect does with a commit that is delivered: it cancels, then starts.

extension EffectEntry {
  /// Returns the roles of a type of action; empty if this effect doesn't handle the type.
  func role(of type: any Action.Type) -> EffectRole {
    switch kind {
    case .synchronous(let match, _):
      return match.accepts(type) ? .starts : []
    case .run(let match, _, let usesContext, _):
      var role: EffectRole = usesContext ? .isHeard : []
      if match.accepts(type) { role.insert(.starts) }
      if cancellers.contains(where: { $0.accepts(type) }) { role.insert(.cancels) }
      if settings.conditionalCancellers.contains(where: { $0.accepts(type) }) {
        role.insert(.cancelsSome)
      }
      return role
    case .stream: return .isHeard
    case .feedback:
      return cancellers.contains { $0.accepts(type) } ? [.isHeard, .cancels] : .isHeard
    case .source, .followUps: return []
    }
  }

  /// Whether the effect takes an action of a type with a role: starts or cancels runs, or may read it.
  func takes(_ action: any Action, as role: EffectRole) -> Bool {
    role.contains(.isHeard) || reacts(to: action)
  }

  /// Whether an action starts or cancels runs of the effect.
  func reacts(to action: any Action) -> Bool {
    switch kind {
    case .synchronous(let match, _), .run(let match, _, _, _):
      return match.matches(action) || cancellers.contains { $0.matches(action) }
        || settings.conditionalCancellers.contains { $0.accepts(type(of: action)) }
    case .stream: return true
    case .feedback, .source, .followUps: return false
    }
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
      let run = EffectRun(self, scheduler.core, work)
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
    case .synchronous(let match, let work):
      guard match.picks(record.action) else { return }
      // The delivering thread retains the core.
      unsafe scheduler.unretainedCore._withUnsafeGuaranteedRef { core in
        func answer(_ answer: any Action) {
          core.dispatch(DispatchedAction(answer, DispatchContext(site: site, source: self)))
        }
        guard let parts else { return work(record.action, answer) }
        for id in parts.ids(for: record.action, in: core)
        where core.locked("effect", { parts.contains(id, in: scheduler, $0) }) {
          work(PartAction(action: record.action, id: id), answer)
        }
      }
    case .run(let match, let work, _, let lanes):
      if role.contains(.cancels) { sweep(for: record, in: scheduler) }
      if role.contains(.cancelsSome) { cancelSome(for: record, states, in: scheduler) }
      guard role.contains(.starts), match.picks(record.action) else { return }
      guard let parts else { return start(work, lanes, nil, record, states, in: scheduler) }
      for id in parts.ids(for: record.action, in: scheduler.core) {
        guard let part = parts.open(id, in: scheduler) else { continue }
        start(work, part.lanes, part, record, states, in: scheduler)
        scheduler.change("effect") { parts.close(part, in: scheduler, &$0, $1) }
      }
    case .stream(let inbox, _): inbox.append(StartingCommit(record))
    case .feedback:
      if role.contains(.cancels) { sweep(for: record, in: scheduler) }
    case .source, .followUps: break
    }
  }

  /// Starts a run for an action, or adds the action to its lane, unless a condition doesn't hold.
  ///
  /// - Parameter part: The part of the state to which the run belongs.
  private func start(
    _ work: @escaping RunWork,
    _ lanes: EffectLanes?,
    _ part: RunPart?,
    _ record: CommitRecord,
    _ states: CommitStates,
    in scheduler: RunScheduler
  ) {
    var retained = CommitStates()
    if !settings.conditions.isEmpty || settings.retention != nil {
      let seen = SeenStates(states: states, path: registration.path, id: part?.id ?? PartID())
      for condition in settings.conditions where !condition.holds(record.action, seen) {
        return
      }
      if let retention = settings.retention {
        guard let states = retention.retained(of: seen) else { return }
        retained = states
      }
    }
    // Before the trigger is made: a key is user code, and may leave the action out.
    let lane = lanes?.lane(for: record.action, of: self, part, in: scheduler)
    if lanes != nil && lane == nil { return }
    let trigger = StartingCommit(record, retaining: retained, for: part)
    if let lane {
      scheduler.arrive(trigger, in: lane)
    } else {
      scheduler.start(self, trigger, work)
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

  /// Ends the runs that the action cancelled at its commit.
  private func sweep(for record: CommitRecord, in scheduler: RunScheduler) {
    let action = record.action
    let matches = cancellers.filter { $0.matches(action) }
    if matches.isEmpty { return }
    scheduler.change("effect") { deferred, held in
      let cancelled = scheduler.examine(name, held) {
        parts?.takeCancelled(at: record.number, by: action, matches)
      }
      guard let cancelled else { return scheduler.sweep(self, &deferred, held) }
      for part in cancelled { scheduler.sweep(part, &deferred, held) }
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
        lanes.flatMap(\.waiting.values) + runs.all.compactMap(\.trigger)
      }
      // Without the lock: the closures are user code.
      var matching = Set(
        candidates.filter { canceller.matches(action, $0.input) }
          .map { StartOfRun(commit: $0.number, $0.part) }
      )
      if let condition = canceller.condition {
        // Evaluated once for each part.
        let parts = Dictionary(grouping: matching) { $0.part.map(ObjectIdentifier.init) }
        for starts in parts.values {
          let id = starts[0].part?.id ?? PartID()
          let seen = SeenStates(states: states, path: registration.path, id: id)
          if !condition.holds(action, seen) { matching.subtract(starts) }
        }
      }
      if matching.isEmpty { continue }
      scheduler.change("effect") { deferred, held in
        scheduler.cancel(self, &deferred, held) { matching.contains(StartOfRun(commit: $0, $1)) }
      }
    }
  }
}

/// The commit that starts a run, and the part of the state to which the run belongs.
private struct StartOfRun: Hashable {
  let commit: Int
  let part: RunPart?

  init(commit: Int, _ part: RunPart?) {
    self.commit = commit
    self.part = part
  }

  static func == (one: Self, other: Self) -> Bool {
    one.commit == other.commit && one.part === other.part
  }

  func hash(into hasher: inout Hasher) { hasher.combine(commit) }
}
