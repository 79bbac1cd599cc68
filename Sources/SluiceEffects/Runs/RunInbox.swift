import SluiceCore
import SluiceLocks

/// What a run has taken of the actions that came since it began, and its tasks that wait for one.
///
/// Guarded by the store's lock.
final class RunInbox: @unchecked Sendable {
  // `@unchecked`: see above.

  /// How a wait ends.
  enum Answer: Sendable {
    /// An action that matches came; others may take it first.
    case came(ActionLog.Entry)
    /// Something came that must be looked at before waiting.
    case isLate
    case ended

    var entry: ActionLog.Entry? { if case .came(let entry) = self { entry } else { nil } }
  }

  let run: EffectRun
  let waiters = WaiterList<ActionMatch, Answer>()
  /// For what tasks have waited, each once.
  fileprivate(set) var matches: Set<ActionMatch> = []
  private var taken: Set<Int> = []
  /// The commit up to which actions that match have been looked at, and up to which all were taken.
  private var progress: [ActionMatch: (seen: Int, taken: Int)] = [:]
  private var wasLossReported = false

  init(_ run: EffectRun) { self.run = run }

  /// Returns what a task looks at, of what it hasn't seen and no other task has taken.
  func candidates(_ match: ActionMatch, after seen: Int, in log: ActionLog) -> [ActionLog.Entry] {
    let start = max(seen, progress[match]?.taken ?? run.since)
    return log.entries(after: start) { entry in
      !taken.contains(entry.number) && match.accepts(type(of: entry.action))
    }
  }

  /// Notes that a task has looked at all that matches up to a commit.
  func see(_ match: ActionMatch, upTo number: Int) {
    var (seen, taken) = progress[match] ?? (run.since, run.since)
    seen = max(seen, number)
    progress[match] = (seen, taken)
  }

  /// Takes an action.
  ///
  /// - Parameters:
  ///   - isFirst: Whether the task leaves none before it that matches.
  ///   - lastLost: The last commit that no task can ask for any more.
  /// - Returns: Whether no other task had taken it.
  func take(
    _ entry: ActionLog.Entry,
    _ match: ActionMatch,
    isFirst: Bool,
    lastLost: Int
  ) -> Bool {
    let number = entry.number
    see(match, upTo: number)
    if isFirst { progress[match]?.taken = number }
    guard taken.insert(number).inserted else { return false }
    if taken.count > 2 * ActionLog.limit { taken = taken.filter { $0 > lastLost } }
    return true
  }

  /// Returns the number of actions lost before a task looked for what matches, the first time that
  /// there are any.
  func takeLoss(_ match: ActionMatch, lastLost: Int) -> Int? {
    let lost = lastLost - (progress[match]?.seen ?? run.since)
    if lost <= 0 || wasLossReported { return nil }
    wasLossReported = true
    return lost
  }
}

/// The newest actions, and the runs that wait for one.
///
/// Actions are kept while there is a run that could ask for them, whose effect has a context; a run that
/// asks late finds what it missed. They are looked at without the lock: matching calls what lifts
/// extract, and predicates, which are the program's. Guarded by the store's lock.
struct AwaitedActions {
  private(set) var log = ActionLog()
  private var inboxes: [Int: RunInbox] = [:]
  /// The runs that may be waiting for what matches, by their numbers.
  private var waiting: [ActionMatch: [Int: RunInbox]] = [:]
  /// The keys of `waiting` that accept a type; empty after a key has come or gone.
  private var matches: [ObjectIdentifier: [ActionMatch]] = [:]

  /// Returns the inbox of a run; `nil` if it hasn't asked for an action.
  func inbox(ofRun number: Int) -> RunInbox? { inboxes[number] }

  /// Returns the inbox of a run; creates it if the run asks for the first time.
  mutating func openInbox(of run: EffectRun) -> RunInbox {
    if let inbox = inboxes[run.number] { return inbox }
    let new = RunInbox(run)
    inboxes[run.number] = new
    return new
  }

  /// Notes that a task of a run is about to wait.
  mutating func beginWaiting(_ inbox: RunInbox, for match: ActionMatch) {
    if waiting[match] == nil { matches = [:] }
    waiting[match, default: [:]][inbox.run.number] = inbox
    inbox.matches.insert(match)
  }

  /// Appends an action to the log.
  ///
  /// - Returns: The action that was dropped to make room, to be released without the lock.
  mutating func append(_ entry: ActionLog.Entry) -> (any Action)? { log.append(entry) }

  /// Returns what runs wait for that accepts the type of an action.
  mutating func matches(for entry: ActionLog.Entry) -> [ActionMatch] {
    if waiting.isEmpty { return [] }
    let type = type(of: entry.action)
    if let known = matches[ObjectIdentifier(type)] { return known }
    let accepting = waiting.keys.filter { $0.accepts(type) }
    matches[ObjectIdentifier(type)] = accepting
    return accepting
  }

