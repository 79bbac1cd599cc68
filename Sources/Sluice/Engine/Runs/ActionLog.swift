/// An action that runs may wait for.
final class LoggedAction: Sendable {
  let number: Int
  let action: any Action

  init(_ action: any Action, number: Int) {
    self.action = action
    self.number = number
  }
}

/// The newest actions, in order.
struct ActionLog {
  static let limit = 1_000

  private var actions = Deque<LoggedAction>()
  /// The number of the last action that was dropped to make room.
  private(set) var lastLost = 0

  var isEmpty: Bool { actions.isEmpty }

  /// The number of the last action.
  var last: Int? { actions.last?.number }

  /// - Returns: The action that was dropped to make room, to be released without the lock.
  mutating func append(_ action: LoggedAction) -> LoggedAction? {
    assert(action.number > last ?? lastLost)
    actions.append(action)
    guard actions.count > Self.limit, let lost = actions.popFirst() else { return nil }
    assert(lost.number > lastLost)
    lastLost = lost.number
    return lost
  }

  /// Removes the first action after a commit that satisfies a predicate.
  mutating func removeFirst(
    after number: Int,
    where predicate: (any Action) -> Bool
  ) -> LoggedAction? {
    actions.removeFirst(after: { $0.number <= number }, where: { predicate($0.action) })
  }

  /// Returns the first action after a commit that satisfies a predicate.
  func first(after number: Int, where predicate: (any Action) -> Bool) -> LoggedAction? {
    actions.first(after: { $0.number <= number }, where: { predicate($0.action) })
  }

  /// Removes an action.
  ///
  /// - Returns: Whether the log had it.
  mutating func remove(_ action: LoggedAction) -> Bool {
    actions.removeFirst(after: { $0.number < action.number }, where: { $0 === action }) != nil
  }

  /// Returns the actions after a commit.
  func after(_ number: Int) -> ActionLog {
    var log = self
    log.actions = actions.filter { $0.number > number }
    return log
  }
}
