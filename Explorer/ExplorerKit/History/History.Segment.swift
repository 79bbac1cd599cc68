import SluiceTree
package import SluiceWire

extension History {
  /// A checkpoint, and what followed on it until the next one.
  ///
  /// Holds its commits, or reads them from a file when they are asked for.
  struct Segment: Sendable {
    /// The number of the commit before the first entry.
    let number: Int
    /// The approximate memory size of the state.
    let treeBytes: Int
    private let heldTree: Tree?
    private var heldBody = Body()
    /// Where it is in a file; `nil` if it is held.
    let part: FilePart?
    /// The file that has all of its commits but their changes; `nil` if they are held whole.
    let lines: SessionLines?
    /// Whether some changes came without the values that they replace.
    var isIncomplete = false

    init(after number: Int, _ tree: Tree?, of lines: SessionLines? = nil) {
      self.number = number
      self.lines = lines
      heldTree = tree
      treeBytes = tree?.approximateByteCount ?? 0
      part = nil
    }

    init(_ part: FilePart) {
      number = part.facts.number
      treeBytes = part.facts.treeBytes
      heldTree = nil
      lines = part.lines
      self.part = part
      isIncomplete = part.facts.isIncomplete
    }

    /// A segment that is read to be held, so that more can be added.
    init(holding part: FilePart) {
      number = part.facts.number
      treeBytes = part.facts.treeBytes
      heldTree = part.tree
      heldBody = part.body
      lines = part.lines
      self.part = nil
      isIncomplete = part.facts.isIncomplete
    }

    /// The state after the commit before the first entry; `nil` if it is unknown.
    var tree: Tree? { part.map(\.tree) ?? heldTree }
    var hasTree: Bool { part.map { $0.facts.state != nil } ?? (heldTree != nil) }
    var body: Body { part?.body ?? heldBody }
    var entries: [Entry] { body.entries }
    var content: CompactWriter { body.content }

    // Known without reading a file:

    /// The number of entries.
    var count: Int { part?.entryCount ?? heldBody.entries.count }
    /// The number of the last entry.
    var lastNumber: Int { part?.facts.lastNumber ?? heldBody.entries.last?.number ?? number }
    /// The gap at the end.
    var lastGap: Gap? {
      if let part { return part.facts.gap }
      return heldBody.entries.last.flatMap { $0.kind == .gap ? gap($0) : nil }
    }
    /// The time of the first commit.
    var firstTime: Int64? {
      if let part { return part.facts.firstTime }
      return heldBody.entries.first { $0.kind != .gap }?.time
    }

    /// Whether a commit here may have been led to by another.
    func mayHaveCause(in numbers: ClosedRange<Int>) -> Bool {
      guard let part else { return true }
      return part.facts.causes?.overlaps(numbers) ?? false
    }

    /// Whether something here may have changed a value.
    func mayConcern(_ path: KnownPath) -> Bool { part?.facts.paths.mayConcern(path) ?? true }

    /// The approximate memory size.
    var byteCount: Int { part == nil ? treeBytes + heldBytes : 0 }
    /// That of the commits in memory.
    var heldBytes: Int { heldBody.byteCount }

    /// - Parameter offset: Where the commit's line is in a file; `nil` to hold it.
    mutating func append(_ commit: WireRecord.Commit, isKnown: Bool, at offset: Int? = nil) {
      assert(lines != nil || commit.number > lastNumber)
      heldBody.append(commit, isKnown: isKnown, at: offset)
    }

    mutating func append(
      _ commit: CommitScanner.Commit,
      _ changes: CompactWriter,
      isKnown: Bool,
      at offset: Int
    ) {
      heldBody.append(commit, changes, isKnown: isKnown, at: offset)
    }

    /// Adds what changed while it was unknown.
    mutating func append(_ gap: Gap, _ changes: [TreeChange]) {
      assert(lines != nil || gap.numbers.upperBound >= lastNumber)
      heldBody.append(gap, changes)
    }

