import Synchronization

/// Work that could still lead to a commit by itself; what test support shows of it.
package struct WorkUnderWay: Sendable {
  /// How far it is.
  package enum Stage: Sendable {
    /// An action waits for a debounce, a throttle or its turn.
    case waiting
    /// The run sleeps on the store's clock.
    case asleep
    case running
  }

  /// The effect's name.
  package let effect: String
  /// Where the effect is written, such as `"Shop/StockEffects.swift:12"`.
  package let position: String
  package let stage: Stage
  /// The action that set it off, and the number of its commit; `nil` where none did.
  package let action: (any Action)?
  package let commit: Int?
  /// Whether it keeps the store from being idle.
  package let isCounted: Bool
  /// Whether it reads a stream, and rests while there is nothing to read.
  package let isStream: Bool

  fileprivate init(_ entry: EffectEntry, _ stage: Stage, action: (any Action)?, commit: Int) {
    effect = entry.name
    position = "\(entry.site.fileID):\(entry.site.line)"
    self.stage = stage
    self.action = action
    self.commit = commit == 0 ? nil : commit
    isCounted = entry.isCounted
    isStream = entry is StreamEntry
  }
}

/// All that is under way in a store at one moment.
package struct StoreActivity: Sendable {
  /// In the order of the commits that set it off.
  package let work: [WorkUnderWay]
  /// Whether an action waits in a stream, or a stream has one in hand.
  package let hasActionsInStreams: Bool
  /// How many sleep on the store's clock because the store lets them.
  package let timerCount: Int

  /// What is under way where nothing is.
  package static let none = StoreActivity(work: [], hasActionsInStreams: false, timerCount: 0)
}

extension Store {
  /// What is under way at this moment.
  package final var activity: StoreActivity { engine.activityNow() }
}

extension Engine {
  fileprivate final func activityNow() -> StoreActivity {
    let (work, counted, activity, timers) = locked("activity") { _ in
      let entries = Array(runs?.routes?.entries ?? []) + (runs.map { [$0.followUpEntry] } ?? [])
      var work: [WorkUnderWay] = []
      var counted = 0
      var timers = 0
      for entry in entries {
        let horizon = entry.horizon.load(ordering: .relaxed)
        if entry.isCounted { counted += entry.pending.load(ordering: .relaxed) }
        timers += entry.lanes.count { $0.timer != nil }
        for run in unsafe entry.runs.all.sorted(by: { $0.number < $1.number }) {
          timers += unsafe run.sleeps + run.limits
          if run.isOver { continue }
          let stage: WorkUnderWay.Stage = unsafe run.sleeps > 0 ? .asleep : .running
          work.append(
            WorkUnderWay(entry, stage, action: run.shownAction, commit: unsafe run.causeNumber)
          )
        }
        for record in entry.lanes.flatMap(\.waiting.values) where record.number >= horizon {
          work.append(WorkUnderWay(entry, .waiting, action: record.action, commit: record.number))
        }
      }
      return (work, counted, runs?.activity ?? 0, timers)
    }
    return StoreActivity(
      work: work.sorted { ($0.commit ?? 0) < ($1.commit ?? 0) },
      hasActionsInStreams: activity > counted,
      timerCount: timers
    )
  }

  /// Sleeps on the store's clock, in a run that is known to do so.
  final func sleep(_ run: EffectRun, for duration: Duration) async throws {
    locked("sleep") { _ in unsafe run.sleeps += 1 }
    defer { locked("sleep") { _ in unsafe run.sleeps -= 1 } }
    try await run.entry.clock.sleep(for: duration)
  }
}
