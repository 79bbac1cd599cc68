import Synchronization

extension RunScheduler {
  /// Cancels the runs and pending actions of commits, and parts of the state, that satisfy a
  /// predicate.
  func cancel(
    _ entry: EffectEntry,
    _ deferred: inout DeferredWork,
    _ held: borrowing Held,
    where matches: (_ commit: Int, _ part: RunPart?) -> Bool
  ) {
    for lane in entry.lanes {
      apply(lane.policy.cancel { matches($0, lane.part) }, to: lane, &deferred, held)
    }
    let others = entry.runs.all.filter { $0.lane == nil && matches($0.commit, $0.part) }
    for run in others.inOrder(of: \.number) {
      cancel(run, &deferred, held)
    }
  }

  /// Cancels a run.
  func cancel(_ run: EffectRun, _ deferred: inout DeferredWork, _ held: borrowing Held) {
    run.markCancelled()
    remove(run, .cancelled, &deferred, held)
    deferred.cancel(run)
  }

  /// Cancels all runs that keep the store from being idle, and pending actions.
  func cancelRuns() {
    change("cancelRuns") { deferred, held in
      for entry in allEntries(held) where entry.isCounted {
        cancel(entry, &deferred, held) { _, _ in true }
      }
    }
  }

  /// Cancels the runs of commits before the effect's last cancellation.
  func sweep(_ entry: EffectEntry, _ deferred: inout DeferredWork, _ held: borrowing Held) {
    let cancelledBefore = entry.cancelledBefore.load(ordering: .relaxed)
    cancel(entry, &deferred, held) { commit, _ in commit < cancelledBefore }
  }

  /// Ends an effect permanently.
  func end(_ entry: EffectEntry, _ deferred: inout DeferredWork, _ held: borrowing Held) {
    sweepAbsentParts(&deferred, held)
    entry.cancelledBefore.store(.max, ordering: .releasing)
    sweep(entry, &deferred, held)
    for lane in entry.lanes { stopTimer(of: lane, &deferred) }
    if let parts = entry.parts { parts.removeAll(in: self, &deferred, held) }
  }
}

extension EffectEntry {
  /// Cancels the runs of earlier commits; called with the lock held.
  ///
  /// An effect that was ended remains ended.
  ///
  /// Those of parts of the state if the action is for some.
  final func cancelRuns(before number: Int, by action: any Action, _ match: ActionMatch) {
    if match.isForParts, parts?.cancelRuns(before: number, by: action) == true { return }
    if !isCancelled { cancelledBefore.store(number, ordering: .releasing) }
  }
}
