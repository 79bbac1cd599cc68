import Synchronization

/// The runs and arrivals of an effect, or of one key of it, that depend on each other.
final class EffectLane: @unchecked Sendable {
  // `@unchecked`: every `var` is guarded by the store's lock.

  // Lives as long as the effect is registered. After that nobody asks: its runs are gone from the
  // entry, and its timers from the lane.
  unowned let entry: RunEntry
  var policy: LanePolicy
  /// What has arrived and not started, by the number of its commit.
  var waiting: [Int: CommitRecord] = [:]
  /// What runs, by the number of the commit that set it off.
  var runs: [Int: EffectRun] = [:]
  /// The timer that the policy waits for.
  var timerNumber: Int?
  var timer: Task<Void, Never>?

  init(_ entry: RunEntry, _ policy: LanePolicy) {
    self.entry = entry
    self.policy = policy
  }
}

/// What a change under the store's lock leaves to be done without it.
struct Aftermath {
  /// Runs that were made, in order.
  var started: [EffectRun] = []
  /// Runs that were marked; their tasks are cancelled without the lock, because that calls handlers
  /// of the user's.
  var cancelled: [EffectRun] = []
  /// Those who wait for the next action in a run that is over.
  var waiters: [WaitingRuns.Waiter] = []
  /// Only to be released.
  var dropped: [CommitRecord] = []
  var logs: [ActionLog] = []
  var endedTimers: [Task<Void, Never>] = []
  var timer: (lane: EffectLane, number: Int, delay: Duration)?
}

extension Engine {
  /// Does under the lock what a policy decided.
  final func apply(
    _ steps: [LanePolicy.Step],
    _ lane: EffectLane,
    _ aftermath: inout Aftermath
  ) {
    let entry = lane.entry
    for step in steps {
      switch step {
      case .start(let id):
        guard let record = lane.waiting.removeValue(forKey: id) else { continue }
        // Its arrival was counted, and goes on as a run.
        let run = makeRun(entry, lane, record, entry.work)
        lane.runs[id] = run
        aftermath.started.append(run)
      case .cancel(let id):
        guard let run = lane.runs.removeValue(forKey: id) else { continue }
        cancel(run, &aftermath)
      case .drop(let id):
        guard let record = lane.waiting.removeValue(forKey: id) else { continue }
        aftermath.dropped.append(record)
        if let log = countOut(entry) { aftermath.logs.append(log) }
      case .schedule(let number, let delay):
        stopTimer(lane, &aftermath)
        lane.timerNumber = number
        aftermath.timer = (lane, number, delay)
      case .unschedule:
        stopTimer(lane, &aftermath)
      }
    }
  }

  private final func stopTimer(_ lane: EffectLane, _ aftermath: inout Aftermath) {
    lane.timerNumber = nil
    if let timer = lane.timer.take() { aftermath.endedTimers.append(timer) }
  }

  private final func cancel(_ run: EffectRun, _ aftermath: inout Aftermath) {
    run.markCancelled()
    remove(run, &aftermath)
    aftermath.cancelled.append(run)
  }

  /// Takes a run out of those that are alive, with the lock held.
  final func remove(_ run: EffectRun, _ aftermath: inout Aftermath) {
    let entry = run.entry
    guard unsafe entry.runs.remove(run) else { return }
    if let inbox = unsafe run.inbox {
      aftermath.waiters += entry.waiting.removeAll(from: inbox)
    }
    if let log = countOut(entry) { aftermath.logs.append(log) }
  }

  /// Cancels what some commits set off, with the lock held.
  final func cancel(
    _ entry: EffectEntry,
    _ aftermath: inout Aftermath,
    where isMeant: (_ commit: Int) -> Bool
  ) {
    for lane in entry.lanes {
      apply(lane.policy.cancel(where: isMeant), lane, &aftermath)
    }
    let others = unsafe entry.runs.all.filter { $0.lane == nil && isMeant($0.commit) }
    for run in others.sorted(by: { $0.number < $1.number }) { cancel(run, &aftermath) }
  }

  /// Cancels what is behind the horizon, with the lock held.
  final func sweep(_ entry: EffectEntry, _ aftermath: inout Aftermath) {
    let horizon = entry.horizon.load(ordering: .relaxed)
    cancel(entry, &aftermath) { $0 < horizon }
  }

  /// Ends an effect for good, with the lock held.
  final func end(_ entry: EffectEntry, _ aftermath: inout Aftermath) {
    entry.cancel()
    entry.horizon.store(.max, ordering: .releasing)
    sweep(entry, &aftermath)
    for lane in entry.lanes { stopTimer(lane, &aftermath) }
  }

  /// Changes what is guarded by the lock, and does the rest without it.
  final func change(_ body: (inout Aftermath) -> Void) {
    var aftermath = Aftermath()
    locked("effect") { _ in body(&aftermath) }
    settle(aftermath)
  }

  /// Does what is left to be done, without the lock.
  ///
  /// - Parameter isTold: Whether interceptors are told of what was cancelled.
  final func settle(_ aftermath: Aftermath, isTold: Bool = true) {
    for timer in aftermath.endedTimers { timer.cancel() }
    for waiter in aftermath.waiters {
      waiter.continuation.resume(throwing: CancellationError())
    }
    for run in aftermath.cancelled {
      run.cancelTask()
      if isTold { emit(.cancelled, run) }
    }
    for run in aftermath.started {
      emit(.started, run)
      launch(run)
    }
    if let (lane, number, delay) = aftermath.timer {
      lane.entry.startTimer(lane, number, after: delay, in: self)
    }
    if !aftermath.cancelled.isEmpty || !aftermath.dropped.isEmpty { wakeIfIdle() }
  }
}