    /// Releases memory that is not used; nothing is added afterwards.
    mutating func close() { heldBody.content.trim() }
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
    ///
    /// A commit of a file has its line in the place of its bytes.
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
  /// The commits of a segment, and the gap at its end.
  struct Body: Sendable {
    private(set) var entries: [History.Entry] = []
    fileprivate(set) var content = CompactWriter()

    var byteCount: Int { content.count + entries.count * MemoryLayout<History.Entry>.stride }

    mutating func append(_ commit: WireRecord.Commit, isKnown: Bool, at offset: Int?) {
      let start = content.count
      if offset == nil { content.writeHead(of: commit) }
      let changes = content.count
      content.write(commit.changes)
      entries.append(
        History.Entry(
          number: commit.number,
          time: commit.time,
          cause: commit.cause?.commit,
          count: max(commit.count, 1),
          kind: isKnown ? .commit : .commitOfUnknownState,
          start: offset ?? start,
          changes: changes
        )
      )
    }

    mutating func append(
      _ commit: CommitScanner.Commit,
      _ changes: CompactWriter,
      isKnown: Bool,
      at offset: Int
    ) {
      let place = content.count
      content.append(changes)
      entries.append(
        History.Entry(
          number: commit.number,
          time: commit.time,
          cause: commit.cause,
          count: commit.count,
          kind: isKnown ? .commit : .commitOfUnknownState,
          start: offset,
          changes: place
        )
      )
    }

    mutating func append(_ gap: History.Gap, _ changes: [TreeChange]) {
      let start = content.count
      content.write(gap.reason?.rawValue ?? "")
      let place = content.count
      content.write(changes)
      entries.append(
        History.Entry(
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
    if let lines { return lines.head(entry) }
    var reader = CompactReader(content.bytes, at: entry.start)
    return reader.commitHead(number: entry.number, time: entry.time)
  }

  /// Returns the type of a commit's action, without reading the rest.
  func type(_ entry: History.Entry) -> String {
    if let lines { return lines.head(entry).action.type }
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
    let body = body
    assert(body.entries.indices.contains(index))
    let next = index + 1 < body.entries.count ? body.entries[index + 1] : nil
    if lines != nil {
      return (next?.changes ?? body.content.count) - body.entries[index].changes
    }
    return (next?.start ?? body.content.count) - body.entries[index].start
  }

  /// Returns the state after the first `count` entries, all of which have changes that apply.
  func state(after count: Int) -> Tree? {
    guard var tree else { return nil }
    var reader = CompactReader(content.bytes)
    var application = TreeApplication()
    for entry in entries.prefix(count) {
      application.applyKnown(entry, of: self, &reader, to: &tree)
    }
    return tree
  }
}

extension SessionLines {
  /// Reads a commit, without its changes, of which a segment has more.
  fileprivate func head(_ entry: History.Entry) -> WireRecord.Commit {
    var commit =
      commit(at: entry.start)
      ?? WireRecord.Commit(number: entry.number, time: entry.time, action: .init(type: ""))
    commit.changes = []
    return commit
  }
}

extension TreeApplication {
  /// Applies the changes of an entry, which applied when they were taken in.
  mutating func applyKnown(
    _ entry: History.Entry,
    of segment: History.Segment,
    _ reader: inout CompactReader,
    to tree: inout Tree
  ) {
    guard entry.hasChanges else { return }
    reader.position = entry.changes
    for _ in 0..<reader.count() {
      applyKnown(reader.changeWithoutOld(), of: segment, to: &tree)
    }
  }

  mutating func applyKnown(
    _ change: TreeChange,
    of segment: History.Segment,
    to tree: inout Tree
  ) {
    do {
      try apply(change, to: &tree)
    } catch {
      // Others can write to a file.
      guard let lines = segment.lines else {
        preconditionFailure("A change that applied before does not apply again. \(error)")
      }
      lines.fail()
    }
  }
}

extension Tree {
  /// Applies changes that were written without being read.
  mutating func apply(_ changes: CompactWriter) throws(TreeApplyError) {
    var reader = CompactReader(changes.bytes)
    var application = TreeApplication()
    for _ in 0..<reader.count() {
      try application.apply(reader.changeWithoutOld(), to: &self)
    }
  }
}
