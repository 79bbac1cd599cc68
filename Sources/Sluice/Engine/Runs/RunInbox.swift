import Synchronization

/// The actions that a run may still take with `next`, and its tasks that wait for one.
///
/// Guarded by the store's lock.
final class RunInbox: @unchecked Sendable {
  // `@unchecked`: see above.
  let waiters = WaiterList<ActionMatch, (any Action)?>()
  private let since: Int
  private var log: ActionLog
  /// The last commit among which each match was searched: no earlier one is left that matches.
  private var searched: [ActionMatch: Int] = [:]
  private var wasLossReported = false

  /// Creates an inbox with the actions of a log that came after a commit.
  init(since: Int, _ log: ActionLog) {
    self.since = since
    self.log = log.after(since)
  }

  /// Removes the first action that matches.
  func take(_ match: ActionMatch) -> (any Action)? {
    let found = log.removeFirst(after: searchedCommit(match)) { match.matches($0) }
    if let found { searched[match] = found.number }
    return found?.action
  }

  /// Gives an action to the task that has waited longest for it; otherwise keeps it.
  ///
  /// - Returns: The task that receives the action, and an action to be released without the lock.
  func receive(
    _ action: LoggedAction,
    where matches: (ActionMatch) -> Bool
  ) -> (waiter: WaiterList<ActionMatch, (any Action)?>.Waiter?, lost: LoggedAction?) {
    guard let waiter = waiters.removeFirst(where: matches) else { return (nil, log.append(action)) }
    searched[waiter.request] = action.number
    return (waiter, nil)
  }

  /// Records that a task waited in vain: it would have received what matches.
  func stopWaiting(_ match: ActionMatch) {
    searched[match] = max(searchedCommit(match), log.last ?? log.lastLost)
  }

  /// Returns the number of actions lost before they were searched for a match, the first time that
  /// there are any.
  func takeLoss(_ match: ActionMatch) -> Int? {
    let lost = log.lastLost - searchedCommit(match)
    if lost <= 0 || wasLossReported { return nil }
    wasLossReported = true
    return lost
  }

  private func searchedCommit(_ match: ActionMatch) -> Int { searched[match] ?? since }
}

/// The newest actions, for the runs of one effect, and the inboxes of the runs that have asked for one.
///
/// A run that never asks costs nothing, and one that asks late finds what it missed. Guarded by the
/// store's lock.
struct AwaitedActions {
  private var log = ActionLog()
  private var inboxes: [Int: RunInbox] = [:]

  /// Delivers an action to the log and to all inboxes.
  mutating func post(_ action: LoggedAction, _ deferred: inout DeferredWork) {
    if let lost = log.append(action) { deferred.release(lost) }
    // Most runs wait for the same: compared once for all of them.
    var last: (match: ActionMatch, isMatching: Bool)?
    func matches(_ match: ActionMatch) -> Bool {
      if let last, last.match == match { return last.isMatching }
      let isMatching = match.matches(action.action)
      last = (match, isMatching)
      return isMatching
    }
    var answered: [WaiterList<ActionMatch, (any Action)?>.Waiter] = []
    for inbox in inboxes.values {
      let (waiter, lost) = inbox.receive(action, where: matches)
      if let waiter { answered.append(waiter) }
      if let lost { deferred.release(lost) }
    }
    for waiter in answered.sorted(by: { $0.id < $1.id }) {
      deferred.resume(waiter, returning: action.action)
    }
  }

  /// Returns the inbox of a run; `nil` if it hasn't asked for an action.
  func inbox(ofRun number: Int) -> RunInbox? { inboxes[number] }

  /// Returns the inbox of a run; creates it if the run asks for the first time.
  mutating func openInbox(ofRun number: Int, since: Int) -> RunInbox {
    if let inbox = inboxes[number] { return inbox }
    let new = RunInbox(since: since, log)
    inboxes[number] = new
    return new
  }

  /// Removes the inbox of a run that is over.
  mutating func removeInbox(ofRun number: Int, _ deferred: inout DeferredWork) {
    guard let inbox = inboxes.removeValue(forKey: number) else { return }
    for waiter in inbox.waiters.removeAll() { deferred.resume(waiter, returning: nil) }
    deferred.release(inbox)
  }

  /// Removes the actions, when no run is left that could ask for them.
  mutating func removeActions(_ deferred: inout DeferredWork) {
    if log.isEmpty { return }
    deferred.release(log)
    log = ActionLog()
  }
}

extension RunScheduler {
  /// Delivers an action to the runs that started before it; called by the delivering thread.
  func post(_ record: CommitRecord, to entry: EffectEntry) {
    if entry.pending.load(ordering: .relaxed) == 0 { return }
    let action = LoggedAction(record.action, number: record.number)
    change("effect") { deferred, held in
      if entry.pending.load(ordering: .relaxed) > 0 { entry.awaited.post(action, &deferred) }
    }
  }
}

extension EffectRun {
  /// Waits for an action that matches.
  func next(_ match: ActionMatch) async throws -> any Action {
    let opened = core.locked("next") { held -> (inbox: RunInbox, loss: Int?)? in
      if hasEnded(held) { return nil }
      let inbox = entry.awaited.openInbox(ofRun: number, since: since)
      return (inbox, inbox.takeLoss(match))
    }
    guard let (inbox, loss) = opened else { throw CancellationError() }
    if let loss { core.report(.lostActions(run: id, count: loss)) }
    let action = await core.wait(
      "next",
      in: inbox.waiters,
      for: match,
      unless: { held in hasEnded(held) ? .some(nil) : inbox.take(match).map(Optional.some) },
      ifCancelled: { _ in
        inbox.stopWaiting(match)
        return nil
      }
    )
    guard let action else { throw CancellationError() }
    return action
  }
}
