import SluiceLocks

extension Core {
  /// Returns whether a call would wait for the run that the calling task executes, and reports that,
  /// once for each effect and call.
  ///
  /// Only for the task that executes the run's work: another one, started by it, may wait for the run,
  /// as long as the run doesn't wait for that task.
  ///
  /// - Parameter includes: Whether the call waits for the run; called with the lock held.
  final func isWaitForItself(
    _ call: String,
    includes: (EffectRun, borrowing Held) -> Bool
  ) -> Bool {
    guard let run = EffectRun.context?.run, run.core === self, run.isWorkTask else { return false }
    let (isWait, isFirst) = locked("effect") { held in
      guard !run.hasEnded(held), !run.isOver, includes(run, held) else { return (false, false) }
      return (true, notices.reportedOnce.insert("\(call) \(run.entry.name)").inserted)
    }
    if isFirst {
      report(.waitsForItself(run: run.id, call: call, position: run.entry.position))
    }
    return isWait
  }

  /// Waits, and reports once what for if that takes long: two real seconds if the store's clock is a
  /// test's, which stands still, otherwise thirty.
  ///
  /// - Parameters:
  ///   - call: The call that waits.
  ///   - tracked: The work that is waited for; `nil` for all work of the store.
  final func reportingLongWait(
    _ call: String,
    for tracked: TrackedWork? = nil,
    _ wait: () async -> Void
  ) async {
    let limit: Duration = EffectClock(clock).executor == nil ? .seconds(30) : .seconds(2)
    // Lets go of the core when the wait ends, though the timer's task may end later.
    let waiting = Waiting(self)
    let timer = Platform.afterRealTime(limit) {
      guard let core = waiting.core.withLock({ $0 }) else { return }
      let activity = core.scheduler.activityNow(of: tracked)
      let work = activity.work.filter {
        $0.isCounted || $0.isStream && activity.hasActionsInStreams
      }
      core.report(.longWork(call: call, waited: limit, for: work))
    }
    await wait()
    withExtendedLifetime(waiting.core.withLock { $0.take() }) {}
    if let timer { Platform.cancel(timer) }
  }

  private final class Waiting: Sendable {
    let core: Locked<Core?>

    init(_ core: Core) { self.core = Locked(core) }
  }
}

extension EffectRun {
  /// Whether the run keeps its store from being idle, or may do so by what it reads.
  var delaysIdleness: Bool {
    if case .stream = entry.kind { true } else { entry.isCounted }
  }

  /// Returns whether the run belongs to tracked work.
  func belongs(to work: TrackedWork, _ held: borrowing Held) -> Bool {
    if case .stream = entry.kind { cause.chain.tracked === work } else { tracked === work }
  }
}
