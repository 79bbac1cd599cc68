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

extension Store {
  /// What is under way at this moment, in the order of the commits that set it off.
  package final var workUnderWay: [WorkUnderWay] { core.workUnderWay() }

  /// Whether an action waits in a stream, or a stream has one in hand.
  package final var hasActionsInStreams: Bool { core.hasActionsInStreams() }
}

extension StoreCore {
  fileprivate final func workUnderWay() -> [WorkUnderWay] {
    let work = locked("workUnderWay") {
      let entries = unsafe observers.effects.entries + (followUps.map { [$0.entry] } ?? [])
      return entries.flatMap { entry in
        let horizon = entry.horizon.load(ordering: .relaxed)
        let runs = unsafe entry.runs.all.filter { !$0.isOver }.sorted { $0.number < $1.number }
        let waiting = entry.lanes.flatMap(\.waiting.values).filter { $0.commit >= horizon }
        return runs.map { run in
          let stage: WorkUnderWay.Stage = unsafe run.sleeps > 0 ? .asleep : .running
          return WorkUnderWay(entry, stage, action: run.action, commit: unsafe run.causeNumber)
        } + waiting.map { WorkUnderWay(entry, .waiting, action: $0.action, commit: $0.commit) }
      }
    }
    return work.sorted { ($0.commit ?? 0) < ($1.commit ?? 0) }
  }

  fileprivate final func hasActionsInStreams() -> Bool {
    locked("workUnderWay") {
      let entries = unsafe observers.effects.entries + (followUps.map { [$0.entry] } ?? [])
      let counted = entries.filter(\.isCounted).reduce(0) { count, entry in
        count + entry.pending.load(ordering: .relaxed)
      }
      return activity > counted
    }
  }

  /// Sleeps on the store's clock, in a run that is known to do so.
  final func sleep(_ run: EffectRun, for duration: Duration) async throws {
    locked("sleep") { unsafe run.sleeps += 1 }
    defer { locked("sleep") { unsafe run.sleeps -= 1 } }
    try await run.entry.clock.sleep(for: duration)
  }
}
