// Recording the actions of a store for observers that may reduce them again.

extension Engine {
  /// Removes the log if no observer wants one any more.
  ///
  /// - Returns: What the caller releases after unlocking.
  final func takeUnusedLog(_ held: borrowing Held) -> AnyObject? {
    demands.contains(.actions) ? nil : takeLog()
  }
}

/// Keeps a removed log alive until the store's lock is released.
private final class RemovedLog<State: Sendable>: Sendable {
  private let log: ReplayLog<State>

  init(_ log: ReplayLog<State>) { self.log = log }
}

extension StateEngine {
  /// Begins the log with the current state, or raises its limit.
  func beginLog(atLeast limit: Int) {
    if let current = log?.limit {
      log?.limit = max(current, limit)
    } else {
      log = ReplayLog(after: number, box, limit: limit)
    }
  }

  /// Adds a commit whose state is the current one to the log.
  ///
  /// - Returns: What the caller releases after unlocking.
  func addToLog(_ entry: ReplayLog<State>.Entry?, number: Int) -> AnyObject? {
    log?.append(entry, number: number, box).map { RemovedLog($0) }
  }

  func removeLog() -> AnyObject? {
    log.take().map { RemovedLog($0) }
  }
}
