/// Where the actions after the one that set a run off wait until the run asks for them.
///
/// Keeps the newest actions only: a run that never asks must not hold
/// all there ever were.
final class RunInbox: @unchecked Sendable {
  // `@unchecked`: every `var` is guarded by the store's lock.

  static let limit = 1_000

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

  /// Hands an action to the first who waits for it, or keeps it.
  func post(_ action: any Action) -> Posted {
    if let index = waiters.firstIndex(where: { $0.waiter.matches(action) }) {
      let waiter = waiters.remove(at: index).waiter
      return Posted(action: action, continuation: waiter.continuation)
    }
    actions.append(action)
    // What falls out is handed to the caller, who releases it without the lock.
    let lost = actions.count > Self.limit ? actions.popFirst() : nil
    return Posted(action: lost ?? action)
  }

  /// Takes the first action that matches; the others stay.
  func take(_ matches: (any Action) -> Bool) -> (any Action)? {
    actions.removeFirst(where: matches)
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
}

extension StoreCore {
  /// Puts an action into the inboxes of the runs that were set off before it; called by the thread
  /// that delivers.
  final func post(_ action: any Action, _ number: Int, to entry: EffectEntry) {
    let posted = locked("effect") {
      entry.runs.values.compactMap { run in
        (run.trigger?.commit ?? 0) < number ? run.inbox?.post(action) : nil
      }
    }
    for post in posted { post.resume() }
  }
}
