/// The runs and arrivals of an effect, or of one key of it, that depend on each other.
final class EffectLane: @unchecked Sendable {
  // `@unchecked`: every `var` is guarded by the store's lock.

  // Both live as long as the effect is registered. After that nobody asks: its runs are gone from
  // the entry, and its timers from the lane.
  unowned let entry: EffectEntry
  unowned let pipeline: RunPipeline
  var policy: LanePolicy
  /// What has arrived and not started, by the number of its commit.
  var waiting: [Int: EffectRun.Trigger] = [:]
  /// What runs, by the number of the commit that set it off.
  var runs: [Int: EffectRun] = [:]
  /// The timer that the policy waits for.
  var timerNumber: Int?
  var timer: Task<Void, Never>?

  init(_ entry: EffectEntry, _ pipeline: RunPipeline, _ policy: LanePolicy) {
    self.entry = entry
    self.pipeline = pipeline
    self.policy = policy
  }
}

/// What a change under the store's lock leaves to be done without it.
struct Aftermath {
  /// Runs that were made, in order.
  var started: [(run: EffectRun, pipeline: RunPipeline)] = []
  /// Runs that were marked, with their tasks; those are cancelled without the lock, because that
  /// calls handlers of the user's.
  var cancelled: [(run: EffectRun, task: Task<Void, Never>?)] = []
  /// Only to be released.
  var dropped: [EffectRun.Trigger] = []
  var endedTimers: [Task<Void, Never>] = []
  var timer: (lane: EffectLane, number: Int, delay: Duration)?
}

extension StoreCore {
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
        guard let trigger = lane.waiting.removeValue(forKey: id) else { continue }
        // Its arrival was counted, and goes on as a run.
        let run = makeRun(
          entry,
          lane,
          trigger,
          commit: id,
          hasInbox: lane.pipeline.usesContext
        )
        lane.runs[id] = run
        aftermath.started.append((run, lane.pipeline))
      case .cancel(let id):
        guard let run = lane.runs.removeValue(forKey: id) else { continue }
        cancel(run, &aftermath)
      case .drop(let id):
        guard let trigger = lane.waiting.removeValue(forKey: id) else { continue }
        aftermath.dropped.append(trigger)
        if entry.isCounted { activity -= 1 }
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
    run.isCancelled = true
    run.entry.runs[run.id.number] = nil
    if run.entry.isCounted { activity -= 1 }
    // A task that is not here yet is cancelled by the thread that makes it.
    aftermath.cancelled.append((run, run.task))
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
    let others = entry.runs.values.filter { $0.lane == nil && isMeant($0.commit) }
    for run in others.sorted(by: { $0.id.number < $1.id.number }) { cancel(run, &aftermath) }
  }

  /// Cancels what is behind the horizon, with the lock held.
  final func sweep(_ entry: EffectEntry, _ aftermath: inout Aftermath) {
    let horizon = entry.horizon
    cancel(entry, &aftermath) { $0 < horizon }
  }

  /// Ends an effect for good, with the lock held.
  final func end(_ entry: EffectEntry, _ aftermath: inout Aftermath) {
    entry.cancel()
    entry.horizon = .max
    sweep(entry, &aftermath)
    for lane in entry.lanes { stopTimer(lane, &aftermath) }
  }

  /// Does what is left to be done, without the lock.
  ///
  /// - Parameter isTold: Whether interceptors are told of what was cancelled.
  final func settle(_ aftermath: Aftermath, isTold: Bool = true) {
    for timer in aftermath.endedTimers { timer.cancel() }
    for (run, task) in aftermath.cancelled {
      task?.cancel()
      if isTold { emit(.cancelled, run) }
    }
    for (run, pipeline) in aftermath.started {
      emit(.started, run)
      launch(run, pipeline.plan(for: run))
    }
    if let (lane, number, delay) = aftermath.timer {
      lane.pipeline.startTimer(lane, number, after: delay)
    }
    if !aftermath.cancelled.isEmpty || !aftermath.dropped.isEmpty { wakeIfIdle() }
  }
}
