import SluiceCore

/// The runs that an observer asks for.
struct RunFilter: Sendable {
  /// Called with the store's lock held.
  let accepts: @Sendable (EffectRun) -> Bool

  /// The runs of an effect, by its name.
  init(effect name: String) { accepts = { $0.entry.name == name } }

  /// The runs that actions of a type started, also those within element actions.
  init<A: Action>(startedBy _: A.Type) {
    accepts = { run in
      guard var action = run.trigger?.action else { return false }
      while let outer = action as? any ElementActionType { action = outer.action }
      return action is A
    }
  }
}

extension RunScheduler {
  /// Returns which runs are alive: not what a commit has cancelled, nor what has given its only answer.
  func livingRuns(_ filter: RunFilter) -> LivingRuns {
    let runs: [EffectRun] = core.locked("runs") { held in
      allEntries(held).flatMap { entry in
        entry.scope.all.lazy.flatMap(\.runs.all)
          .filter { !$0.isOver }
          .filter { !$0.isConcluded && filter.accepts($0) }
      }
    }
    // Without the lock: hashing is the program's.
    return LivingRuns(runs)
  }

  /// Notes that a run has begun or ended.
  func noteLife(of run: EffectRun, _ work: inout DeferredWork, _ held: borrowing Held) {
    if core.isClosed { return }
    let cause = run.cause.number == 0 ? nil : run.cause.untracked
    for observer in runObservers where observer.filter.accepts(run) {
      observer.note()
      core.enqueue(.call(cause) { _ in observer.tell() }, held)
      work.hasEvents = true
    }
  }

  /// Marks a run as done with its only answer; observers receive that with the answer's commit.
  func noteAnswer(of run: EffectRun, _ held: borrowing Held) {
    run.conclude()
    for observer in runObservers where observer.filter.accepts(run) { observer.note() }
  }
}
