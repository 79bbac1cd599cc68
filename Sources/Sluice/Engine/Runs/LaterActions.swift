import Synchronization

/// The actions that the runs of one effect may wait for with `next`, and those that wait.
///
/// One log for all runs: each action is noted once, however many runs are alive. Which of them a run
/// received already, its ``RunInbox`` knows. Those that wait are kept by what they wait for, so that
/// an action is compared with each match once and not with each run. Guarded by the store's lock.
struct LaterActions {
  /// A task that waits for an action.
  struct Waiter {
    let inbox: RunInbox
    let continuation: CheckedContinuation<any Action, any Error>
  }

  /// A task that waited, and what it waited for; it throws a `CancellationError` if it receives
  /// nothing.
  struct Answer {
    let waiter: Waiter
    var action: (any Action)?

    func resume() {
      if let action {
        waiter.continuation.resume(returning: action)
      } else {
        waiter.continuation.resume(throwing: CancellationError())
      }
    }
  }

  private var log: ActionLog?
  private var waiters: [ActionMatch: [Int: Waiter]] = [:]

  // MARK: - Actions

  /// Notes an action, and gives it to those who wait for it: one in each run, the one who waits
  /// longest.
  mutating func append(_ record: CommitRecord, _ deferred: inout DeferredWork) {
    var log = self.log.take() ?? ActionLog()
    if let lost = log.append(record) { deferred.release(lost) }
    self.log = log
    if waiters.isEmpty { return }
    let action = record.action
    var candidates: [(id: Int, match: ActionMatch, inbox: RunInbox)] = []
    for (match, waiting) in waiters where match.matches(action) {
      candidates += waiting.map { ($0.key, match, $0.value.inbox) }
    }
    candidates.sort { $0.id < $1.id }
    for (id, match, inbox) in candidates where inbox.take(record, for: match) {
      if let waiter = remove(id, of: inbox) {
        deferred.answer(CollectionOfOne(Answer(waiter: waiter, action: action)))
      }
    }
  }

  /// Removes the actions, which nobody can ask for any longer.
  mutating func removeLog() -> ActionLog? { log.take() }

  /// Takes the first action that is new to a run and that it asks for.
  ///
  /// - Returns: The action, and how many actions were lost before the run could be asked, if that is
  ///   to be reported.
  mutating func take(
    _ match: ActionMatch,
    for inbox: RunInbox
  ) -> (action: (any Action)?, loss: Int?) {
    guard var log = self.log.take() else { return (nil, nil) }
    defer { self.log = log }
    let loss = inbox.takeLoss(match, log)
    return (inbox.take(match, from: &log), loss)
  }

  // MARK: - Waiters

  mutating func insert(_ waiter: Waiter, _ id: Int, for match: ActionMatch) {
    waiters[match, default: [:]][id] = waiter
    waiter.inbox.waiting[id] = match
  }

  /// Removes one who was cancelled.
  mutating func stopWaiting(_ id: Int, _ inbox: RunInbox) -> Answer? {
    if let match = inbox.waiting[id], let log { inbox.finishSearch(match, log) }
    return remove(id, of: inbox).map { Answer(waiter: $0) }
  }

  /// Removes those who wait in a run that is over.
  mutating func removeWaiters(of inbox: RunInbox) -> [Answer] {
    inbox.waiting.keys.sorted().compactMap { remove($0, of: inbox).map { Answer(waiter: $0) } }
  }

  private mutating func remove(_ id: Int, of inbox: RunInbox) -> Waiter? {
    guard let match = inbox.waiting.removeValue(forKey: id) else { return nil }
    let waiter = waiters[match]?.removeValue(forKey: id)
    if waiters[match]?.isEmpty == true { waiters[match] = nil }
    return waiter
  }
}

/// The newest actions of a store.
struct ActionLog {
  static let limit = 1_000

  private var records = Deque<CommitRecord>()
  /// Those of the records that match, for each match that somebody asked for: thousands of runs may
  /// ask for the same.
  private var found: [ActionMatch: Deque<CommitRecord>] = [:]
  /// The number of the last commit that fell out.
  private(set) var lastLost = 0

  /// The newest.
  var last: CommitRecord? { records.last }

  /// Notes an action.
  ///
  /// - Returns: What fell out, to be released without the lock.
  mutating func append(_ record: CommitRecord) -> CommitRecord? {
    records.append(record)
    for match in found.keys where match.matches(record.action) { found[match]?.append(record) }
    guard records.count > Self.limit, let lost = records.popFirst() else { return nil }
    lastLost = lost.number
    for match in found.keys where found[match]?.first === lost { _ = found[match]?.popFirst() }
    return lost
  }

