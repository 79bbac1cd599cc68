import Synchronization

/// Work that could still lead to a commit by itself, as test support shows it.
package struct PendingWork: Sendable {
  /// The stage of the work.
  package enum Stage: Sendable {
    /// An action waits for a debounce, a throttle or its turn.
    case waiting
    /// The run is held back by a test, and hasn't begun.
    case held
    /// The run sleeps on the store's clock.
    case asleep
    /// The run waits for a later action, with `next` or by reading a stream, or for a value of the state.
    case listening
    case running
  }

  /// The effect's name.
  package let effect: String
  /// The source position of the effect, such as `"Shop/StockEffects.swift:12"`.
  package let position: String
  package let stage: Stage
  /// The action that started the work, and the number of its commit; `nil` if none did.
  package let action: (any Action)?
  package let commit: Int?
  /// Whether the work keeps the store from being idle.
  package let isCounted: Bool
  /// Whether the work reads a stream, and is idle while its own task waits for an action.
  package let isStream: Bool

  fileprivate init(_ entry: EffectEntry, _ stage: Stage, action: (any Action)?, commit: Int) {
    effect = entry.name
    position = entry.position
    self.stage = stage
    self.action = action
    self.commit = commit == 0 ? nil : commit
    isCounted = entry.isCounted
    isStream = if case .stream = entry.kind { true } else { false }
  }
}

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
  func activityNow() -> StoreActivity {
    let (work, counted, activity, timers) = core.locked("activity") { held in
      var work: [PendingWork] = []
      var counted = 0
      var timers = clock.limits.load(ordering: .relaxed)
      for entry in allEntries(held) {
        let cancelledBefore = entry.cancelledBefore.load(ordering: .relaxed)
        if entry.isCounted { counted += entry.pending.load(ordering: .relaxed) }
        timers += entry.lanes.count { $0.timer != nil }
        let runs = entry.runs.all.inOrder(of: \.number)
        for run in runs {
          let sleeps = run.sleeps.load(ordering: .relaxed)
          timers += sleeps + run.limits.load(ordering: .relaxed)
          if run.isOver { continue }
          let isListening =
            run.readers.load(ordering: .relaxed) > 0
            || awaited.inbox(ofRun: run.number)?.waiters.isEmpty == false
          let stage: PendingWork.Stage =
            run.isHeld ? .held : sleeps > 0 ? .asleep : isListening ? .listening : .running
          work.append(
            PendingWork(entry, stage, action: run.trigger?.action, commit: run.cause.number)
          )
        }
        for trigger in entry.lanes.flatMap(\.waiting.values)
        where trigger.number >= cancelledBefore {
          work.append(PendingWork(entry, .waiting, action: trigger.action, commit: trigger.number))
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
