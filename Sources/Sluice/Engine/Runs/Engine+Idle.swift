extension Engine {
  /// Whether nothing is under way that could still lead to a commit; with the lock held.
  ///
  /// `activity` counts runs, what waits to become one, follow-ups, and actions that streams have
  /// not dealt with. Where only a delivery is still going on, its thread is called back to the lock
  /// when it is through, and wakes those who wait.
  private final func mayRest() -> Bool {
    if isClosed { return true }
    guard activity == 0, unsafe queue.isEmpty else { return false }
    return !role.callBack()
  }

  /// Those who can go on, with the lock held; the caller wakes them without it.
  final func takeIdleWaiters() -> [CheckedContinuation<Void, Never>] {
    if idleWaiters.isEmpty || !mayRest() { return [] }
    defer { idleWaiters = [:] }
    return idleWaiters.sorted { $0.key < $1.key }.map(\.value)
  }

  final func wake(_ waiters: [CheckedContinuation<Void, Never>]) {
    for waiter in waiters { waiter.resume() }
  }

  final func wakeIfIdle() {
    wake(locked("idle") { takeIdleWaiters() })
  }

  final func waitUntilIdle() async {
    let id = UniqueNumbers.waiters.next()
    await withTaskCancellationHandler {
      await withCheckedContinuation { (continuation: CheckedContinuation<Void, Never>) in
        let mayGoOn = locked("idle") {
          if mayRest() { return true }
          idleWaiters[id] = continuation
          return false
        }
        if mayGoOn { return continuation.resume() }
        // Asked only now: a cancellation before found nobody who waits.
        if Task.isCancelled { stopWaiting(id) }
      }
    } onCancel: {
      stopWaiting(id)
    }
  }

  private final func stopWaiting(_ id: Int) {
    locked("idle") { idleWaiters.removeValue(forKey: id) }?.resume()
  }
}

extension Store {
  /// Waits until nothing is under way that could lead to another commit by itself.
  ///
  /// Returns when no commit waits for its delivery, no run of an effect and no follow-up is alive,
  /// no action waits for a debounce, a throttle or its turn, and no stream has an action in hand or
  /// unread. Feedbacks and sequences of actions from outside do not count, nor do cancelled runs:
  /// what they still do does not reach the store. Returns early when the calling task is cancelled.
  ///
  /// A run that waits on a test's clock is alive: advance the clock first.
  public final func idle() async {
    await engine.waitUntilIdle()
  }
}
