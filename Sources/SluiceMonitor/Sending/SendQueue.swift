import Sluice
import SluiceRecordings
import SluiceWire

/// Encoded records that wait to be sent.
///
/// Pure: decides what to drop when there is too much; its owner writes.
struct SendQueue {
  struct Item {
    enum Kind {
      /// Stands for `count` commits, whose numbers end with `number`.
      case commit(number: Int, count: Int, reply: Int? = nil)
      case state(reply: Int? = nil)
      /// An effect's event.
      case other
      /// An answer, which is never dropped.
      case notice
    }

    let kind: Kind
    let bytes: [UInt8]
    /// The sequence number of the record's last event, see ``EventBuffer/Event/sequence``.
    let sequence: Int
  }

  /// The number of bytes combined for one write, which are no longer dropped.
  private static let stagedBytes = 64 << 10

  private let limits: ExplorerLimits
  private var items = Deque<Item>()
  private var itemBytes = 0
  /// Bytes of the commits among the items.
  private(set) var commitBytes = 0
  /// The number of the last commit appended.
  private(set) var lastCommit = 0
  /// Where the marks of a recording are.
  private var marks: MarkWriter
  private var droppedCommits = 0
  private(set) var commits = 0
  /// What was dropped before the items.
  private var gap: WireRecord.Dropped?
  /// The commands that dropped commits answered.
  private var droppedReplies: [Int] = []
  private var staged: [UInt8] = []
  private var written = 0
  /// What is sent once everything staged is written.
  private var stagedProgress: Progress
  private var hasWritten = false

  /// How far the records have been written completely.
  struct Progress: Equatable {
    /// The sequence number of the last event.
    var sequence = 0
    /// The number of the last commit, or of the last one reported as dropped.
    var commit = 0
    /// The number of commits reported as dropped.
    var dropped = 0
  }

  private(set) var sent: Progress

  /// - Parameters:
  ///   - sent: What was sent over an earlier connection.
  ///   - distance: The minimum number of bytes between two marks of a recording.
  ///   - limit: Bytes of both files of a bounded recording.
  init(
    limits: ExplorerLimits,
    sent: Progress = Progress(),
    marksAfter distance: Int = MarkWriter.minimumDistance,
    recordingLimit limit: Int? = nil
  ) {
    self.limits = limits
    marks = MarkWriter(programs: 1, minimum: distance, limit: limit)
    self.sent = sent
    stagedProgress = sent
  }

  var isEmpty: Bool { items.isEmpty && gap == nil && written == staged.count }
  var bytes: Int { itemBytes + staged.count - written }
  /// Whether everything pending is being written.
  var hasNoItems: Bool { items.isEmpty }
  /// Whether a recording needs a mark, and everything else is written.
  var needsMark: Bool { isEmpty && marks.isDue }
  /// Whether the other file of a bounded recording is to be begun, and everything else is written.
  var needsTurn: Bool { isEmpty && marks.isFull }
  var isFull: Bool { commits >= limits.commits || bytes >= limits.encodedBytes }

  mutating func append(_ item: Item) {
    itemBytes += item.bytes.count
    if case .commit(let number, _, _) = item.kind {
      commits += 1
      commitBytes += item.bytes.count
      assert(number > lastCommit)
      lastCommit = number
    }
    items.append(item)
  }

  /// Drops the oldest records until a quarter of the room is free; returns if one was a commit.
  ///
  /// The gap is sent before what is left, and a `state` after it must close it.
  mutating func dropOldest() -> Bool {
    var isGap = false
    var notices: [Item] = []
    while commits > limits.commits / 4 * 3 || bytes > limits.encodedBytes / 4 * 3 {
      guard let item = items.popFirst() else { break }
      itemBytes -= item.bytes.count
      switch item.kind {
      case .notice: notices.append(item)
      case .other: isGap = true
      case .state(let reply):
        if let reply { droppedReplies.append(reply) }
        isGap = true
      case .commit(let number, let count, let reply):
        if let reply { droppedReplies.append(reply) }
        commits -= 1
        commitBytes -= item.bytes.count
        assert(commits >= 0 && commitBytes >= 0 && count > 0)
        droppedCommits += count
        isGap = true
        gap = WireRecord.Dropped(
          count: (gap?.count ?? 0) + count,
          from: gap?.from ?? number - count + 1,
          to: number,
          reason: .room
        )
      }
    }
    assert(itemBytes >= 0 && commitBytes <= itemBytes)
    for notice in notices { stage(notice) }
    return isGap
  }

