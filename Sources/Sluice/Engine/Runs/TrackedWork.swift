import Synchronization

/// Counts what an action has led to and has not ended: commits to be delivered, runs, actions that
/// wait to start one, and actions that streams have not finished with.
///
/// Every ``CauseChain`` that begins with the action refers to it. It is over when the count is 0.
final class TrackedWork: @unchecked Sendable {
  // `@unchecked`: every `var` is guarded by the engine's lock.
  let engine: Engine
  private var count = 1
  private var waiters: [Int: CheckedContinuation<Void, Never>] = [:]
  private let wasCancelled = Atomic<Bool>(false)

  /// Creates work whose dispatch is about to begin; ``end()`` ends that.
  init(_ engine: Engine) { self.engine = engine }

  /// Whether nothing further starts, and what runs dispatch is dropped.
  var isCancelled: Bool { wasCancelled.load(ordering: .acquiring) }

  var isOver: Bool { engine.locked("isFinished") { _ in count == 0 } }

  // MARK: - Counting, with the lock held

  func begin(_ held: borrowing Held) { count += 1 }

  /// - Returns: The waiting tasks if that was the last; the caller resumes them without the lock.
  func end(_ held: borrowing Held) -> [CheckedContinuation<Void, Never>] {
    count -= 1
    if count > 0 || waiters.isEmpty { return [] }
    defer { waiters = [:] }
    return waiters.sorted { $0.key < $1.key }.map(\.value)
  }

  // MARK: - Without the lock

  /// Ends what ``init(_:)`` or ``begin(_:)`` began.
  func end() {
    let waiters = engine.locked("delivery") { held in end(held) }
    for waiter in waiters { waiter.resume() }
  }

  /// Waits until it is over, or the task is cancelled.
  func wait() async {
    let id = UniqueNumbers.waiters.next()
    await withTaskCancellationHandler {
      await withCheckedContinuation { (continuation: CheckedContinuation<Void, Never>) in
        let isOver = engine.locked("finish") { _ in
          if count == 0 { return true }
          waiters[id] = continuation
          return false
        }
        if isOver { return continuation.resume() }
        // Checked only now: an earlier cancellation found no waiting task.
        if Task.isCancelled { stopWaiting(id) }
      }
    } onCancel: {
      stopWaiting(id)
    }
  }

  private func stopWaiting(_ id: Int) {
    engine.locked("finish") { _ in waiters.removeValue(forKey: id) }?.resume()
  }

  /// Cancels the runs, and drops the actions that wait to start one.
  func cancel() {
    // First: what starts from here on finds it, and what started before is found below.
    wasCancelled.store(true, ordering: .sequentiallyConsistent)
    engine.locked("cancel") { _ in engine.runs }?.cancel(self)
  }
}

extension RunScheduler {
  fileprivate func cancel(_ tracked: TrackedWork) {
    change("cancel") { deferred, held in
      let entries = effects.entries + (followUpEntry.map { [$0] } ?? [])
      for entry in entries where entry.isCounted {
        let waiting = entry.lanes.flatMap(\.waiting.values)
        let commits = Set(
          entry.runs.all.filter { $0.tracked === tracked }.map(\.commit)
            + waiting.filter { $0.cause.chain.tracked === tracked }.map(\.number)
        )
        if !commits.isEmpty { cancel(entry, &deferred, held) { commits.contains($0) } }
      }
    }
  }
}

/// Dispatches the action that tracked work begins with, on behalf of whoever does.
struct TrackedDispatch: DispatchSource {
  let tracked: TrackedWork
  let source: (any DispatchSource)?
  /// What led to the action, if anything did.
  let cause: Cause?

  var effectID: EffectRunID? { source?.effectID }

  var precededAction: (any Action.Type)? { source?.precededAction }

  func isCancelled(_ held: borrowing Held) -> Bool { source?.isCancelled(held) == true }

  func cause(_ held: borrowing Held) -> Cause? {
    var cause = cause ?? Cause(number: 0, chain: .none)
    cause.chain.tracked = tracked
    return cause
  }
}

extension Engine {
  /// Tracks what one dispatch leads to.
  ///
  /// - Parameter dispatch: Dispatches an action on behalf of the source.
  final func track(_ dispatch: (TrackedDispatch) -> Void) -> TrackedWork {
    let tracked = TrackedWork(self)
    let (source, cause) = locked("dispatchTracked(action:)") { held in
      var source: (any DispatchSource)?
      let cause = findCause(&source, delivered: currentCause(held), held)
      return (source, cause)
    }
    dispatch(TrackedDispatch(tracked: tracked, source: source, cause: cause))
    tracked.end()
    return tracked
  }
}
