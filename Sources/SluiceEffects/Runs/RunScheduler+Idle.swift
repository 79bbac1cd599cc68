import SluiceCore
import SluiceLocks

extension RunScheduler {
  /// Returns whether nothing is under way that could still lead to a commit by itself.
  private func isIdle(_ held: borrowing Held) -> Bool {
    core.isClosed || activity == 0 && core.isAtRest(held)
  }

  func takeIdleWaiters(_ held: borrowing Held) -> [CheckedContinuation<Void, Never>] {
    assert(core.lock.isHeld(by: held.thread))
    guard !idleWaiters.isEmpty, activity == 0 || core.isClosed else { return [] }
    return idleWaiters.removeAll().map(\.continuation)
  }

  /// Removes the waiting tasks if the store is idle; the caller resumes them without the lock.
  func takeWaitersIfIdle(_ held: borrowing Held) -> [CheckedContinuation<Void, Never>] {
    idleWaiters.isEmpty || !isIdle(held) ? [] : takeIdleWaiters(held)
  }

  /// Waits until the store that is being closed is idle, or a time has passed on its clock.
  func waitUntilIdle(_ closing: Closing, within limit: Duration) async -> [String] {
    let timer = Task(executorPreference: clock.executor) { [clock] in
      do { try await clock.sleep(for: limit) } catch { return }
      let waiter = self.core.locked("close(within:)") { _ in
        closing.isOverdue = true
        return self.idleWaiters.removeFirst { $0 === closing }
      }
      waiter?.continuation.resume()
    }
    await core.wait(
      "close(within:)",
      in: idleWaiters,
      for: closing,
      unless: { closing.isOverdue || isIdle($0) ? () : nil },
      ifCancelled: { _ in }
    )
    Platform.cancel(timer)
    return core.locked("close(within:)", { _ in closing.isOverdue }) ? unfinishedEffects() : []
  }

  func longWork(
    _ call: String,
    waited time: Duration,
    for tracked: TrackedWork?
  ) -> StoreDiagnostic? {
    let work = awaitedWork(of: tracked)
    return work.isEmpty ? nil : .longWork(call: call, waited: time, for: work)
  }

  /// The work that is under way and is waited for.
  private func awaitedWork(of tracked: TrackedWork?) -> [PendingWork] {
    let activity = activityNow(of: tracked)
    return activity.work.filter { $0.isCounted || $0.isStream && activity.hasActionsInStreams }
  }

  /// The names of the effects that keep the store from being idle, in order.
  private func unfinishedEffects() -> [String] {
    var names: [String] = []
    for name in awaitedWork(of: nil).map(\.effect) where !names.contains(name) {
      names.append(name)
    }
    return names
  }

  func waitUntilIdle() async {
    if core.locked("idle", { isIdle($0) }) { return }
    if isWaitForItself("idle()", for: nil) { return }
    await core.reportingLongWait("idle()") {
      await core.wait(
        "idle",
        in: idleWaiters,
        for: nil,
        unless: { isIdle($0) ? () : nil },
        ifCancelled: { _ in }
      )
    }
  }

  /// Of the task that executes the run's work only: another one, started by it, may wait for the run.
  ///
  /// Such a wait goes on as long as the run doesn't wait for that task. Reported once for each effect and call.
  func isWaitForItself(_ call: String, for tracked: TrackedWork?) -> Bool {
    guard let run = RunAttempt.current?.sender, run.core === core, run.isWorkTask else {
      return false
    }
    let (isWait, isFirst) = core.locked("effect") { held in
      let isAwaited = tracked.map { run.belongs(to: $0, held) } ?? run.delaysIdleness
      guard isAwaited, !run.hasEnded(held), !run.isOver else { return (false, false) }
      return (true, core.notices.reportedOnce.insert("\(call) \(run.entry.name)").inserted)
    }
    if isFirst {
      core.report(.waitsForItself(run: run.id, call: call, position: run.entry.position))
    }
    return isWait
  }
}
