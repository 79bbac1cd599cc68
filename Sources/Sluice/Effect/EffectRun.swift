/// One execution of an effect.
final class EffectRun: @unchecked Sendable {
  // `@unchecked`: every `var` is guarded by the lock of the store that the run belongs to.

  /// The commit that set a run off, or whose action it read last.
  struct Trigger: Sendable {
    let commit: Int
    let chain: CauseChain
    /// `nil` where a feedback is concerned.
    let action: (any Action)?
  }

  let id: EffectRunID
  let entry: EffectEntry
  /// Where it takes up room; `nil` where there is always room.
  let lane: EffectLane?
  /// The number of the commit that set it off; 0 when none did.
  let commit: Int
  var trigger: Trigger?
  var task: Task<Void, Never>?
  /// Whether it was cancelled by itself, and not with all of its effect's runs.
  var isCancelled = false
  /// Counts attempts where there may be several; what an earlier one dispatches is dropped.
  var attempt = 0
  /// How many of its tasks sleep on the store's clock.
  var sleeps = 0
  /// Where later actions wait for `next`; `nil` where nobody can ask.
  let inbox: RunInbox?
  let start: ContinuousClock.Instant?

  init(
    id: EffectRunID,
    entry: EffectEntry,
    lane: EffectLane?,
    trigger: Trigger?,
    commit: Int,
    inbox: RunInbox?,
    start: ContinuousClock.Instant?
  ) {
    self.id = id
    self.entry = entry
    self.lane = lane
    self.trigger = trigger
    self.commit = commit
    self.inbox = inbox
    self.start = start
  }

  /// Whether what it dispatches is to be dropped; with the lock held.
  var isOver: Bool { isCancelled || commit < entry.horizon }
}

extension EffectRun.Trigger {
  init(_ record: CommitRecord) {
    unsafe self.init(commit: record.number, chain: record.chain, action: record.action)
  }
}

/// What a run is to do, and how.
struct RunPlan: Sendable {
  let settings: RunSettings
  let clock: EffectClock
  let work: @Sendable (RunContext) async throws -> Void
}
