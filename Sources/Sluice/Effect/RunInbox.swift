/// Where the actions after the one that set a run off wait until the run asks for them; made when it
/// asks for the first time.
///
/// Keeps the newest actions only: a run that asks for few must not hold all there ever were.
final class RunInbox: @unchecked Sendable {
  // `@unchecked`: every `var` is guarded by the store's lock.

  private struct Waiter {
    let matches: (any Action) -> Bool
    let continuation: CheckedContinuation<any Action, any Error>
  }

  /// What is to be done when the lock has been given back.
  struct Posted {
    fileprivate let action: any Action
    fileprivate var continuation: CheckedContinuation<any Action, any Error>?

    func resume() { continuation?.resume(returning: action) }
  }

  private var actions = CommitQueue<any Action>()
  private var waiters: [(id: Int, waiter: Waiter)] = []
  /// How many actions fell out before the run asked for them.
  private var lost: Int
  private var wasLossReported = false

  init(_ actions: [any Action], lost: Int) {
    for action in actions { self.actions.append(action) }
    self.lost = lost
  }

  /// Hands an action to the first who waits for it, or keeps it.
  func post(_ action: any Action) -> Posted {
    if let index = waiters.firstIndex(where: { $0.waiter.matches(action) }) {
      let waiter = waiters.remove(at: index).waiter
      return Posted(action: action, continuation: waiter.continuation)
    }
    actions.append(action)
    guard actions.count > ActionLog.limit, let oldest = actions.popFirst() else {
      return Posted(action: action)
    }
    lost += 1
    // What falls out is handed to the caller, who releases it without the lock.
    return Posted(action: oldest)
  }

  /// Takes the first action that matches; the others stay.
  func take(_ matches: (any Action) -> Bool) -> (any Action)? {
    actions.removeFirst(where: matches)
  }

  /// How many actions are lost, when there are some for the first time.
  func takeLoss() -> Int? {
    if lost == 0 || wasLossReported { return nil }
    wasLossReported = true
    return lost
  }

  func wait(
    _ id: Int,
    _ matches: @escaping (any Action) -> Bool,
    _ continuation: CheckedContinuation<any Action, any Error>
  ) {
    waiters.append((id, Waiter(matches: matches, continuation: continuation)))
  }

  func stopWaiting(_ id: Int) -> CheckedContinuation<any Action, any Error>? {
    guard let index = waiters.firstIndex(where: { $0.id == id }) else { return nil }
    return waiters.remove(at: index).waiter.continuation
  }

  /// Ends all waiting: the run is over, and is given nothing more.
  func takeWaiters() -> [CheckedContinuation<any Action, any Error>] {
    defer { waiters = [] }
    return waiters.map(\.waiter.continuation)
  }
}
