import SluiceCore

// What is cancelled at a commit ends when the commit is delivered; everything else that cancels ends runs at once.

extension RunScheduler {
  func changeScopes(
    _ stops: (any RunStops)?,
    _ action: any Action,
    isHandled: Bool,
    startsEffects: Bool,
    _ held: borrowing Held
  ) -> (any AnyObject & Sendable)? {
    let changes = unusedChanges
    let number = core.number
    let stops = EffectStops.of(stops)
    for (entry, match) in stops?.cancellations ?? [] {
      let isForAll =
        !match.isConditional
        || examine(entry.name, held) {
          if !match.picks(action) { return false }
          guard match.isForParts, let parts = entry.scope.parts else { return true }
          return !parts.cancel(before: number, by: action, changes)
        }
      if !isForAll { continue }
      entry.scope.cancel(before: number)
      // What would still start finds that it is cancelled.
      if entry.pending > 0 { changes.cancelled.append(entry.scope) }
    }
    if isHandled {
      for (effect, parts) in openParts {
        examine(effect, held) { parts.endAbsent(from: core.box, changes) }
      }
      openParts.removeAll { $0.parts.isEmpty }
    }
    for entry in stops?.openers ?? [] where startsEffects {
      guard let parts = entry.scope.parts else { continue }
      let scopes = examine(entry.name, held) {
        parts.open(for: action, in: core.box, within: entry.scope, changes)
      }
      if scopes.isEmpty { continue }
      changes.opened.append((entry, scopes))
      noteOpen(entry)
    }
    if changes.isEmpty { return nil }
    unusedChanges = ScopeChanges()
    return changes
  }

  /// Notes that an effect has scopes of parts, which later commits look at.
  func noteOpen(_ entry: EffectEntry) {
    guard let parts = entry.scope.parts, !openParts.contains(where: { $0.parts === parts }) else {
      return
    }
    openParts.append((entry.name, parts))
  }

  /// Stops using a scope of a part; one without runs and waiting actions is forgotten.
  func release(_ scope: RunScope, _ deferred: inout DeferredWork, _ held: borrowing Held) {
    scope.useCount -= 1
    assert(scope.useCount >= 0)
    forget(scope, &deferred, held)
  }

  /// Forgets a scope of a part, if it has no state that affects its next action.
  func forget(_ scope: RunScope, _ deferred: inout DeferredWork, _ held: borrowing Held) {
    guard let owner = scope.owner, scope.isIdle else { return }
    if let view = scope.view.take() { deferred.release(view) }
    // One that has ended is in no table any more.
    if scope.hasEnded { deferred.release(scope) } else { owner.noteIdle(scope) }
  }

  /// Ends what is cancelled in a scope, and in those within it.
  func sweep(_ scope: RunScope, _ deferred: inout DeferredWork, _ held: borrowing Held) {
    for scope in scope.all {
      cancel(in: scope, &deferred, held) { scope.isCancelled(at: $0) }
      if !scope.hasEnded { continue }
      for lane in scope.lanes?.all ?? [] { stopTimer(of: lane, &deferred) }
    }
  }

  /// Cancels the runs and waiting actions of some commits in a scope.
  func cancel(
    in scope: RunScope,
    _ deferred: inout DeferredWork,
    _ held: borrowing Held,
    where matches: (_ commit: Int) -> Bool
  ) {
    for lane in scope.lanes?.all ?? [] {
      // One that its own answer ended keeps its place until it comes to its end, where others wait for it.
      let answered =
        lane.policy.overlap.overlap.whenFull != .wait
        ? []
        : lane.runs.values.filter {
          matches($0.commit) && ($0.isAnswered || isAnsweredNow($0, held))
        }
      for run in answered where !run.hasEnded(held) { cancel(run, &deferred, held) }
      let steps = lane.policy.cancel { commit in
        matches(commit) && !answered.contains { $0.commit == commit }
      }
      apply(steps, to: lane, &deferred, held)
    }
    let others = scope.runs.all.filter { $0.lane == nil && matches($0.commit) }
    for run in others.inOrder(of: \.number) { cancel(run, &deferred, held) }
  }

  /// Whether the run dispatched the action that the calling thread delivers.
  private func isAnsweredNow(_ run: EffectRun, _ held: borrowing Held) -> Bool {
    core.deliveredRecord(held)?.source?.run === run
  }

  /// Cancels a run; one that its own action cancels has succeeded, and may go on for a while.
  func cancel(_ run: EffectRun, _ deferred: inout DeferredWork, _ held: borrowing Held) {
    if isAnsweredNow(run, held) { run.noteAnswer() }
    run.end()
    remove(run, run.isAnswered ? .endedByAnswer : .cancelled, &deferred, held)
    if run.isAnswered { deferred.dismiss(run) } else { deferred.cancel(run) }
  }

  func cancel(_ tracked: TrackedWork) {
    change("cancel") { deferred, held in
      for scope in countedScopes(held) {
        let commits = Set(scope.triggers.filter { $0.tracked === tracked }.map(\.number))
        if commits.isEmpty { continue }
        cancel(in: scope, &deferred, held, where: commits.contains)
      }
    }
  }

  /// Cancels all runs that keep the store from being idle, and pending actions.
  func cancelRuns() {
    change("cancelRuns") { deferred, held in
      for scope in countedScopes(held) { cancel(in: scope, &deferred, held) { _ in true } }
    }
  }

  /// The scopes of the runs that keep the store from being idle.
  func countedScopes(_ held: borrowing Held) -> [RunScope] {
    allEntries(held).filter(\.isCounted).flatMap(\.scope.all)
  }

  /// Ends an effect permanently; the scope of what was registered with it has ended.
  func end(_ entry: EffectEntry, _ deferred: inout DeferredWork, _ held: borrowing Held) {
    assert(entry.scope.hasEnded)
    sweep(entry.scope, &deferred, held)
    guard let parts = entry.scope.parts else { return }
    parts.removeAll(&deferred)
    openParts.removeAll { $0.parts === parts }
  }
}
