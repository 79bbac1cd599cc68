import Synchronization

/// The newest actions of a store, for the runs of one effect that may ask for them.
///
/// One log for all runs: each action is noted once, however many runs are alive. Which of them a run
/// was given already, its ``RunInbox`` knows.
struct ActionLog {
  static let limit = 1_000

  private var records = Deque<CommitRecord>()
  /// Those of the records that a wish means, for each that somebody has had: thousands of runs may
  /// ask for the same.
  private var found: [WaitingRuns.Wish: Deque<CommitRecord>] = [:]
  /// The number of the last commit that fell out.
  private(set) var lastLost = 0

  /// The newest.
  var last: CommitRecord? { records.last }

  /// Notes an action.
  ///
  /// - Returns: What fell out, to be released without the lock.
  mutating func append(_ record: CommitRecord) -> CommitRecord? {
    records.append(record)
    for wish in found.keys where wish.matches(record.action) { found[wish]?.append(record) }
    guard records.count > Self.limit, let lost = records.popFirst() else { return nil }
    lastLost = lost.number
    for wish in found.keys where found[wish]?.first === lost { _ = found[wish]?.popFirst() }
    return lost
  }

  /// The first action after a commit that is wished for, and not excluded.
  mutating func first(
    _ wish: WaitingRuns.Wish,
    after number: Int,
    where isFree: (CommitRecord) -> Bool
  ) -> CommitRecord? {
    if found[wish] == nil { found[wish] = records.filter { wish.matches($0.action) } }
    return found[wish]?.first(after: { $0.number <= number }, where: isFree)
  }
}

extension Engine {
  /// Counts a run that is alive from now on, or an action that waits to become one; with the lock
  /// held.
  final func countIn(_ entry: EffectEntry) {
    entry.pending.store(entry.pending.load(ordering: .relaxed) + 1, ordering: .relaxed)
    if entry.isCounted { runs!.activity += 1 }
  }

  /// Counts it no more; with the lock held.
  ///
  /// - Returns: What nobody will ask for, to be released without the lock.
  final func countOut(_ entry: EffectEntry) -> ActionLog? {
    let left = entry.pending.load(ordering: .relaxed) - 1
    entry.pending.store(left, ordering: .relaxed)
    if entry.isCounted { runs!.activity -= 1 }
    if left > 0 { return nil }
    defer { entry.log = ActionLog() }
    return entry.log
  }

  /// Notes an action for the runs that were set off before it, and gives it to those who wait for
  /// it; called by the thread that delivers.
  final func post(_ record: CommitRecord, to entry: EffectEntry) {
    if entry.pending.load(ordering: .relaxed) == 0 { return }
    let (lost, given) = locked("effect") { _ -> (CommitRecord?, [WaitingRuns.Waiter]) in
      if entry.pending.load(ordering: .relaxed) == 0 { return (nil, []) }
      return (entry.log.append(record.kept()), entry.waiting.take(record))
    }
    for waiter in given { waiter.continuation.resume(returning: record.action) }
    withExtendedLifetime(lost) {}
  }
}
