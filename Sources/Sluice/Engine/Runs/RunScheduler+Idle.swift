import SluiceLocks

extension RunScheduler {
  /// Returns whether nothing is under way that could still lead to a commit by itself.
  private func isIdle(_ held: borrowing Held) -> Bool {
    core.isClosed || activity == 0 && core.isAtRest(held)
  }

  var isAwaited: Bool { !idleWaiters.isEmpty }

  /// Removes the waiting tasks if the store is idle; the caller resumes them without the lock.
  ///
  /// - Parameter isAtRest: Whether the caller knows that no commit follows by itself.
  func takeIdleWaiters(
    atRest isAtRest: Bool = false,
    _ held: borrowing Held
  ) -> [CheckedContinuation<Void, Never>] {
    assert(core.lock.isHeld(by: held.thread))
    if idleWaiters.isEmpty { return [] }
    let isIdle = isAtRest && activity == 0 || isIdle(held)
    return isIdle ? idleWaiters.removeAll().map(\.continuation) : []
  }

  /// Waits until the store that is being closed is idle, or a time has passed on its clock.
  func waitUntilIdle(_ closing: Closing, within limit: Duration) async {
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
  }

  /// The names of the effects that keep the store from being idle, in order.
  func unfinishedEffects() -> [String] {
    let activity = activityNow()
    let work = activity.work.filter { $0.isCounted || $0.isStream && activity.hasActionsInStreams }
    var names: [String] = []
    for name in work.map(\.effect) where !names.contains(name) { names.append(name) }
    return names
  }

  func waitUntilIdle() async {
    if core.locked("idle", { isIdle($0) }) { return }
    if core.isWaitForItself("idle()", includes: { run, _ in run.delaysIdleness }) { return }
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
}