  /// Returns the number of commits dropped since the last call.
  mutating func takeDroppedCommits() -> Int {
    defer { droppedCommits = 0 }
    return droppedCommits
  }

  /// Removes all that isn't written completely, to begin again; returns the commits among it.
  mutating func beginAnew() -> WireRecord.Dropped? {
    items = Deque()
    (itemBytes, commitBytes, commits, gap, staged, written) = (0, 0, 0, nil, [], 0)
    marks.beginAnew()
    stagedProgress = sent
    assert(bytes == 0 && isEmpty)
    guard lastCommit > sent.commit else { return nil }
    let dropped = WireRecord.Dropped(sent.commit + 1...lastCommit, reason: .room)
    droppedCommits += dropped.count
    stagedProgress.commit = lastCommit
    stagedProgress.dropped += dropped.count
    return dropped
  }

  /// Removes the commands whose answers were dropped; the state that follows answers them, too.
  mutating func takeDroppedReplies() -> [Int] {
    defer { droppedReplies = [] }
    return droppedReplies
  }

  /// Returns the bytes to write next; empty if nothing is pending.
  mutating func next() -> ArraySlice<UInt8> {
    if written == staged.count {
      staged.removeAll(keepingCapacity: staged.capacity <= 1 << 20)
      written = 0
      if let gap {
        WireRecord.dropped(gap).write(to: &staged)
        marks.note(bytes: staged.count, lines: 1)
        stagedProgress.commit = max(stagedProgress.commit, gap.to)
        stagedProgress.dropped += gap.count
        self.gap = nil
      }
      while staged.count < Self.stagedBytes, let item = items.popFirst() {
        itemBytes -= item.bytes.count
        if case .commit(let number, _, _) = item.kind {
          commits -= 1
          commitBytes -= item.bytes.count
          stagedProgress.commit = max(stagedProgress.commit, number)
        }
        stage(item)
      }
      assert(itemBytes >= 0 && commitBytes >= 0 && commits >= 0)
      assert(!items.isEmpty || itemBytes == 0 && commitBytes == 0 && commits == 0)
      // An item without bytes is written as soon as it is its turn.
      if staged.isEmpty { didWrite(0) }
    }
    return staged[written...]
  }

  private mutating func stage(_ item: Item) {
    staged += item.bytes
    marks.note(bytes: item.bytes.count, lines: item.bytes.isEmpty ? 0 : 1)
    if case .state = item.kind { marks.stateBytes = item.bytes.count }
    stagedProgress.sequence = max(stagedProgress.sequence, item.sequence)
  }

  /// Writes a mark next.
  ///
  /// - Parameters:
  ///   - records: The `hello` and the state of the store.
  ///   - turn: Where a file begins with it, the number of its turn.
  mutating func mark(
    _ store: WireRecord.Mark.Store,
    _ records: [WireRecord],
    turn: Int? = nil
  ) {
    assert(isEmpty)
    staged.removeAll()
    written = 0
    marks.write([store], records.map { WireEnvelope($0) }, turn: turn, to: &staged)
  }

  /// Raises the limit of a bounded recording if it is too low for the state.
  ///
  /// - Returns: The new limit if it was raised.
  mutating func fitRecordingLimit() -> Int? { marks.fitLimit() }

  /// Records how much of ``next()`` was written.
  mutating func didWrite(_ count: Int) {
    written += count
    assert(count >= 0 && written <= staged.count)
    if count > 0 { hasWritten = true }
    guard written == staged.count else { return }
    assert(stagedProgress.commit >= sent.commit && stagedProgress.dropped >= sent.dropped)
    sent = stagedProgress
  }

  /// Returns whether something was written since the last call, or nothing is pending.
  mutating func takeProgress() -> Bool {
    defer { hasWritten = false }
    return hasWritten || isEmpty
  }
}
