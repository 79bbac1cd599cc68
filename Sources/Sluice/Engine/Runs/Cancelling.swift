import Synchronization

extension RunScheduler {
  /// Cancels the runs and pending actions of commits that satisfy a predicate.
  func cancel(
    _ entry: EffectEntry,
    _ deferred: inout DeferredWork,
    _ held: borrowing Held,
    where matches: (_ commit: Int) -> Bool
  ) {
    for lane in entry.lanes {
      apply(lane.policy.cancel(where: matches), to: lane, &deferred, held)
    }
    let others = entry.runs.all.filter { $0.lane == nil && matches($0.commit) }
    for run in others.sorted(by: { $0.number < $1.number }) {
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
      let entries = effects.entries + (followUpEntry.map { [$0] } ?? [])
      for entry in entries where entry.isCounted {
        cancel(entry, &deferred, held) { _ in true }
      }
    }
  }

  /// Cancels the runs of commits before the effect's last cancellation.
  func sweep(_ entry: EffectEntry, _ deferred: inout DeferredWork, _ held: borrowing Held) {
    let cancelledBefore = entry.cancelledBefore.load(ordering: .relaxed)
    cancel(entry, &deferred, held) { $0 < cancelledBefore }
  }

  /// Ends an effect permanently.
  func end(_ entry: EffectEntry, _ deferred: inout DeferredWork, _ held: borrowing Held) {
    entry.cancelledBefore.store(.max, ordering: .releasing)
    sweep(entry, &deferred, held)
    for lane in entry.lanes { stopTimer(of: lane, &deferred) }
  }
}

extension Store {
  /// Cancels all runs that keep the store from being idle, and pending actions.
  package final func cancelRuns() { engine.scheduler.cancelRuns() }
}

/// A table of the effects that each type of action cancels, at the commit.
///
/// Used with the store's lock held; calls no user code.
@safe
final class CancellationTable {
  /// The effects that one type of action cancels.
  private final class Route {
    let targets: [(entry: EffectEntry, match: ActionMatch)]

    init(_ targets: [(entry: EffectEntry, match: ActionMatch)]) { self.targets = targets }
  }

  private let entries: ContiguousArray<EffectEntry>
  private let routes = TypeTable<Route>()

  /// Creates a table of the entries that some action cancels.
  init(_ entries: ContiguousArray<EffectEntry>) {
    self.entries = entries.filter { !$0.cancellers.isEmpty }
  }

  /// Cancels the runs of commits before this one.
  func commit(_ action: any Action, number: Int) {
    let type = type(of: action)
    let known = unsafe routes.value(for: ObjectIdentifier(type))
    let route = unsafe known ?? makeRoute(for: type)
    unsafe route._withUnsafeGuaranteedRef { route in
      for (entry, match) in route.targets where match.picks(action) {
        // An effect that was ended remains ended.
        if entry.isCancelled { continue }
        entry.cancelledBefore.store(number, ordering: .releasing)
      }
    }
  }

  private func makeRoute(for type: any Action.Type) -> Unmanaged<Route> {
    let targets = entries.flatMap { entry in
      entry.cancellers.filter { $0.accepts(type) }.map { (entry: entry, match: $0) }
    }
    return unsafe routes.insert(Route(targets), for: ObjectIdentifier(type))
  }
}
