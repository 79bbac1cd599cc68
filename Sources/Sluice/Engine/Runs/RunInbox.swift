/// What a run that asks for later actions was given, and what it waits for; made when it asks for the
/// first time.
final class RunInbox: @unchecked Sendable {
  // `@unchecked`: every `var` is guarded by the store's lock.

  /// The commit after which actions are news to the run.
  private let since: Int
  /// Up to which commit the log was searched for a wish: what it found is taken, the rest differs.
  private var searched: [WaitingRuns.Wish: Int] = [:]
  /// What the run was given: one action may be what several wishes mean.
  private var taken: Set<Int> = []
  /// Who waits, and for what.
  var waiting: [Int: WaitingRuns.Wish] = [:]
  private var wasLossReported = false

  init(since: Int) { self.since = since }

  /// Takes an action that is wished for, if it is news.
  func take(_ record: CommitRecord, for wish: WaitingRuns.Wish) -> Bool {
    guard record.number > since, taken.insert(record.number).inserted else { return false }
    searched[wish] = record.number
    return true
  }

  /// Takes the first action of a log that is news and wished for.
  func take(_ wish: WaitingRuns.Wish, from log: inout ActionLog) -> (any Action)? {
    if taken.count > 2 * ActionLog.limit { taken = taken.filter { $0 > log.lastLost } }
    let found = log.first(wish, after: searched[wish] ?? since) { !taken.contains($0.number) }
    guard let found, take(found, for: wish) else { return nil }
    return found.action
  }

  /// Notes that nothing in the log is what a wish means, because somebody has waited for it.
  func finishSearch(_ wish: WaitingRuns.Wish, _ log: ActionLog) {
    if let last = log.last { searched[wish] = last.number }
  }

  /// How many actions fell out before they could be searched for a wish, when it is the first time
  /// that there are some.
  func takeLoss(_ wish: WaitingRuns.Wish, _ log: ActionLog) -> Int? {
    let lost = log.lastLost - (searched[wish] ?? since)
    if lost <= 0 || wasLossReported { return nil }
    wasLossReported = true
    return lost
  }
}
