import SluiceLocks

/// Recognizes a task that answers the values of its iterator with actions, and so may be part of a loop.
///
/// Only while commits are made between each two requests does it take part in dispatches: until then,
/// and for a task that reads what others write and dispatches nothing, they cost nothing more.
///
/// Belongs to an iterator, which one task at a time uses.
final class Iteration {
  /// The number of values in a row, with commits after each, before the task's dispatches are examined.
  private static let patience = 16

  private let core: Core
  /// The number of the last commit when the last value was returned.
  private var number = 0
  /// The number of values in a row that were followed by a commit before the next request.
  private var answers = 0
  /// The task whose dispatches are examined; 0 for none.
  private var task = 0

  init(in core: Core) { self.core = core }

  deinit { if task != 0 { core.locked("next()") { _ in release() } } }

  /// Called when the next value is requested.
  func noteRequest() {
    core.locked("next()") { _ in
      answers = core.number == number ? 0 : answers + 1
      if answers == 0 { release() }
    }
  }

  /// Called when a value is returned: what the task dispatches until it requests the next one extends
  /// the chain of the value's commit.
  func noteValue(of cause: Cause?) {
    core.locked("next()") { _ in
      number = core.number
      if answers < Self.patience { return }
      release()
      task = Platform.currentTask
      core.iterations[task] = cause?.chain ?? CauseChain()
    }
  }

  private func release() {
    if task != 0 { core.iterations[task] = nil }
    task = 0
  }
}
