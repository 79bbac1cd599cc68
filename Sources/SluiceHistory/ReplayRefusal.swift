/// Why a store's actions can't be reduced again without some of them.
public struct ReplayRefusal: Error, Hashable, Sendable {
  /// The first of the given commits that can't be left out; `nil` if the store records no actions.
  public let commit: Int?
  /// The commits that can be left out; `nil` if there are none.
  public let available: ClosedRange<Int>?

  /// Creates a refusal, for a test of code that handles one.
  package init(commit: Int?, available: ClosedRange<Int>?) {
    self.commit = commit
    self.available = available
  }
}

extension ReplayRefusal: CustomStringConvertible {
  /// What is wrong, and what to do.
  public var description: String {
    guard let commit else {
      return "This store records no actions. Register a StateHistory with recordsActions: true"
        + " before they are dispatched."
    }
    guard let available else {
      return "Commit \(commit) can't be left out: no action is recorded, or a state was restored"
        + " after all that are. Leave out a later commit."
    }
    if commit > available.upperBound {
      return "There is no commit \(commit) yet. Leave out commits from \(available.lowerBound) to"
        + " \(available.upperBound)."
    }
    return "Commit \(commit) can't be left out: the actions are recorded from commit"
      + " \(available.lowerBound) on. Leave out commits from \(available.lowerBound) to"
      + " \(available.upperBound)."
  }
}
