import SluiceCore

/// The commits of a store since a state that it retains, so that their actions can be reduced again.
///
/// A value: a copy is what was recorded up to a moment.
struct ReplayLog<State: Sendable>: Sendable {
  /// What a commit did.
  enum Entry: Sendable {
    /// Dispatched an action, which these handlers have reduced.
    case action(any Action, HandlerList)
    /// Replaced the state or a part of it.
    case restored(Restoration<State>)
    /// Reduced actions again; when that happens once more, as if it had not been.
    case replayed
  }

  /// The oldest retained state, and the number of its commit.
  let base: StateBox<State>
  let baseNumber: Int
  private var entries: ContiguousArray<Entry> = []
  /// A later retained state, which becomes the oldest when there are too many commits before it.
  private var checkpoint: (number: Int, state: StateBox<State>)?
  /// The number of last commits of which none is removed; at most twice as many are retained.
  private let limit: Int

  init(after number: Int, _ state: StateBox<State>, limit: Int) {
    base = state
    baseNumber = number
    self.limit = limit
  }

  /// The number of the last commit.
  var lastNumber: Int { baseNumber + entries.count }

  /// The commits that can be left out; `nil` if there is none.
  var commits: ClosedRange<Int>? { entries.isEmpty ? nil : baseNumber + 1...lastNumber }

  /// The entry of a commit.
  subscript(number: Int) -> Entry {
    assert(number > baseNumber && number <= lastNumber)
    return entries[number - baseNumber - 1]
  }

  /// Appends the next commit; begins anew if its state has nothing to do with those before.
  ///
  /// - Returns: What is removed.
  mutating func append(_ commit: Commit<State>) -> ReplayLog? {
    let number = commit.number
    guard let entry = entry(of: commit) else {
      return replace(with: ReplayLog(after: number, commit.new, limit: limit))
    }
    assert(number == lastNumber + 1)
    entries.append(entry)
    guard number - (checkpoint?.number ?? baseNumber) >= limit else { return nil }
    guard let checkpoint else {
      checkpoint = (number, commit.new)
      return nil
    }
    var shorter = ReplayLog(after: checkpoint.number, checkpoint.state, limit: limit)
    shorter.entries = ContiguousArray(entries[(checkpoint.number - baseNumber)...])
    shorter.checkpoint = (number, commit.new)
    // The states that came back must be among those that can be made again.
    let isWhole = shorter.targets.allSatisfy { $0 >= checkpoint.number }
    return replace(with: isWhole ? shorter : ReplayLog(after: number, commit.new, limit: limit))
  }

  /// Returns what a commit did; `nil` if it replaced the state by one that isn't known.
  private func entry(of commit: Commit<State>) -> Entry? {
    guard commit.isRestored, let action = commit.action as? StateRestored else {
      return .action(commit.action, commit.record.handlers)
    }
    if case .replay = action.reason { return .replayed }
    guard var restoration = action.restoration as? Restoration<State> else { return nil }
    if let after = restoration.after, !contains(stateAfter: after) { restoration.after = nil }
    return restoration.isWhole && restoration.after == nil ? nil : .restored(restoration)
  }

  private mutating func replace(with log: ReplayLog) -> ReplayLog {
    defer { self = log }
    return self
  }

  /// Whether the state after a commit can be made again.
  func contains(stateAfter number: Int) -> Bool { (baseNumber...lastNumber).contains(number) }

  /// The commits whose states came back.
  var targets: Set<Int> {
    var targets: Set<Int> = []
    for case .restored(let restoration) in entries {
      if let number = restoration.after { targets.insert(number) }
    }
    return targets
  }

  /// Whether at most `limit` commits follow another, and none of them restored anything, which may
  /// call user code.
  func isShort(after number: Int, limit: Int) -> Bool {
    guard contains(stateAfter: number), lastNumber - number <= limit else { return false }
    return entries[(number - baseNumber)...].allSatisfy { entry in
      if case .restored = entry { false } else { true }
    }
  }
}

extension Commit {
  /// Whether it restored a state, and reduced nothing.
  var isRestored: Bool { !record.startsEffects }
}