  /// Resumes the tasks that wait for an action, in the order in which they began.
  func wake(_ match: ActionMatch, _ entry: ActionLog.Entry, _ deferred: inout DeferredWork) {
    var woken: [WaiterList<ActionMatch, RunInbox.Answer>.Waiter] = []
    for inbox in waiting[match, default: [:]].values where !inbox.waiters.isEmpty {
      woken += inbox.waiters.removeAll { $0 == match }
    }
    for waiter in woken.inOrder(of: \.id) { deferred.resume(waiter, returning: .came(entry)) }
  }

  /// Removes the inbox of a run that is over.
  mutating func removeInbox(ofRun number: Int, _ deferred: inout DeferredWork) {
    guard let inbox = inboxes.removeValue(forKey: number) else { return }
    for match in inbox.matches {
      waiting[match]?[number] = nil
      guard waiting[match]?.isEmpty == true else { continue }
      waiting[match] = nil
      matches = [:]
    }
    for waiter in inbox.waiters.removeAll() { deferred.resume(waiter, returning: .ended) }
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
  /// Keeps an action for the runs that started before it, and wakes those that wait for it; called by
  /// the delivering thread.
  func post(_ record: CommitRecord) {
    if listening.load(ordering: .relaxed) == 0 { return }
    let entry = ActionLog.Entry(number: record.number, action: record.action)
    // Not retained: the delivering thread retains the core.
    var (lost, matches) = unsafe unretainedCore._withUnsafeGuaranteedRef { core in
      core.locked("effect") { _ in
        let isHeard = listening.load(ordering: .relaxed) > 0
        return (
          isHeard ? awaited.append(entry) : nil,
          isHeard ? awaited.matches(for: entry) : []
        )
      }
    }
    withExtendedLifetime(lost) {}
    if matches.isEmpty { return }
    // Without the lock: conditions are the program's.
    matches.removeAll { !$0.picks(entry.action) }
    if matches.isEmpty { return }
    change("effect") { deferred, held in
      for match in matches { awaited.wake(match, entry, &deferred) }
    }
  }
}

extension EffectRun {
  /// Waits for an action that matches and of which a closure makes a result, and takes it.
  ///
  /// - Parameters:
  ///   - isAny: Whether the closure makes a result of each action that matches.
  ///   - pick: Called in this task, without the lock, with each action that matches and no task has
  ///     taken.
  func next<Result>(
    _ match: ActionMatch,
    _ limit: WaitingLimit?,
    isAny: Bool,
    pick: (any Action) -> Result?
  ) async throws -> Result {
    let scheduler = core.scheduler
    var seen = 0
    func take(_ entry: ActionLog.Entry) -> Result? {
      guard match.picks(entry.action), let result = pick(entry.action) else { return nil }
      // Another task of the run may have taken it meanwhile.
      let isTaken = core.locked("next") { _ in
        let lost = scheduler.awaited.log.lastLost
        let inbox = scheduler.awaited.inbox(ofRun: number)
        return inbox?.take(entry, match, isFirst: isAny, lastLost: lost) == true
      }
      return isTaken ? result : nil
    }
    while true {
      let opened = core.locked("next") { held in
        hasEnded(held) ? nil : open(match, after: &seen, in: scheduler, held)
      }
      guard let (inbox, loss, entries) = opened else { throw CancellationError() }
      if let loss { core.report(.lostActions(run: id, count: loss)) }
      for entry in entries {
        if let result = take(entry) { return result }
      }
      let last = seen
      let came = try await entry.clock.within(limit) {
        try await self.wait(in: inbox, for: match, after: last, scheduler)
      }
      guard let entry = came.entry else { continue }
      if let result = take(entry) { return result }
      seen = entry.number
    }
  }

  /// Opens the run's inbox, and returns what a task has yet to look at.
  private func open(
    _ match: ActionMatch,
    after seen: inout Int,
    in scheduler: RunScheduler,
    _ held: borrowing Held
  ) -> (inbox: RunInbox, loss: Int?, entries: [ActionLog.Entry]) {
    let inbox = scheduler.awaited.openInbox(of: self)
    if seen > 0 { inbox.see(match, upTo: seen) }
    let log = scheduler.awaited.log
    let loss = inbox.takeLoss(match, lastLost: log.lastLost)
    let entries = inbox.candidates(match, after: seen, in: log)
    seen = max(seen, log.last)
    inbox.see(match, upTo: seen)
    return (inbox, loss, entries)
  }

  /// Waits for an action that matches.
  ///
  /// - Throws: `CancellationError` if the task is cancelled or the run has ended.
  private func wait(
    in inbox: RunInbox,
    for match: ActionMatch,
    after seen: Int,
    _ scheduler: RunScheduler
  ) async throws -> RunInbox.Answer {
    let answer: RunInbox.Answer = await core.wait(
      "next",
      in: inbox.waiters,
      for: match,
      unless: { held in
        if hasEnded(held) { return .ended }
        let late = inbox.candidates(match, after: seen, in: scheduler.awaited.log)
        if !late.isEmpty { return .isLate }
        scheduler.awaited.beginWaiting(inbox, for: match)
        return nil
      },
      ifCancelled: { _ in
        // It would have been woken for what matches.
        inbox.see(match, upTo: scheduler.awaited.log.last)
        return .ended
      }
    )
    if case .ended = answer { throw CancellationError() }
    return answer
  }
}
