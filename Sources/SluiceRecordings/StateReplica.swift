package import SluiceTree
package import SluiceWire

/// The state of one store according to its records, advanced by the changes of commits.
///
/// The one place where what a program sends is applied. A change that doesn't apply makes the state unknown
/// until the program sends it whole.
package struct StateReplica: Hashable, Sendable {
  /// The last state that was known: that after ``lastNumber`` if ``isCurrent``.
  package private(set) var known: Tree?
  package private(set) var isCurrent = false
  /// The number of the last received commit; `nil` before the first record.
  package private(set) var lastNumber: Int?
  /// Whether the last commit came before.
  package private(set) var isRepeating = false

  /// - Parameter lastNumber: The number of the last commit before the next record.
  package init(after lastNumber: Int? = nil) {
    self.lastNumber = lastNumber
  }

  /// The state after ``lastNumber``; `nil` while it is not known.
  package var tree: Tree? { isCurrent ? known : nil }

  /// Advances the state, and adds to a commit's changes the old values that it left out.
  ///
  /// A commit that came before changes nothing.
  ///
  /// - Returns: What is wrong if the record does not continue what came before; `nil` otherwise.
  package mutating func take(_ record: inout WireRecord) -> Problem? {
    switch record {
    case .state(let state):
      defer {
        (known, isCurrent, lastNumber, isRepeating) = (state.state, true, state.number, false)
      }
      guard let lastNumber, isCurrent, state.number > lastNumber, state.reply == nil else {
        return nil
      }
      return .missing(lastNumber + 1...state.number)
    case .commit(var commit):
      if let lastNumber, commit.number <= lastNumber {
        // Said once; the program may have begun to count again.
        defer { isRepeating = true }
        return isRepeating ? nil : .repeated(commit.number, after: lastNumber)
      }
      isRepeating = false
      let problem = missing(before: commit.number, commit.count)
      if problem != nil { isCurrent = false }
      let fault = apply(&commit)
      lastNumber = commit.number
      record = .commit(commit)
      return problem ?? fault
    case .dropped(let dropped):
      guard dropped.to > lastNumber ?? .min else { return nil }
      lastNumber = dropped.to
      isCurrent = false
      return nil
    case .hello, .effect, .diagnostic, .reads, .bye, .welcome, .dispatch, .restore, .pause, .resume,
      .snapshot, .question, .answer, .error, .problem, .disconnected, .live, .mark, .unknown:
      return nil
    }
  }

  /// Goes back to the last state that is known, after changes of which only some applied.
  package mutating func recover(_ tree: Tree?) { known = tree }

  /// Returns unannounced missing commits; `nil` if there are none.
  private func missing(before number: Int, _ count: Int) -> Problem? {
    guard let lastNumber else { return nil }
    let first = max(number - max(count, 1), 0)
    return first > lastNumber ? .missing(lastNumber + 1...first) : nil
  }

  /// Applies the changes to the state, and completes them with what was there before.
  private mutating func apply(_ commit: inout WireRecord.Commit) -> Problem? {
    guard isCurrent, var tree = known else { return nil }
    let isWhole = commit.omittedChanges == 0 && !commit.changesAreUnknown
    isCurrent = false
    // Moved out, so that it is changed in place. The state before is needed when only some of the changes came.
    if isWhole { known = nil }
    do {
      var application = TreeApplication()
      for index in commit.changes.indices {
        if !commit.changes[index].isComplete {
          commit.changes[index] = commit.changes[index].completed(from: tree)
        }
        try application.apply(commit.changes[index], to: &tree)
      }
    } catch {
      return .misfit(commit.number, error)
    }
    if isWhole { (known, isCurrent) = (tree, true) }
    return nil
  }
}

extension StateReplica {
  /// What is wrong with a record.
  package enum Problem: Hashable, Sendable, CustomStringConvertible {
    case missing(ClosedRange<Int>)
    case repeated(Int, after: Int)
    /// The changes of a commit.
    case misfit(Int, TreeApplyError)

    package var description: String {
      switch self {
      case .missing(let numbers):
        let commits =
          numbers.count == 1
          ? "Commit \(numbers.lowerBound) is"
          : "Commits \(numbers.lowerBound) to \(numbers.upperBound) are"
        return "\(commits) missing, and the program did not say why."
      case .repeated(let number, let last): return "Commit \(number) came after commit \(last)."
      case .misfit(let number, let error):
        return "The changes of commit \(number) do not fit the state: \(error)"
      }
    }
  }
}

extension TreeChange {
  /// Whether it has the value that it replaces.
  var isComplete: Bool {
    switch self {
    case .set(_, let old, _), .remove(_, let old): old != nil
    case .add, .move: true
    }
  }

  func completed(from tree: Tree) -> TreeChange {
    switch self {
    case .set(let path, nil, let new): .set(path, old: tree[path], new: new)
    case .remove(let path, nil): .remove(path, old: tree[path])
    default: self
    }
  }
}
