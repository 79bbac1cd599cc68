import SluiceLocks

/// The tasks that wait for one thing, in the order in which they began.
///
/// Guarded by the store's lock. Whoever removes a task resumes it, once the lock is released.
@usableFromInline
package final class WaiterList<Request: Sendable, Answer: Sendable>: @unchecked Sendable {
  // `@unchecked`: see above.

  /// A waiting task, and what it waits for.
  @usableFromInline
  package struct Waiter {
    package let id: Int
    package let request: Request
    package let continuation: CheckedContinuation<Answer, Never>
  }

  @usableFromInline var waiters: [Int: Waiter] = [:]

  package init() {}

  // Inlined: looking up the type at run time would cost more, at each commit of an effect.
  @inlinable package var isEmpty: Bool { waiters.isEmpty }

  package func insert(_ waiter: Waiter) {
    assert(waiters[waiter.id] == nil)
    waiters[waiter.id] = waiter
  }

  package func remove(_ id: Int) -> Waiter? { waiters.removeValue(forKey: id) }

  /// Removes the task that has waited longest for something that satisfies a predicate.
  package func removeFirst(where isAnswered: (Request) -> Bool) -> Waiter? {
    var first: Int?
    for (id, waiter) in waiters where isAnswered(waiter.request) { first = min(first ?? id, id) }
    return first.flatMap(remove)
  }

  /// Removes the tasks that wait for something that satisfies a predicate.
  package func removeAll(where isAnswered: (Request) -> Bool) -> [Waiter] {
    waiters.values.filter { isAnswered($0.request) }.compactMap { remove($0.id) }
  }

  package func removeAll() -> [Waiter] {
    waiters.isEmpty ? [] : waiters.keys.inOrder(of: \.self).compactMap(remove)
  }
}

extension Core {
  /// Waits in a list, unless there is an answer already, until the task is removed from the list and
  /// resumed, or is cancelled.
  ///
  /// - Parameters:
  ///   - answer: Returns the answer, if there is one; called with the lock held.
  ///   - cancelled: Returns the answer of a task that is cancelled while it waits; called with the
  ///     lock held.
  package final func wait<Request, Answer>(
    _ operation: StaticString,
    in list: WaiterList<Request, Answer>,
    for request: Request,
    unless answer: (borrowing Held) -> Answer?,
    ifCancelled cancelled: @escaping @Sendable (borrowing Held) -> Answer
  ) async -> Answer {
    let id = UniqueNumbers.waiters.next()
    let stop: @Sendable () -> Void = {
      let stopped = self.locked(operation) { held in
        list.remove(id).map { ($0.continuation, cancelled(held)) }
      }
      if let (continuation, answer) = stopped { continuation.resume(returning: answer) }
    }
    return await withTaskCancellationHandler {
      await withCheckedContinuation { continuation in
        let answer = locked(operation) { held in
          let answer = answer(held)
          if answer == nil {
            list.insert(.init(id: id, request: request, continuation: continuation))
          }
          return answer
        }
        if let answer { return continuation.resume(returning: answer) }
        // Checked only now: an earlier cancellation found no waiting task.
        if Task.isCancelled { stop() }
      }
    } onCancel: {
      stop()
    }
  }
}