  /// The first action after a commit that matches, and satisfies a predicate.
  mutating func first(
    _ match: ActionMatch,
    after number: Int,
    where isFree: (CommitRecord) -> Bool
  ) -> CommitRecord? {
    if found[match] == nil { found[match] = records.filter { match.matches($0.action) } }
    return found[match]?.first(after: { $0.number <= number }, where: isFree)
  }
}

/// What a run received of the actions that it asked for, and what it waits for.
///
/// Made when the run asks for the first time.
final class RunInbox: @unchecked Sendable {
  // `@unchecked`: every `var` is guarded by the store's lock.

  /// The commit after which actions are new to the run.
  private let since: Int
  /// Up to which commit the log was searched for a match: what it found is taken, the rest differs.
  private var searched: [ActionMatch: Int] = [:]
  /// What the run received: one action may match several times.
  private var taken: Set<Int> = []
  /// What its tasks wait for.
  var waiting: [Int: ActionMatch] = [:]
  private var wasLossReported = false

  init(since: Int) { self.since = since }

  /// Takes an action that matches, if it is new.
  func take(_ record: CommitRecord, for match: ActionMatch) -> Bool {
    guard record.number > since, taken.insert(record.number).inserted else { return false }
    searched[match] = record.number
    return true
  }

  /// Takes the first action of a log that is new and matches.
  func take(_ match: ActionMatch, from log: inout ActionLog) -> (any Action)? {
    if taken.count > 2 * ActionLog.limit { taken = taken.filter { $0 > log.lastLost } }
    let found = log.first(match, after: searched[match] ?? since) { !taken.contains($0.number) }
    guard let found, take(found, for: match) else { return nil }
    return found.action
  }

  /// Notes that nothing in the log matches, because somebody has waited for it.
  func finishSearch(_ match: ActionMatch, _ log: ActionLog) {
    if let last = log.last { searched[match] = last.number }
  }

  /// How many actions fell out before they could be searched for a match, when it is the first time
  /// that there are some.
  func takeLoss(_ match: ActionMatch, _ log: ActionLog) -> Int? {
    let lost = log.lastLost - (searched[match] ?? since)
    if lost <= 0 || wasLossReported { return nil }
    wasLossReported = true
    return lost
  }
}

extension RunScheduler {
  /// Notes an action for the runs that started before it; called by the thread that delivers it.
  func post(_ record: CommitRecord, to entry: EffectEntry) {
    if entry.pending.load(ordering: .relaxed) == 0 { return }
    change("effect") { deferred, held in
      if entry.pending.load(ordering: .relaxed) > 0 { entry.later.append(record.kept(), &deferred) }
    }
  }
}

extension EffectRun {
  /// Waits for an action that matches.
  func next(_ match: ActionMatch) async throws -> any Action {
    let id = UniqueNumbers.waiters.next()
    return try await withTaskCancellationHandler {
      try await withCheckedThrowingContinuation { continuation in
        let (answer, loss) = take(match, orWaitWith: continuation, id)
        if let loss { engine.report(.lostActions(run: self.id, count: loss)) }
        answer?.resume()
        // Asked only now: a cancellation before found nobody who waits.
        if answer == nil, Task.isCancelled { stopWaiting(id) }
      }
    } onCancel: {
      stopWaiting(id)
    }
  }

  private func take(
    _ match: ActionMatch,
    orWaitWith continuation: CheckedContinuation<any Action, any Error>,
    _ id: Int
  ) -> (LaterActions.Answer?, loss: Int?) {
    engine.locked("next") { _ in
      let inbox = inbox ?? RunInbox(since: since)
      let waiter = LaterActions.Waiter(inbox: inbox, continuation: continuation)
      // The run is over.
      if place < 0 { return (LaterActions.Answer(waiter: waiter), nil) }
      self.inbox = inbox
      let (action, loss) = entry.later.take(match, for: inbox)
      if let action { return (LaterActions.Answer(waiter: waiter, action: action), loss) }
      entry.later.insert(waiter, id, for: match)
      return (nil, loss)
    }
  }

  private func stopWaiting(_ id: Int) {
    let answer = engine.locked("next") { _ in
      inbox.flatMap { entry.later.stopWaiting(id, $0) }
    }
    answer?.resume()
  }
}
