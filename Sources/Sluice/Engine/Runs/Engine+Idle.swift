extension Engine {
  /// Whether nothing is under way that could still lead to a commit; with the lock held.
  ///
  /// `activity` counts runs, what waits to become one, follow-ups, and actions that streams have
  /// not dealt with. Where only a delivery is still going on, its thread is called back to the lock
  /// when it is through, and wakes those who wait.
  final func mayRest(_ held: borrowing Held) -> Bool {
    (isClosed || runScheduler(held).activity == 0) && isAtRest(held)
  }

  final func takeIdleWaiters(_ held: borrowing Held) -> [CheckedContinuation<Void, Never>] {
    runs?.takeIdleWaiters(held) ?? []
  }

  final func wake(_ waiters: [CheckedContinuation<Void, Never>]) {
    for waiter in waiters { waiter.resume() }
  }

  final func wakeIfIdle() {
    wake(locked("idle") { takeIdleWaiters($0) })
  }

  final func waitUntilIdle() async {
    let id = UniqueNumbers.waiters.next()
    await withTaskCancellationHandler {
      await withCheckedContinuation { (continuation: CheckedContinuation<Void, Never>) in
        let mayGoOn = locked("idle") { held in
          if mayRest(held) { return true }
          runScheduler(held).idleWaiters[id] = continuation
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
    locked("idle") { runScheduler($0).idleWaiters.removeValue(forKey: id) }?.resume()
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
