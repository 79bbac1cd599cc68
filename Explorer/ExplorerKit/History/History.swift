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
    /// Bounded by bytes only.
    static let unlimitedCommits = Limits(commits: .max)

    package init(commits: Int = standardCommits, bytes: Int = 512 << 20) {
      self.commits = max(commits, 1)
      self.bytes = bytes
    }

    /// The number of commits after which there is a state again.
    var segment: Int { min(max(commits / 16, 64), 1_000) }
  }

  /// The bytes of changes after which there is a state again.
  private static let segmentBytes = 8 << 20
  /// The bytes of commits of a session file, or more for a large state, after which there is a state again.
  var fileSegmentBytes = 4 << 20
  /// The runs of a session file, which are in memory, hence within bounds of their own.
  static let runsOfFile = RunTable(limit: .max, bytes: 96 << 20)

  package let limits: Limits
  /// The session file that it is the past of, which needs no limits; `nil` if commits are held.
  let lines: SessionLines?
  private(set) var segments: [Segment] = []
  private(set) var runs: RunTable
  /// The number of the last commit, or of the last state if that is later.
  package private(set) var lastNumber: Int?
  /// The last state that is known.
  private(set) var tree: Tree?
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
    lines = nil
    runs = RunTable(limit: limits.commits, bytes: limits.bytes / 4)
  }

  /// Creates the past of a session file.
  init(of lines: SessionLines) {
    limits = Limits(commits: .max, bytes: .max)
    self.lines = lines
    runs = Self.runsOfFile
  }

  /// Creates the past of a session file as it was when it was filed.
  init(of lines: SessionLines, _ facts: Facts) {
    self.init(of: lines)
    segments = facts.parts.map { Segment(FilePart(lines, $0)) }
    closedEntries = segments.reduce(0) { $0 + $1.count }
    lastNumber = facts.lastNumber
    missing = facts.missing
    runs = facts.runs
  }

  /// What is known of the past of a session file, in whose index it is.
  struct Facts: Sendable {
    var parts: [FilePart.Facts]
    var lastNumber: Int?
    var missing: Gap?
    var runs: RunTable
  }

  /// Returns what has to be known to continue later, and files the last commits for that.
  func facts() -> Facts {
    let parts = segments.compactMap { segment in
      segment.part?.facts ?? lines.map { segment.facts(writingTo: $0.blocks) }
    }
    return Facts(parts: parts, lastNumber: lastNumber, missing: missing, runs: runs)
  }

  /// The numbers of the commits whose states can be asked for; gaps may lie between.
  package var numbers: ClosedRange<Int>? {
    guard let first = segments.first?.number, let lastNumber else { return nil }
    return first...max(first, lastNumber)
  }

  /// The number of commits and gaps.
  package var count: Int {
    closedEntries + (segments.last.map { $0.part == nil ? $0.count : 0 } ?? 0)
  }

  /// The state after the last commit; `nil` while it is not known.
  var lastState: Tree? {
    guard missing == nil else { return nil }
    return tree ?? lastKnownState()
  }

  /// The approximate memory size of all commits, states and runs.
  package var byteCount: Int {
    closedBytes + (segments.last?.byteCount ?? 0) + treeBytes + runs.byteCount
  }

  /// Takes in a record of the store: a state, a commit, a gap, or an event of an effect's run.
  ///
  /// - Parameter offset: Where its line is in the session file.
  package mutating func take(_ record: WireRecord, at offset: Int? = nil) {
    open()
    switch record {
    case .state(let state): take(state)
    case .commit(let commit): take(commit, at: offset)
    case .dropped(let dropped): take(dropped)
    case .effect(let effect): runs.take(effect, after: lastNumber ?? 0)
    default: break
    }
  }

  // MARK: - States

  private mutating func take(_ state: WireRecord.State) {
    if let lastNumber, state.number < lastNumber {
      // A program that was started anew.
      self = lines.map { History(of: $0) } ?? History(limits)
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
    segments.append(Segment(after: state.number, state.state, of: lines))
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

  private mutating func take(_ commit: WireRecord.Commit, at offset: Int?) {
    guard let first = begin(commit.number, count: commit.count) else { return }
    var commit = commit
    if lines != nil, !commit.changes.allSatisfy(\.isComplete) {
      segments[segments.count - 1].isIncomplete = true
    }
    let isKnown = missing == nil && apply(&commit)
    if !isKnown { miss(from: first) }
    lastNumber = commit.number
    segments[segments.count - 1].append(commit, isKnown: isKnown, at: offset)
    startSegmentIfFull()
  }

  /// Takes in a commit of the session file, whose changes are complete.
  mutating func take(_ commit: CommitScanner.Commit, _ changes: CompactWriter, at offset: Int) {
    open()
    guard let first = begin(commit.number, count: commit.count) else { return }
    let isKnown = missing == nil && apply(changes)
    if !isKnown { miss(from: first) }
    lastNumber = commit.number
    segments[segments.count - 1].append(commit, changes, isKnown: isKnown, at: offset)
    startSegmentIfFull()
  }

  /// Notes what is missing in front of a commit.
  ///
  /// - Returns: The first commit that it stands for; `nil` if it was received before the connection was
  ///   made again.
  private mutating func begin(_ number: Int, count: Int) -> Int? {
    let first = number - max(count, 1) + 1
    let last = lastNumber ?? max(first - 1, 0)
    guard number > last else { return nil }
    if lastNumber == nil { segments.append(Segment(after: last, nil, of: lines)) }
    if first > last + 1 { miss(from: last + 1) }
    return max(first, last + 1)
  }

  private mutating func take(_ dropped: WireRecord.Dropped) {
    let last = lastNumber ?? max(dropped.from - 1, 0)
    guard dropped.to > last else { return }
    if lastNumber == nil { segments.append(Segment(after: last, nil, of: lines)) }
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
      self.tree = lastKnownState()
      return false
    }
    self.tree = tree
    return true
  }

  private mutating func apply(_ changes: CompactWriter) -> Bool {
    guard var tree else { return false }
    self.tree = nil
    do {
      try tree.apply(changes)
    } catch {
      self.tree = lastKnownState()
      return false
    }
    self.tree = tree
    return true
  }

  /// Returns the state after the last commit, which is known.
  private func lastKnownState() -> Tree? {
    segments.last.flatMap { $0.state(after: $0.count) }
  }

  // MARK: - Segments

  private mutating func startSegmentIfFull() {
    let last = segments.count - 1
    if lines == nil {
      guard
        segments[last].count >= limits.segment
          || segments[last].content.count >= Self.segmentBytes
      else { return }
    } else {
      // More than the state, so that an index of them is much shorter than the file.
      guard segments[last].heldBytes >= max(fileSegmentBytes, segments[last].treeBytes) else {
        return
      }
    }
    startSegment()
  }

  /// Begins a new segment with the current state, and removes the oldest ones.
  private mutating func startSegment() {
    guard let lastNumber else { return }
    let last = segments.count - 1
    closedEntries += segments[last].count
    if let lines {
      let facts = segments[last].facts(writingTo: lines.blocks)
      segments[last] = Segment(FilePart(lines, facts))
    } else {
      segments[last].close()
      closedBytes += segments[last].byteCount
    }
    let segment = Segment(after: lastNumber, missing == nil ? tree : nil, of: lines)
    if segment.tree != nil { treeBytes = segment.treeBytes }
    segments.append(segment)
    while segments.count > 1,
      closedEntries - segments[0].entries.count >= limits.commits || byteCount > limits.bytes
    {
      removeOldestSegment()
    }
  }

  /// Reads the last segment of a session file, if it was filed, so that more can be added.
  private mutating func open() {
    guard let part = segments.last?.part else { return }
    closedEntries -= part.entryCount
    tree = position(after: .max).flatMap { state(at: $0) }
    segments[segments.count - 1] = Segment(holding: part)
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
