package import SluiceCore
import SluiceLocks

/// A snapshot of all pending work in a store.
package struct StoreActivity: Sendable {
  /// The work, in the order of the commits that started it.
  package let work: [PendingWork]
  /// Whether an action waits in a stream, or a stream has one in hand.
  package let hasActionsInStreams: Bool
  /// The number of timers, sleeps and time limits on the store's clock.
  package let timerCount: Int

  /// No activity.
  package static let none = StoreActivity(work: [], hasActionsInStreams: false, timerCount: 0)
}

extension RunScheduler {
  /// - Parameter tracked: What the work must belong to; `nil` for all work.
  func activityNow(of tracked: TrackedWork? = nil) -> StoreActivity {
    let now = clock.now
    let belongs = { (trigger: StartingCommit?) in tracked == nil || trigger?.tracked === tracked }
    let (work, counted, activity, timers) = core.locked("activity") { held in
      var work: [PendingWork] = []
      var counted = 0
      var timers = clock.limits.load(ordering: .relaxed)
      for entry in allEntries(held) {
        if entry.isCounted { counted += entry.pending }
        let scopes = entry.scope.all
        let lanes = scopes.flatMap { $0.lanes?.all ?? [] }
        timers += lanes.count { $0.timer != nil }
        let runs = scopes.flatMap(\.runs.all).inOrder(of: \.number)
        for run in runs {
          let sleeps = run.sleeps.load(ordering: .relaxed)
          timers += sleeps
          if run.isOver || !belongs(run.trigger) { continue }
          let isListening =
            run.readers.load(ordering: .relaxed) > 0
            || awaited.inbox(ofRun: run.number)?.waiters.isEmpty == false
          let stage: PendingWork.Stage =
            run.isHeld ? .held : sleeps > 0 ? .asleep : isListening ? .listening : .running
          let timeLeft = .nanoseconds(run.wakeTime.load(ordering: .relaxed)) - now
          work.append(
            PendingWork(
              entry,
              stage,
              action: run.trigger?.action,
              commit: run.cause.number,
              in: run.scope,
              timeLeft: timeLeft > .zero ? timeLeft : nil
            )
          )
        }
        for trigger in lanes.flatMap(\.waiting.values)
        where !trigger.scope.isCancelled(at: trigger.number) && belongs(trigger) {
          work.append(
            PendingWork(
              entry,
              .waiting,
              action: trigger.action,
              commit: trigger.number,
              in: trigger.scope
            )
          )
        }
      }
      return (work, counted, self.activity, timers)
    }
    return StoreActivity(
      work: work.inOrder { $0.commit ?? 0 },
      hasActionsInStreams: activity > counted,
      timerCount: timers
    )
  }
}

extension Store {
  /// Cancels all runs that keep the store from being idle, and pending actions.
  package final func cancelRuns() { core.scheduler.cancelRuns() }

  /// The work that is currently pending.
  package final var activity: StoreActivity { core.scheduler.activityNow() }
}
