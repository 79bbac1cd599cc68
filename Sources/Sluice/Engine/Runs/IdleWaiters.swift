/// The tasks that wait for the store to be idle.
struct IdleWaiters {
  private var continuations: [Int: CheckedContinuation<Void, Never>] = [:]

  var isEmpty: Bool { continuations.isEmpty }

  mutating func insert(_ waiter: CheckedContinuation<Void, Never>, _ id: Int) {
    continuations[id] = waiter
  }

  mutating func remove(_ id: Int) -> CheckedContinuation<Void, Never>? {
    continuations.removeValue(forKey: id)
  }

  /// Removes and returns all, in order of insertion.
  mutating func removeAll() -> [CheckedContinuation<Void, Never>] {
    defer { continuations = [:] }
    return continuations.sorted { $0.key < $1.key }.map(\.value)
  }
}

extension RunScheduler {
  /// Returns whether nothing is under way that could still lead to a commit by itself.
  private func isIdle(_ held: borrowing Held) -> Bool {
    engine.isClosed || activity == 0 && engine.isAtRest(held)
  }

  func hasIdleWaiters(_ held: borrowing Held) -> Bool { !idleWaiters.isEmpty }

  /// Removes the waiting tasks if the store is idle; the caller resumes them without the lock.
  func takeIdleWaiters(_ held: borrowing Held) -> [CheckedContinuation<Void, Never>] {
    idleWaiters.isEmpty || !isIdle(held) ? [] : idleWaiters.removeAll()
  }

  func waitUntilIdle() async {
    let engine = engine
    let id = UniqueNumbers.waiters.next()
    await withTaskCancellationHandler {
      await withCheckedContinuation { (continuation: CheckedContinuation<Void, Never>) in
        let isIdle = engine.locked("idle") { held in
          if self.isIdle(held) { return true }
          idleWaiters.insert(continuation, id)
          return false
        }
        if isIdle { return continuation.resume() }
        // Checked only now: an earlier cancellation found no waiting task.
        if Task.isCancelled { stopWaiting(id, in: engine) }
      }
    } onCancel: {
      stopWaiting(id, in: engine)
    }
  }

  private func stopWaiting(_ id: Int, in engine: Engine) {
    engine.locked("idle") { _ in idleWaiters.remove(id) }?.resume()
  }
}
