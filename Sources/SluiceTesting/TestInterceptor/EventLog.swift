import Sluice
import SluiceLocks

/// Events in the order of their arrival, and the tasks that wait for one of them.
///
/// Doesn't poll: the event, the timeout or the cancellation of its task resumes a waiter.
package final class EventLog<Event: Sendable>: @unchecked Sendable {
  // `@unchecked`: the fields are guarded by `lock`.

  /// Returns whether an event matches; also receives its position, from 1.
  package typealias Condition = @Sendable (_ event: Event, _ count: Int) -> Bool

  private struct Waiter {
    let isMet: Condition
    let continuation: CheckedContinuation<Event?, any Error>
    var timer: Task<Void, Never>?
  }

  private let lock = PlainLock()
  private var all: [Event] = []
  private var waiters: [Int: Waiter] = [:]
  private var lastWaiter = 0

  /// Creates an empty log.
  package init() {}

  /// All events so far.
  package var events: [Event] { lock.withLock { all } }

  /// Appends an event, and resumes the tasks that wait for it.
  package func append(_ event: Event) {
    append { _ in event }
  }

  /// Appends an event made from the last one, and resumes the tasks that wait for it.
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

  /// Waits for an event, unless it is already present.
  /// - Returns: The event; `nil` if the timeout expires first.
  package func wait(timeout: Duration, until isMet: @escaping Condition) async throws -> Event? {
    let id = lock.withLock {
      lastWaiter += 1
      return lastWaiter
    }
    return try await withTaskCancellationHandler {
      try await withCheckedThrowingContinuation { continuation in
        // Waits only if every event was examined, so that the earliest match is found first.
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
        // Checked only now: an earlier cancellation found no waiter.
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
