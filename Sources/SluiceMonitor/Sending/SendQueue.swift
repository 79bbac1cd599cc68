import SluiceWire

/// Encoded records that wait for the other side to read.
///
/// Pure: it decides what goes when there is too much; who owns it writes.
struct SendQueue {
  struct Item {
    enum Kind {
      /// Stands for so many commits, whose numbers end with this one.
      case commit(number: Int, count: Int, reply: Int? = nil)
      case state(reply: Int? = nil)
      /// An effect's event.
      case other
      /// An answer, which is never dropped.
      case notice
    }

    let kind: Kind
    let bytes: [UInt8]
    /// Of the last event that the record tells, see ``Intake/Event/sequence``.
    let sequence: Int
  }

  /// Bytes that are put together for one write, and no longer dropped.
  private static let stagedBytes = 64 << 10

  private let limits: ExplorerLimits
  private var items = Fifo<Item>()
  private var itemBytes = 0
  private(set) var commits = 0
  /// What was dropped in front of the items.
  private var gap: WireRecord.Dropped?
  /// The commands that dropped commits answered.
  private var droppedReplies: [Int] = []
  private var staged: [UInt8] = []
  private var written = 0
  private var stagedSequence = 0
  private var stagedCommit = 0

  /// The last event whose record was written to its end.
  private(set) var sentSequence = 0
  /// The number of the last commit whose record was written to its end.
  private(set) var sentCommit = 0

  init(limits: ExplorerLimits, sentCommit: Int = 0) {
    self.limits = limits
    self.sentCommit = sentCommit
  }

  var isEmpty: Bool { items.isEmpty && gap == nil && written == staged.count }
  var bytes: Int { itemBytes + staged.count - written }
  /// Whether all that waits is being written.
  var hasNoItems: Bool { items.isEmpty }
  var isFull: Bool { commits >= limits.commits || bytes >= limits.encodedBytes }

  mutating func append(_ item: Item) {
    itemBytes += item.bytes.count
    if case .commit = item.kind { commits += 1 }
    items.append(item)
  }

  /// Drops the oldest records until a quarter of the room is free; returns whether a commit went.
  ///
  /// The gap is told in front of what is left, and is to be mended by a `state` behind it.
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
        isGap = true
        gap = WireRecord.Dropped(
          count: (gap?.count ?? 0) + count,
          from: gap?.from ?? number - count + 1,
          to: number,
          reason: .room
        )
      }
    }
    for notice in notices { stage(notice) }
    return isGap
  }

  /// Takes out the commands whose answers were dropped; the state that follows answers them, too.
  mutating func takeDroppedReplies() -> [Int] {
    defer { droppedReplies = [] }
    return droppedReplies
  }

  /// What to write next; empty when nothing waits.
  mutating func next() -> ArraySlice<UInt8> {
    if written == staged.count {
      staged.removeAll(keepingCapacity: staged.capacity <= 1 << 20)
      written = 0
      if let gap {
        WireRecord.dropped(gap).write(to: &staged)
        stagedCommit = gap.to
        self.gap = nil
      }
      while staged.count < Self.stagedBytes, let item = items.popFirst() {
        itemBytes -= item.bytes.count
        if case .commit(let number, _, _) = item.kind {
          commits -= 1
          stagedCommit = number
        }
        stage(item)
      }
      // What has no bytes is written as soon as it is its turn.
      if staged.isEmpty { didWrite(0) }
    }
    return staged[written...]
  }

  private mutating func stage(_ item: Item) {
    staged += item.bytes
    stagedSequence = max(stagedSequence, item.sequence)
  }

  /// Says how much of ``next()`` was written.
  mutating func didWrite(_ count: Int) {
    written += count
    guard written == staged.count else { return }
    sentSequence = stagedSequence
    sentCommit = max(sentCommit, stagedCommit)
  }
}
