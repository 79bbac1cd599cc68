import SluiceTree
package import SluiceWire

/// What was seen of one store, to be asked about later.
///
/// Holds its commits with their changes in a compact form, a whole state every 1,000 commits, the runs
/// of its effects, and what is missing. Bounded: the oldest segment goes, from one state to the next,
/// so that the front is always a state if one is known.
///
/// A value without input or output: pass it the records of one store in their order. Numbers of commits
/// grow; a repeated commit is ignored, and a state with a lower number begins anew.
package struct History: Sendable {
  /// The most that a history holds.
  package struct Limits: Hashable, Sendable {
    /// The number of commits that are held at least; up to a segment more are.
    package var commits: Int
    /// Bytes, about; beyond them there are fewer commits.
    package var bytes: Int

    package static let standardCommits = 100_000

    package init(commits: Int = standardCommits, bytes: Int = 512 << 20) {
      self.commits = max(commits, 1)
      self.bytes = bytes
    }

    /// The number of commits after which there is a state again.
    var segment: Int { min(max(commits / 16, 64), 1_000) }
  }

  /// The bytes of changes after which there is a state again.
  private static let segmentBytes = 8 << 20

  package let limits: Limits
  private(set) var segments: [Segment] = []
  private(set) var runs: RunTable
  /// The number of the last commit, or of the last state if that is later.
  package private(set) var lastNumber: Int?
  /// The last state that is known.
  private var tree: Tree?
  /// The approximate memory size of that state, at the last checkpoint.
  private var treeBytes = 0
  /// What is missing after the last known state, and why.
  package private(set) var missing: Gap?
  /// The number of entries in all segments but the last.
  private var closedEntries = 0
  /// The bytes of all segments but the last.
  private var closedBytes = 0
  /// Whether the oldest commits are gone.
  package internal(set) var isShortened = false

  package init(_ limits: Limits = Limits()) {
    self.limits = limits
    runs = RunTable(limit: limits.commits, bytes: limits.bytes / 4)
  }

  /// The numbers of the commits whose states can be asked for; gaps may lie between.
  package var numbers: ClosedRange<Int>? {
    guard let first = segments.first?.number, let lastNumber else { return nil }
    return first...max(first, lastNumber)
  }

  /// The number of commits and gaps.
  package var count: Int { closedEntries + (segments.last?.entries.count ?? 0) }

  /// The state after the last commit; `nil` while it is not known.
  var lastState: Tree? { missing == nil ? tree : nil }

  /// The approximate memory size of all commits, states and runs.
  package var byteCount: Int {
    closedBytes + (segments.last?.byteCount ?? 0) + treeBytes + runs.byteCount
  }

  /// Takes in a record of the store: a state, a commit, a gap, or an event of an effect's run.
  package mutating func take(_ record: WireRecord) {
    switch record {
    case .state(let state): take(state)
    case .commit(let commit): take(commit)
    case .dropped(let dropped): take(dropped)
    case .effect(let effect): runs.take(effect, after: lastNumber ?? 0)
    default: break
    }
  }

  // MARK: - States

  private mutating func take(_ state: WireRecord.State) {
    if let lastNumber, state.number < lastNumber {
      // A program that was started anew.
      self = History(limits)
    }
    guard let lastNumber else { return begin(at: state) }
    if missing == nil {
      if state.number == lastNumber, state.state == tree { return }
      let first = min(lastNumber + 1, state.number)
      missing = Gap(numbers: first...state.number)
    }
    close(with: state)
  }

  private mutating func begin(at state: WireRecord.State) {
    segments.append(Segment(after: state.number, state.state))
    treeBytes = segments[0].treeBytes
    tree = state.state
    lastNumber = state.number
  }

  /// Ends a gap with the state behind it.
  private mutating func close(with state: WireRecord.State) {
    if let tree, var gap = missing {
      gap.numbers = min(gap.numbers.lowerBound, state.number)...state.number
      segments[segments.count - 1].append(gap, Tree.changes(from: tree, to: state.state))
    }
    missing = nil
    tree = state.state
    lastNumber = state.number
    startSegment()
  }

  // MARK: - Commits

  private mutating func take(_ commit: WireRecord.Commit) {
    let first = commit.number - max(commit.count, 1) + 1
    let last = lastNumber ?? max(first - 1, 0)
    // It was received before the connection was made again.
    guard commit.number > last else { return }
    if lastNumber == nil { segments.append(Segment(after: last, nil)) }
    if first > last + 1 { miss(from: last + 1) }
    var commit = commit
    let isKnown = missing == nil && apply(&commit)
    if !isKnown { miss(from: max(first, last + 1)) }
    lastNumber = commit.number
    segments[segments.count - 1].append(commit, isKnown: isKnown)
    if segments[segments.count - 1].entries.count >= limits.segment
      || segments[segments.count - 1].content.count >= Self.segmentBytes
    {
      startSegment()
    }
  }

  private mutating func take(_ dropped: WireRecord.Dropped) {
    let last = lastNumber ?? max(dropped.from - 1, 0)
    guard dropped.to > last else { return }
    if lastNumber == nil { segments.append(Segment(after: last, nil)) }
    miss(from: last + 1, dropped.reason)
    lastNumber = dropped.to
  }

  /// Notes that what a commit changed is unknown.
  private mutating func miss(from number: Int, _ reason: WireRecord.Dropped.Reason? = nil) {
    guard var gap = missing else {
      missing = Gap(numbers: number...number, reason: reason)
      return
    }
    gap.reason = gap.reason ?? reason
    missing = gap
  }

  /// Applies the changes to the state, and completes them with the values that they replace.
  ///
  /// - Returns: Whether the state after the commit is known.
  private mutating func apply(_ commit: inout WireRecord.Commit) -> Bool {
    guard commit.omittedChanges == 0, !commit.changesAreUnknown, var tree else { return false }
    // Moved out, so that it is changed in place.
    self.tree = nil
    do {
      var application = TreeApplication()
      for index in commit.changes.indices {
        if !commit.changes[index].isComplete {
          commit.changes[index] = commit.changes[index].completed(from: tree)
        }
        try application.apply(commit.changes[index], to: &tree)
      }
    } catch {
      // Some may have been applied.
      self.tree = segments.last.flatMap { $0.state(after: $0.entries.count) }
      return false
    }
    self.tree = tree
    return true
  }

  // MARK: - Segments

  /// Begins a new segment with the current state, and removes the oldest ones.
  private mutating func startSegment() {
    guard let lastNumber else { return }
    let last = segments.count - 1
    segments[last].close()
    closedEntries += segments[last].entries.count
    closedBytes += segments[last].byteCount
    let segment = Segment(after: lastNumber, missing == nil ? tree : nil)
    if segment.tree != nil { treeBytes = segment.treeBytes }
    segments.append(segment)
    while segments.count > 1,
      closedEntries - segments[0].entries.count >= limits.commits || byteCount > limits.bytes
    {
      removeOldestSegment()
    }
  }

  /// Whether there are commits or runs that can be removed; the last state cannot.
  var canRemoveOldest: Bool { segments.count > 1 || runs.runs.count > 1 }

  /// Removes the oldest commits, or the older half of the runs if no commits can be removed.
  mutating func removeOldest() {
    if segments.count > 1 { removeOldestSegment() } else { runs.removeOlderHalf() }
  }

  /// Removes the oldest commits, up to the second state that is held.
  private mutating func removeOldestSegment() {
    let first = segments.removeFirst()
    closedEntries -= first.entries.count
    closedBytes -= first.byteCount
    isShortened = true
  }
}

extension TreeChange {
  /// Whether it has the value that it replaces.
  fileprivate var isComplete: Bool {
    switch self {
    case .set(_, let old, _), .remove(_, let old): old != nil
    case .add, .move: true
    }
  }

  fileprivate func completed(from tree: Tree) -> TreeChange {
    switch self {
    case .set(let path, nil, let new): .set(path, old: tree[path], new: new)
    case .remove(let path, nil): .remove(path, old: tree[path])
    default: self
    }
  }
}
