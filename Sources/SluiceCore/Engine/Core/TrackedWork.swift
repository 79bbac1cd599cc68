import SluiceLocks

/// Counts what an action has led to and has not ended: commits to be delivered, runs, actions that
/// wait to start one, and actions that streams have not finished with.
///
/// Every ``CauseChain`` that begins with the action refers to it. It is over when the count is 0.
package final class TrackedWork: @unchecked Sendable {
  // `@unchecked`: every `var` is guarded by the core's lock.
  let core: Core
  private var count = 1
  private let waiters = WaiterList<Void, Void>()
  private let isCancelled = Atomic(false)

  /// Creates work whose dispatch is about to begin; ``endOne()`` ends that.
  init(_ core: Core) { self.core = core }

  /// Whether it was cancelled.
  ///
  /// The answer is exact with the store's lock held.
  package var hasEnded: Bool { isCancelled.load(ordering: .acquiring) }

  var isOver: Bool { core.locked("isFinished") { _ in count == 0 } }

  // MARK: - Counting, with the lock held

  package func begin(_ held: borrowing Held) {
    assert(core.lock.isHeld(by: held.thread))
    count += 1
  }

  /// - Returns: The waiting tasks if that was the last; the caller resumes them without the lock.
  package func endOne(_ held: borrowing Held) -> [CheckedContinuation<Void, Never>] {
    count -= 1
    assert(count >= 0)
    return count > 0 ? [] : waiters.removeAll().map(\.continuation)
  }

  // MARK: - Without the lock

  /// Ends what ``init(_:)`` or ``begin(_:)`` began.
  func endOne() {
    let waiters = core.locked("delivery") { held in endOne(held) }
    for waiter in waiters { waiter.resume() }
  }

  /// Waits until it is over, or the task is cancelled.
  func wait() async {
    await core.wait(
      "finish",
      in: waiters,
      for: (),
      unless: { _ in count == 0 ? () : nil },
      ifCancelled: { _ in }
    )
  }

  /// Cancels the runs, and drops the actions that wait to start one.
  func cancel() {
    // First: what starts from here on finds it, and what started before is found below.
    isCancelled.store(true, ordering: .releasing)
    core.locked("cancel") { _ in core.runs }?.cancel(self)
  }
}

/// Dispatches the action that tracked work begins with, on behalf of whoever does.
final class TrackedDispatch: ActingSource {
  let tracked: TrackedWork
  let source: (any DispatchSource)?
  /// What led to the action, if anything did.
  let cause: Cause?

  init(tracked: TrackedWork, source: (any DispatchSource)?, cause: Cause?) {
    self.tracked = tracked
    self.source = source
    self.cause = cause
  }

  /// A store that is being closed doesn't wait for it.
  func isUnderWay(_ held: borrowing Held) -> Bool { false }

  func cause(_ held: borrowing Held) -> Cause? {
    var cause = cause ?? Cause()
    cause.chain.tracked = tracked
    return cause
  }
}

extension Core {
  /// Tracks what one dispatch leads to.
  ///
  /// - Parameter dispatch: Dispatches an action on behalf of the source.
  final func track(_ dispatch: (TrackedDispatch) -> Void) -> TrackedWork {
    let tracked = TrackedWork(self)
    let (source, cause) = locked("dispatchTracked(action:)") { held in
      var source: (any DispatchSource)?
      let cause = findCause(&source, held)
      return (source, cause)
    }
    dispatch(TrackedDispatch(tracked: tracked, source: source, cause: cause))
    tracked.endOne()
    return tracked
  }
}
