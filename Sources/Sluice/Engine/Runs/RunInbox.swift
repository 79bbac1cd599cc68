import Synchronization

/// What a task of a run waits for.
struct ActionRequest: Sendable {
  let match: ActionMatch
  /// The commit after which the task looks at an action that matches; `nil` to take the action.
  ///
  /// A task that looks leaves the action in the inbox, to call a predicate without the lock.
  let lookingAfter: Int?

  var takes: Bool { lookingAfter == nil }
}

/// The actions that a run may still take with `next`, and its tasks that wait for one.
///
/// Guarded by the store's lock.
final class RunInbox: @unchecked Sendable {
  // `@unchecked`: see above.
  let waiters = WaiterList<ActionRequest, LoggedAction?>()
  private let since: Int
  private var log: ActionLog
  /// The last commit among which each match was searched: no earlier one is left that matches.
  private var searched: [ActionMatch: Int] = [:]
  /// The last commit at which a task has looked.
  private var lookedAt = 0
  private var wasLossReported = false

  /// Creates an inbox with the actions of a log that came after a commit.
  init(since: Int, _ log: ActionLog) {
    self.since = since
    self.log = log.after(since)
  }

  /// Returns the first action that matches; removes it if the request takes it.
  func find(_ request: ActionRequest) -> LoggedAction? {
    let match = request.match
    let after = max(searchedCommit(match), request.lookingAfter ?? 0)
    let found =
      request.takes
      ? log.removeFirst(after: after) { match.matches($0) }
      : log.first(after: after) { match.matches($0) }
    if let found { note(request, found.number) }
    return found
  }

  /// Removes an action at which a task has looked.
  ///
  /// - Returns: Whether no other task had taken it.
  func take(_ action: LoggedAction) -> Bool { log.remove(action) }

  /// Gives an action to the task that has waited longest for it; otherwise keeps it, for those that
  /// want to look at it.
  ///
  /// - Parameter answered: The tasks that receive the action are appended.
  /// - Returns: An action to be released without the lock.
  func receive(
    _ action: LoggedAction,
    _ answered: inout [WaiterList<ActionRequest, LoggedAction?>.Waiter],
    where matches: (ActionMatch) -> Bool
  ) -> LoggedAction? {
    if waiters.isEmpty { return log.append(action) }
    if let waiter = waiters.removeFirst(where: { $0.takes && matches($0.match) }) {
      note(waiter.request, action.number)
      answered.append(waiter)
      return nil
    }
    for waiter in waiters.removeAll(where: { !$0.takes && matches($0.match) }) {
      note(waiter.request, action.number)
      answered.append(waiter)
    }
    return log.append(action)
  }

  /// Records that a task waited in vain: it would have received what matches.
  func stopWaiting(_ request: ActionRequest) { note(request, log.last ?? log.lastLost) }

  /// Returns the number of actions lost before they were searched for a match, the first time that
  /// there are any.
  func takeLoss(_ request: ActionRequest) -> Int? {
    let searched = searchedCommit(request.match)
    let lost = log.lastLost - (request.takes ? searched : max(searched, lookedAt))
    if lost <= 0 || wasLossReported { return nil }
    wasLossReported = true
    return lost
  }

  private func searchedCommit(_ match: ActionMatch) -> Int { searched[match] ?? since }

  private func note(_ request: ActionRequest, _ number: Int) {
    if request.takes {
      searched[request.match] = max(searchedCommit(request.match), number)
    } else {
      lookedAt = max(lookedAt, number)
    }
  }
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
    var answered: [WaiterList<ActionRequest, LoggedAction?>.Waiter] = []
    for inbox in inboxes.values {
      if let lost = inbox.receive(action, &answered, where: matches) { deferred.release(lost) }
    }
    for waiter in answered.inOrder(of: \.id) {
      deferred.resume(waiter, returning: action)
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
  /// Waits for an action that matches, and takes it.
  func next(_ match: ActionMatch) async throws -> any Action {
    try await find(ActionRequest(match: match, lookingAfter: nil)).action
  }

  /// Waits for an action that matches and of which a closure makes a result, and takes it.
  ///
  /// - Parameter pick: Called in this task, without the lock, with each action that matches and no
  ///   task has taken.
  func next<Result>(
    _ match: ActionMatch,
    _ limit: WaitingLimit?,
    pick: (any Action) -> Result?
  ) async throws -> Result {
    var last = 0
    while true {
      let request = ActionRequest(match: match, lookingAfter: last)
      let action = try await entry.clock.within(limit) { try await self.find(request) }
      last = action.number
      guard let result = pick(action.action) else { continue }
      // Another task of the run may have taken it meanwhile.
      if core.locked("next", { _ in entry.awaited.inbox(ofRun: number)?.take(action) }) == true {
        return result
      }
    }
  }

  private func find(_ request: ActionRequest) async throws -> LoggedAction {
    let opened = core.locked("next") { held -> (inbox: RunInbox, loss: Int?)? in
      if hasEnded(held) { return nil }
      let inbox = entry.awaited.openInbox(ofRun: number, since: since)
      return (inbox, inbox.takeLoss(request))
    }
    guard let (inbox, loss) = opened else { throw CancellationError() }
    if let loss { core.report(.lostActions(run: id, count: loss)) }
    let action = await core.wait(
      "next",
      in: inbox.waiters,
      for: request,
      unless: { held in hasEnded(held) ? .some(nil) : inbox.find(request).map(Optional.some) },
      ifCancelled: { _ in
        inbox.stopWaiting(request)
        return nil
      }
    )
    guard let action else { throw CancellationError() }
    return action
  }
}
