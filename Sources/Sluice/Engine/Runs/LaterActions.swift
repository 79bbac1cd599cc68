import Synchronization

/// The actions that the runs of one effect may wait for with `next`, and the waiting tasks.
///
/// All runs share one log: each action is stored once, however many runs are alive. A run's
/// ``RunInbox`` records which of them it received. Waiting tasks are grouped by match, so that an
/// action is compared once with each match and not with each run. Guarded by the store's lock.
struct LaterActions {
  /// A task that waits for an action.
  struct Waiter {
    let inbox: RunInbox
    let continuation: CheckedContinuation<any Action, any Error>
  }

  /// A waiting task and its action; the task throws a `CancellationError` if there is none.
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

  /// Stores an action, and delivers it to the longest waiting matching task of each run.
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

  /// Removes the log, when no run can request its actions any longer.
  mutating func removeLog() -> ActionLog? { log.take() }

  /// Takes the first matching action that is new to a run.
  ///
  /// - Returns: The action, and the number of actions that were lost before the run requested them,
  ///   if it is to be reported.
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

  /// Removes a cancelled task.
  mutating func stopWaiting(_ id: Int, _ inbox: RunInbox) -> Answer? {
    if let match = inbox.waiting[id], let log { inbox.finishSearch(match, log) }
    return remove(id, of: inbox).map { Answer(waiter: $0) }
  }

  /// Removes the waiting tasks of a run that is over.
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
  /// The matching records of each requested match: thousands of runs may request the same.
  private var found: [ActionMatch: Deque<CommitRecord>] = [:]
  /// The number of the last evicted commit.
  private(set) var lastLost = 0

  /// The newest record.
  var last: CommitRecord? { records.last }

  /// Appends an action.
  ///
  /// - Returns: The evicted record, to be released without the lock.
  mutating func append(_ record: CommitRecord) -> CommitRecord? {
    records.append(record)
    for match in found.keys where match.matches(record.action) { found[match]?.append(record) }
    guard records.count > Self.limit, let lost = records.popFirst() else { return nil }
    lastLost = lost.number
    for match in found.keys where found[match]?.first === lost { _ = found[match]?.popFirst() }
    return lost
  }

  /// Returns the first action after a commit that matches and satisfies a predicate.
  mutating func first(
    _ match: ActionMatch,
    after number: Int,
    where isFree: (CommitRecord) -> Bool
  ) -> CommitRecord? {
    if found[match] == nil { found[match] = records.filter { match.matches($0.action) } }
    return found[match]?.first(after: { $0.number <= number }, where: isFree)
  }
}

/// The actions that a run has received with `next`, and those that it waits for.
///
/// Created at the run's first request.
final class RunInbox: @unchecked Sendable {
  // `@unchecked`: every `var` is guarded by the store's lock.

  /// The commit after which actions are new to the run.
  private let since: Int
  /// The last commit searched for each match: what matched before it is taken.
  private var searched: [ActionMatch: Int] = [:]
  /// The commits that the run received: one action may satisfy several matches.
  private var taken: Set<Int> = []
  /// The matches that the run's tasks wait for.
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

  /// Records that nothing in the log matches, because a task has waited for it.
  func finishSearch(_ match: ActionMatch, _ log: ActionLog) {
    if let last = log.last { searched[match] = last.number }
  }

  /// Returns the number of actions evicted before they were searched for a match, the first time
  /// that there are any.
  func takeLoss(_ match: ActionMatch, _ log: ActionLog) -> Int? {
    let lost = log.lastLost - (searched[match] ?? since)
    if lost <= 0 || wasLossReported { return nil }
    wasLossReported = true
    return lost
  }
}

extension RunScheduler {
  /// Stores an action for the runs that started before it; called by the delivering thread.
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
        // Checked only now: an earlier cancellation found no waiting task.
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
