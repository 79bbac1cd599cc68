import Sluice

/// Events in the order in which they came, and those who wait for one of them.
///
/// Nothing polls: a waiter is resumed by the event it waits for, by its timeout, or by the
/// cancellation of its task.
package final class EventLog<Event: Sendable>: @unchecked Sendable {
  // `@unchecked`: the fields are guarded by `lock`.

  /// Whether an event is the one; gets its place as well, from 1.
  package typealias Condition = @Sendable (_ event: Event, _ count: Int) -> Bool

  private struct Waiter {
    let isMet: Condition
    let continuation: CheckedContinuation<Event?, any Error>
    var timer: Task<Void, Never>?
  }

  private let lock = OwnedLock()
  private var all: [Event] = []
  private var waiters: [Int: Waiter] = [:]
  private var lastWaiter = 0

  /// Makes an empty log.
  package init() {}

  /// What came so far.
  package var events: [Event] { lock.withLock { all } }

  /// Adds an event, and resumes those who waited for it.
  package func append(_ event: Event) {
    append { _ in event }
  }

  /// Adds the event that is made from the last one, and resumes those who waited for it.
  func append(following make: (_ last: Event?) -> Event) {
    let (event, count, waiting) = lock.withLock {
      let event = make(all.last)
      all.append(event)
      return (event, all.count, waiters)
    }
    // Unlocked: conditions are the user's code.
    for (id, waiter) in waiting where waiter.isMet(event, count) {
      settle(id, .success(event))
    }
  }

  /// Waits for an event, unless it came already.
  /// - Returns: The event; `nil` when the time was up before it came.
  package func wait(timeout: Duration, until isMet: @escaping Condition) async throws -> Event? {
    let id = lock.withLock {
      lastWaiter += 1
      return lastWaiter
    }
    return try await withTaskCancellationHandler {
      try await withCheckedThrowingContinuation { continuation in
        // Waits only when nothing has come that was not looked at: what came first is found first.
        var seen = 0
        while true {
          let unseen = lock.withLock {
            if all.count == seen { waiters[id] = Waiter(isMet: isMet, continuation: continuation) }
            return all[seen...]
          }
          if unseen.isEmpty { break }
          for index in unseen.indices where isMet(unseen[index], index + 1) {
            return continuation.resume(returning: unseen[index])
          }
          seen = unseen.endIndex
        }
        // Asked only now: a cancellation before found no waiter.
        if Task.isCancelled { return settle(id, .failure(CancellationError())) }
        startTimer(id, timeout)
      }
    } onCancel: {
      settle(id, .failure(CancellationError()))
    }
  }

  private func startTimer(_ id: Int, _ timeout: Duration) {
    let timer = Task {
      do {
        try await Patience.sleep(for: timeout)
      } catch {
        return
      }
      self.settle(id, .success(nil))
    }
    let isTooLate = lock.withLock {
      waiters[id]?.timer = timer
      return waiters[id] == nil
    }
    if isTooLate { timer.cancel() }
  }

  private func settle(_ id: Int, _ result: Result<Event?, any Error>) {
    guard let waiter = lock.withLock({ waiters.removeValue(forKey: id) }) else { return }
    waiter.timer?.cancel()
    waiter.continuation.resume(with: result)
  }
}
