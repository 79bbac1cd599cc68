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
    if idleWaiters.isEmpty { return [] }
    let isIdle = isAtRest && activity == 0 || isIdle(held)
    return isIdle ? idleWaiters.removeAll().map(\.continuation) : []
  }

  func waitUntilIdle() async {
    await core.wait(
      "idle",
      in: idleWaiters,
      for: (),
      unless: { isIdle($0) ? () : nil },
      ifCancelled: { _ in }
    )
  }
}
