import SluiceTree
import SluiceWire

/// The state of one store according to its records, advanced by the changes of commits.
///
/// A change that doesn't apply makes it unknown until the program sends the whole state.
struct StateReplica: Hashable, Sendable {
  /// The state after ``lastNumber``; `nil` while it is not known.
  private(set) var tree: Tree?
  /// The number of the last received commit; `nil` before the first record.
  private(set) var lastNumber: Int?

  /// - Parameter lastNumber: The number of the last commit before the next record.
  init(after lastNumber: Int? = nil) {
    self.lastNumber = lastNumber
  }

  /// Advances the state, and adds to a commit's changes the old values that it left out.
  ///
  /// - Returns: What is wrong if the record does not continue what came before; `nil` otherwise.
  mutating func take(_ record: inout WireRecord) -> String? {
    switch record {
    case .state(let state):
      defer {
        tree = state.state
        lastNumber = state.number
      }
      guard let lastNumber, tree != nil, state.number > lastNumber, state.reply == nil else {
        return nil
      }
      return Self.gap(after: lastNumber, before: state.number + 1)
    case .commit(var commit):
      let problem = check(commit)
      lastNumber = commit.number
      if problem != nil { tree = nil }
      let fault = apply(&commit)
      record = .commit(commit)
      return problem ?? fault
    case .dropped(let dropped):
      lastNumber = dropped.to
      tree = nil
      return nil
    default:
      return nil
    }
  }

  /// Returns a description of unannounced missing commits; `nil` if there are none.
  private func check(_ commit: WireRecord.Commit) -> String? {
    guard let lastNumber else { return nil }
    guard commit.number > lastNumber else {
      return "Commit \(commit.number) came after commit \(lastNumber)."
    }
    let first = max(commit.number - max(commit.count, 1), 0)
    return first > lastNumber ? Self.gap(after: lastNumber, before: first + 1) : nil
  }

  private static func gap(after last: Int, before next: Int) -> String {
    let missing =
      next - last == 2 ? "Commit \(last + 1) is" : "Commits \(last + 1) to \(next - 1) are"
    return "\(missing) missing, and the program did not say why."
  }

  /// Applies the changes to the state, and completes them with what was there before.
  private mutating func apply(_ commit: inout WireRecord.Commit) -> String? {
    guard var tree else { return nil }
    // Moved out, so that it is changed in place.
    self.tree = nil
    do {
      for index in commit.changes.indices {
        switch commit.changes[index] {
        case .set(let path, nil, let new):
          commit.changes[index] = .set(path, old: tree[path], new: new)
        case .remove(let path, nil):
          commit.changes[index] = .remove(path, old: tree[path])
        default: break
        }
        try tree.apply(commit.changes[index])
      }
    } catch {
      return "The changes of commit \(commit.number) do not fit the state: \(error)"
    }
    // The whole state follows otherwise.
    if commit.omittedChanges == 0, !commit.changesAreUnknown { self.tree = tree }
    return nil
  }
}
