import SluiceTree
import SluiceWire

/// A wait for a commit that matches a filter, or for a state in which a condition holds.
///
/// Reads the same history as the questions, from the first commit that counts on.
struct ToolWait {
  /// The first commit that counts; for a condition, the first whose state counts.
  private let first: Int
  private let label: String
  private var filter: Filter?
  private let condition: StateCondition?
  /// The state after the last commit that was examined, if there is a condition.
  private var replica = StateReplica()
  /// The last commit that was examined.
  private(set) var last: Int

  init(_ arguments: ToolArguments, _ program: Past) throws(ToolFailure) {
    let history = program.history
    guard let numbers = history.numbers else { throw .noState }
    label = program.label
    filter = try arguments.filter()
    condition = try arguments.condition()
    if condition != nil, filter != nil {
      throw .argument("condition", "left out where filter is given")
    }
    // The state that is there counts, and the commit that made it doesn't.
    let next = condition == nil ? numbers.upperBound + 1 : numbers.upperBound
    first = arguments.integer("from") ?? next
    last = min(max(first, numbers.lowerBound + 1), numbers.upperBound + 1) - 1
    guard filter != nil else { return }
    // Its terms may be about the state, or about what led to a commit.
    history.forEachItem(upTo: last) { _ = admits($0.record) }
  }

  /// Examines what is new; returns the number of the first commit that matches.
  mutating func match(in history: History) -> Int? {
    guard let end = history.numbers?.upperBound else { return nil }
    if condition != nil, replica.tree == nil, holds(after: last, in: history) {
      return replica.lastNumber
    }
    guard end > last else { return nil }
    for number in history.commitNumbers(in: (last + 1)..<(end + 1)) {
      guard let commit = history.commit(number) else { continue }
      let isContinued = number - max(commit.count, 1) <= last
      last = number
      if condition != nil {
        if holds(after: commit, in: history) { return number }
      } else {
        if !isContinued { catchUp(before: commit, in: history) }
        if admits(.commit(commit)), number >= first { return number }
      }
    }
    guard condition != nil, end > last else { return nil }
    // The last commits are missing; the state after them may be known.
    last = end
    return holds(after: end, in: history) ? end : nil
  }

  // MARK: - Commits

  private mutating func admits(_ record: WireRecord) -> Bool {
    filter?.admits(record, app: label, instance: "") ?? true
  }

  /// Passes the state before a commit to the filter, where commits are missing before it.
  private mutating func catchUp(before commit: WireRecord.Commit, in history: History) {
    let number = commit.number - max(commit.count, 1)
    guard filter != nil, let known = history.state(after: number), known.number == number else {
      return
    }
    _ = admits(.state(WireRecord.State(number: number, state: known.tree)))
  }

  // MARK: - States

  /// Advances the state by a commit; returns whether the condition holds then.
  private mutating func holds(after commit: WireRecord.Commit, in history: History) -> Bool {
    var record = WireRecord.commit(commit)
    _ = replica.take(&record)
    return replica.tree == nil ? holds(after: commit.number, in: history) : holds
  }

  /// Begins anew with the state after a commit, if that is known; returns whether the condition holds.
  private mutating func holds(after number: Int, in history: History) -> Bool {
    replica = StateReplica()
    guard let known = history.state(after: number), known.number == number else { return false }
    var record = WireRecord.state(WireRecord.State(number: number, state: known.tree))
    _ = replica.take(&record)
    return holds
  }

  private var holds: Bool {
    guard let condition, let tree = replica.tree, let number = replica.lastNumber else {
      return false
    }
    return number >= first && condition.holds(in: tree)
  }
}
