import SluiceTree
package import SluiceWire

extension History {
  /// A checkpoint, and what followed on it until the next one.
  struct Segment: Sendable {
    /// The number of the commit before the first entry.
    let number: Int
    /// The state after the commit before the first entry; `nil` if it is unknown.
    let tree: Tree?
    /// The approximate memory size of the state.
    let treeBytes: Int
    private(set) var entries: [Entry] = []
    private(set) var content = CompactWriter()

    init(after number: Int, _ tree: Tree?) {
      self.number = number
      self.tree = tree
      treeBytes = tree?.approximateByteCount ?? 0
    }

    var hasTree: Bool { tree != nil }
    var count: Int { entries.count }
    /// The number of the last entry.
    var lastNumber: Int { entries.last?.number ?? number }
    /// The gap at the end.
    var lastGap: Gap? { entries.last.flatMap { $0.kind == .gap ? gap($0) : nil } }
    /// The time of the first commit.
    var firstTime: Int64? { entries.first { $0.kind != .gap }?.time }
    /// The approximate memory size.
    var byteCount: Int {
      treeBytes + content.count + entries.count * MemoryLayout<Entry>.stride
    }

    mutating func append(_ commit: WireRecord.Commit, isKnown: Bool) {
      assert(commit.number > lastNumber)
      let start = content.count
      content.writeHead(of: commit)
      let changes = content.count
      content.write(commit.changes)
      entries.append(
        Entry(
          number: commit.number,
          time: commit.time,
          cause: commit.cause?.commit,
          count: max(commit.count, 1),
          kind: isKnown ? .commit : .commitOfUnknownState,
          start: start,
          changes: changes
        )
      )
    }

    /// Adds what changed while it was unknown.
    mutating func append(_ gap: Gap, _ changes: [TreeChange]) {
      assert(gap.numbers.upperBound >= lastNumber)
      let start = content.count
      content.write(gap.reason?.rawValue ?? "")
      let place = content.count
      content.write(changes)
      entries.append(
        Entry(
          number: gap.numbers.upperBound,
          time: 0,
          cause: nil,
          count: gap.numbers.count,
          kind: .gap,
          start: start,
          changes: place
        )
      )
    }

    /// Releases memory that is not used; nothing is added afterwards.
    mutating func close() { content.trim() }
  }

  /// Something in a segment that changes the state: a commit, or what is known of a gap.
  struct Entry: Sendable {
    enum Kind: UInt8, Sendable {
      case commit
      /// The state after the commit is unknown, and its changes apply to nothing.
      case commitOfUnknownState
      case gap
    }

    /// The number of the commit, or the last one in the gap.
    let number: Int
    /// Microseconds since 1970; 0 for a gap.
    let time: Int64
    /// The number of the commit that led to it.
    let cause: Int?
    /// The number of commits that it stands for.
    let count: Int
    let kind: Kind
    /// The position of its bytes, and of its changes.
    let start: Int
    let changes: Int

    var numbers: ClosedRange<Int> { (number - count + 1)...number }
    /// Whether the state after it is that before it, with its changes applied.
    var hasChanges: Bool { kind != .commitOfUnknownState }
  }

  /// Commits whose changes are known only together, from the states around them.
  package struct Gap: Hashable, Sendable {
    /// The first commit that is missing, or whose changes are unknown, to the first state behind it.
    package var numbers: ClosedRange<Int>
    /// Why they are missing, if a program or hub said so.
    package var reason: WireRecord.Dropped.Reason?
  }
}

extension History.Segment {
  func commit(_ entry: History.Entry) -> WireRecord.Commit {
    var commit = head(entry)
    commit.changes = changes(entry)
    return commit
  }

  /// Returns a commit without its changes.
  func head(_ entry: History.Entry) -> WireRecord.Commit {
    var reader = CompactReader(content.bytes, at: entry.start)
    return reader.commitHead(number: entry.number, time: entry.time)
  }

  /// Returns a commit without its changes, what led to it and what handled it, with no more of the payload than what
  /// names a case.
  func shortHead(_ entry: History.Entry) -> WireRecord.Commit {
    var head = head(entry)
    head.cause = nil
    head.reducers = nil
    if case .enumCase(let name, _)? = head.action.payload {
      head.action.payload = .enumCase(name: name, payload: .init())
    } else {
      head.action.payload = nil
    }
    return head
  }

  /// Returns the type of a commit's action, without reading the rest.
  func type(_ entry: History.Entry) -> String {
    var reader = CompactReader(content.bytes, at: entry.start)
    return reader.text()
  }

  func gap(_ entry: History.Entry) -> History.Gap {
    var reader = CompactReader(content.bytes, at: entry.start)
    return History.Gap(
      numbers: entry.numbers,
      reason: WireRecord.Dropped.Reason(rawValue: reader.text())
    )
  }

  func changes(_ entry: History.Entry) -> [TreeChange] {
    var reader = CompactReader(content.bytes, at: entry.changes)
    let count = reader.count()
    var changes: [TreeChange] = []
    changes.reserveCapacity(count)
    for _ in 0..<count { changes.append(reader.change()) }
    return changes
  }

  /// Returns the number of bytes in which an entry is held, or its changes are.
  func length(ofEntryAt index: Int) -> Int {
    let next = index + 1 < entries.count ? entries[index + 1].start : content.count
    return next - entries[index].start
  }

  /// Returns the state after the first `count` entries, all of which have changes that apply.
  func state(after count: Int) -> Tree? {
    guard var tree else { return nil }
    var reader = CompactReader(content.bytes)
    var application = TreeApplication()
    for entry in entries.prefix(count) {
      application.applyKnown(entry, &reader, to: &tree)
    }
    return tree
  }
}

extension TreeApplication {
  /// Applies the changes of an entry, which applied when they were taken in.
  mutating func applyKnown(
    _ entry: History.Entry,
    _ reader: inout CompactReader,
    to tree: inout Tree
  ) {
    guard entry.hasChanges else { return }
    reader.position = entry.changes
    for _ in 0..<reader.count() {
      applyKnown(reader.changeWithoutOld(), to: &tree)
    }
  }

  mutating func applyKnown(_ change: TreeChange, to tree: inout Tree) {
    do {
      try apply(change, to: &tree)
    } catch {
      preconditionFailure("A change that applied before does not apply again. \(error)")
    }
  }
}
