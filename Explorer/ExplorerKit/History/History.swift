import SluiceRecordings
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
    ///
    /// With 0 nothing is held but the last state.
    package var commits: Int
    /// Bytes, about; beyond them there are fewer commits.
    package var bytes: Int

    package static let standardCommits = 100_000

    package init(commits: Int = standardCommits, bytes: Int = 512 << 20) {
      self.commits = max(commits, 0)
      self.bytes = bytes
    }

    /// The number of commits after which there is a state again.
    var segment: Int { min(max(commits / 16, 64), 1_000) }
  }

  /// The bytes of changes after which there is a state again.
  private static let segmentBytes = 8 << 20

  package let limits: Limits
  /// Which part it is of the past in a session file; `nil` if it is all that there is.
  var piece: HistoryPiece?
  private(set) var segments: [Segment] = []
  private(set) var runs: RunTable
  /// What the store has reported.
  private(set) var diagnostics = DiagnosticList()
  /// What ran for each commit.
  private(set) var reads: ReadTable
  /// The last state, which is advanced by what is taken in.
  private var replica = StateReplica()
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
    reads = ReadTable(bytes: limits.bytes / 8)
  }

  /// The numbers of the commits whose states can be asked for; gaps may lie between.
  package var numbers: ClosedRange<Int>? {
    if let piece { return piece.pieces.numbers }
    return ownNumbers
  }

  /// Those of this piece.
  var ownNumbers: ClosedRange<Int>? {
    guard let first = segments.first?.number, let lastNumber else { return nil }
    return first...max(first, lastNumber)
  }

  /// The number of commits and gaps.
  package var count: Int {
    closedEntries + (segments.last?.count ?? 0)
  }

  /// The number of the last commit, or of the last state if that is later.
  package var lastNumber: Int? { replica.lastNumber }

  /// The state after the last commit; `nil` while it is not known.
  var lastState: Tree? { replica.tree }

  /// Whether the last commit came before, so that the program may have begun to count again.
  var isRepeating: Bool { replica.isRepeating }

  /// The approximate memory size of all commits, states and runs.
  package var byteCount: Int {
    closedBytes + (segments.last?.byteCount ?? 0) + treeBytes + runs.byteCount + reads.byteCount
  }

  /// Takes in a record of the store: a state, a commit, a gap, or an event of an effect's run.
  package mutating func take(_ record: WireRecord) {
    var record = record
    _ = take(completing: &record)
  }

  /// Takes in a record, and adds to a commit's changes the old values that it left out.
  ///
  /// - Returns: What is wrong if the record does not continue what came before; `nil` otherwise.
  mutating func take(completing record: inout WireRecord) -> String? {
    switch record {
    case .diagnostic(let diagnostic):
      diagnostics.take(diagnostic)
      return nil
    case .reads(let record):
      if limits.commits > 0 { reads.take(record) }
      return nil
    case .effect(let effect):
      if limits.commits > 0 { runs.take(effect, after: lastNumber ?? 0) }
      return nil
    case .state(let state):
      // A program that was started anew.
      if let lastNumber, state.number < lastNumber {
        self = History(limits)
      }
      let (last, known) = (lastNumber, replica.known)
      defer { take(state, after: last, known) }
      return replica.take(&record)?.description
    case .commit:
      let last = lastNumber
      let problem = replica.take(&record)?.description
      if case .commit(let commit) = record { take(commit, after: last) }
      return problem
    case .dropped(let dropped):
      take(dropped)
      return replica.take(&record)?.description
    case .hello, .bye, .welcome, .dispatch, .restore, .pause, .resume, .snapshot, .question,
      .answer, .error, .problem, .disconnected, .live, .mark, .unknown:
      return nil
    }
  }

  // MARK: - States

  /// - Parameters:
  ///   - last: The number of the last commit before.
  ///   - known: The last state before that is known.
  private mutating func take(_ state: WireRecord.State, after last: Int?, _ known: Tree?) {
    guard limits.commits > 0 else { return }
    guard let last, !segments.isEmpty else {
      segments.append(Segment(after: state.number, state.state))
      treeBytes = segments[0].treeBytes
      return
    }
    if missing == nil {
      if state.number == last, state.state == known { return }
      missing = Gap(numbers: min(last + 1, state.number)...state.number)
    }
    if let known, var gap = missing {
      gap.numbers = min(gap.numbers.lowerBound, state.number)...state.number
      segments[segments.count - 1].append(gap, Tree.changes(from: known, to: state.state))
    }
    missing = nil
    startSegment()
  }

  // MARK: - Commits

  /// - Parameter last: The number of the last commit before.
  private mutating func take(_ commit: WireRecord.Commit, after last: Int?) {
    guard begin(commit.number, commit.count, after: last) else { return }
    segments[segments.count - 1].append(commit, isKnown: replica.isCurrent)
    startSegmentIfFull()
  }

  /// Notes what is missing in front of a commit, and whether it is known what the commit changed.
  ///
  /// - Returns: `false` if it was received before the connection was made again.
  private mutating func begin(_ number: Int, _ count: Int, after last: Int?) -> Bool {
    let first = number - max(count, 1) + 1
    let before = last ?? max(first - 1, 0)
    guard limits.commits > 0, number > before else { return false }
    if segments.isEmpty { segments.append(Segment(after: before, nil)) }
    if first > before + 1 { miss(from: before + 1) }
    if !replica.isCurrent { miss(from: max(first, before + 1)) }
    if replica.known == nil { replica.recover(lastKnownState()) }
    return true
  }

  /// Returns the state after the last commit in the last segment, if it is known.
  private func lastKnownState() -> Tree? {
    segments.last.flatMap { $0.state(after: $0.count) }
  }

  private mutating func take(_ dropped: WireRecord.Dropped) {
    let last = lastNumber ?? max(dropped.from - 1, 0)
    guard limits.commits > 0, dropped.to > last else { return }
    if segments.isEmpty { segments.append(Segment(after: last, nil)) }
    miss(from: last + 1, dropped.reason)
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

  // MARK: - Segments

  /// Lets go of all but the number of the last commit.
  mutating func removeAll() {
    let number = lastNumber
    self = History(limits)
    replica = StateReplica(after: number)
  }

  private mutating func startSegmentIfFull() {
    let last = segments.count - 1
    if segments[last].count >= limits.segment
      || segments[last].content.count >= Self.segmentBytes
    {
      startSegment()
    }
  }

  /// Begins a new segment with the current state, and removes the oldest ones.
  private mutating func startSegment() {
    guard let lastNumber else { return }
    let last = segments.count - 1
    assert(segments[last].number <= lastNumber)
    closedEntries += segments[last].count
    segments[last].close()
    closedBytes += segments[last].byteCount
    let segment = Segment(after: lastNumber, replica.tree)
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
    assert(segments.count > 1)
    let first = segments.removeFirst()
    closedEntries -= first.entries.count
    closedBytes -= first.byteCount
    assert(closedEntries >= 0 && closedBytes >= 0)
    isShortened = true
  }
}
