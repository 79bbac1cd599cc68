import Synchronization

/// The newest actions of a store, kept for those runs of an effect that have not asked for one yet.
///
/// One log for all runs: most of them never ask, and each action is then noted once, however many
/// runs are alive.
struct ActionLog {
  static let limit = 1_000

  private var records = CommitQueue<CommitRecord>()
  /// The number of the last commit that fell out.
  private var lastLost = 0

  /// Notes an action.
  ///
  /// - Returns: What fell out, to be released without the lock.
  mutating func append(_ record: CommitRecord) -> CommitRecord? {
    records.append(record)
    guard records.count > Self.limit, let lost = records.popFirst() else { return nil }
    lastLost = lost.number
    return lost
  }

  /// The actions after a commit, in order, and how many of them are not here any more.
  ///
  /// The log must have been kept since that commit.
  func actions(after number: Int) -> (actions: [any Action], lost: Int) {
    (records.all { $0.number > number }.map(\.action), max(0, lastLost - number))
  }
}

extension StoreCore {
  /// Counts a run that is alive from now on, or an action that waits to become one; with the lock
  /// held.
  final func countIn(_ entry: EffectEntry) {
    entry.pending.store(entry.pending.load(ordering: .relaxed) + 1, ordering: .relaxed)
    if entry.isCounted { activity += 1 }
  }

  /// Counts it no more; with the lock held.
  ///
  /// - Returns: What nobody will ask for, to be released without the lock.
  final func countOut(_ entry: EffectEntry) -> ActionLog? {
    let left = entry.pending.load(ordering: .relaxed) - 1
    entry.pending.store(left, ordering: .relaxed)
    if entry.isCounted { activity -= 1 }
    if left > 0 { return nil }
    defer { entry.log = ActionLog() }
    return entry.log
  }

  /// Keeps an action for the runs that were set off before it; called by the thread that delivers.
  final func post(_ record: CommitRecord, to entry: EffectEntry) {
    if entry.pending.load(ordering: .relaxed) == 0 { return }
    let action = record.action
    let number = record.number
    let (lost, posted) = locked("effect") { () -> (CommitRecord?, [RunInbox.Posted]) in
      let pending = entry.pending.load(ordering: .relaxed)
      // Those that have asked have an inbox of their own.
      let lost = entry.listeners < pending ? entry.log.append(record.kept()) : nil
      if entry.listeners == 0 { return (lost, []) }
      let posted = unsafe entry.runs.all.compactMap { run in
        unsafe run.since < number ? run.inbox?.post(action) : nil
      }
      return (lost, posted)
    }
    for post in posted { post.resume() }
    withExtendedLifetime(lost) {}
  }
}
