import SluiceTree
import SluiceWire

extension History {
  /// A segment whose commits are in a session file, to be read again when they are asked for.
  final class FilePart: Sendable {
    /// What is known of the segment without reading it.
    struct Facts: Hashable, Sendable {
      /// The number of the commit before the first entry.
      var number: Int
      var lastNumber: Int
      /// The number of commits, and of those after which the state is known, which come first.
      var commits: Int
      var knownCommits: Int
      /// Whether some changes leave out what they replace, so that the state has to be followed.
      var isIncomplete: Bool
      /// Microseconds since 1970, of the first commit.
      var firstTime: Int64?
      /// The lowest and the highest number of a commit that led to one here.
      var causes: ClosedRange<Int>?
      var paths: ChangedPaths
      /// The gap at the end, and its changes.
      var gap: Gap?
      var gapChanges: BlockStore.Block?
      /// The state before the first commit, as a record.
      var state: BlockStore.Block?
      /// The approximate memory size of the state.
      var treeBytes: Int
      /// Where the lines of the commits are in the file.
      var offsets: BlockStore.Block
    }

    let lines: SessionLines
    let facts: Facts

    init(_ lines: SessionLines, _ facts: Facts) {
      self.lines = lines
      self.facts = facts
    }

    var body: Segment.Body { lines.body(of: self) }
    var tree: Tree? { facts.state == nil ? nil : lines.tree(of: self) }
    /// The numbers of its commits, if each stands for itself and none is missing.
    var numbers: ClosedRange<Int>? {
      guard facts.gap == nil, facts.commits > 0,
        facts.commits == facts.lastNumber - facts.number
      else { return nil }
      return facts.number + 1...facts.lastNumber
    }

    var entryCount: Int { facts.commits + (facts.gap == nil ? 0 : 1) }
  }
}

// MARK: - Reading

extension History.FilePart {
  /// Reads the state before the first commit.
  func readTree() -> Tree? {
    guard let block = facts.state else { return nil }
    guard case .state(let state)? = record(block) else { return nil }
    return state.state
  }

  /// Reads the commits.
  ///
  /// Ends where a line isn't what it was.
  func readBody() -> History.Segment.Body {
    var body = History.Segment.Body()
    guard let offsets = readOffsets() else { return body }
    var tree = facts.isIncomplete ? self.tree : nil
    var scanner = CommitScanner()
    var window = lines.window(of: 1 << 18)
    var last = facts.number
    for (place, offset) in offsets.enumerated() {
      guard let line = window.line(at: offset) else { break }
      let isKnown = place < facts.knownCommits
      if let commit = scanner.commit(in: line) {
        guard commit.number > last else { break }
        last = commit.number
        body.append(commit, scanner.changes, isKnown: isKnown, at: offset)
        if isKnown { try? tree?.apply(scanner.changes) } else { tree = nil }
      } else if let envelope = try? WireEnvelope(lineOfFile: line),
        case .commit(var commit) = envelope.record, commit.number > last
      {
        // The first one that is not known may have been received in part.
        if isKnown || commit.number - max(commit.count, 1) <= last {
          commit.complete(applyingTo: &tree)
        }
        if !isKnown { tree = nil }
        last = commit.number
        body.append(commit, isKnown: isKnown, at: offset)
      } else {
        break
      }
    }
    guard body.entries.count == facts.commits else {
      lines.fail(window.fault)
      return body
    }
    if let gap = facts.gap, let block = facts.gapChanges {
      guard case .commit(let commit)? = record(block) else { return body }
      body.append(gap, commit.changes)
    }
    return body
  }

  private func record(_ block: BlockStore.Block) -> WireRecord? {
    guard let line = lines.blocks.bytes(of: block),
      let envelope = try? WireEnvelope(lineOfFile: line[...])
    else {
      lines.failToRead()
      return nil
    }
    return envelope.record
  }

  private func readOffsets() -> [Int]? {
    guard let bytes = lines.blocks.bytes(of: facts.offsets) else {
      lines.failToRead()
      return nil
    }
    var reader = BlockReader(bytes)
    var offset = 0
    return try? reader.array { (reader) throws(BlockReader.Damage) in
      offset = WireNumber.sum(offset, try reader.count())
      return offset
    }
  }
}

extension WireRecord.Commit {
  /// Completes the changes with the values that they replace, and applies them.
  ///
  /// - Parameter tree: `nil` from the first change on that doesn't apply.
  fileprivate mutating func complete(applyingTo tree: inout Tree?) {
    for index in changes.indices {
      guard var known = tree else { return }
      tree = nil
      changes[index] = changes[index].completed(from: known)
      guard (try? known.apply(changes[index])) != nil else { return }
      tree = known
    }
  }
}

// MARK: - Writing

extension History.Segment {
  /// Returns what has to be known of a segment to read it again.
  func facts(writingTo blocks: BlockStore) -> History.FilePart.Facts {
    let gap = entries.last.flatMap { $0.kind == .gap ? $0 : nil }
    let commits = entries.dropLast(gap == nil ? 0 : 1)
    var offsets = CompactWriter()
    var last = 0
    offsets.write(array: Array(commits)) { writer, entry in
      writer.write(count: entry.start - last)
      last = entry.start
    }
    var paths = ChangedPaths()
    var reader = CompactReader(content.bytes)
    for entry in entries where entry.hasChanges {
      reader.position = entry.changes
      paths.insert(&reader)
    }
    let causes = commits.lazy.compactMap(\.cause)
    let lowest = causes.min()
    let state = tree.map { tree in
      blocks.add(WireRecord.state(.init(number: number, state: tree)).line())
    }
    return History.FilePart.Facts(
      number: number,
      lastNumber: lastNumber,
      commits: commits.count,
      knownCommits: commits.count { $0.kind == .commit },
      isIncomplete: isIncomplete,
      firstTime: commits.first?.time,
      causes: lowest.map { $0...(causes.max() ?? $0) },
      paths: paths,
      gap: gap.map { self.gap($0) },
      gapChanges: gap.map { blocks.add(changesLine($0)) },
      state: state,
      treeBytes: treeBytes,
      offsets: blocks.add(offsets.bytes)
    )
  }

  /// The changes of a gap, in a record.
  private func changesLine(_ entry: History.Entry) -> [UInt8] {
    let commit = WireRecord.Commit(
      number: entry.number,
      time: 0,
      action: .init(type: ""),
      changes: changes(entry)
    )
    return WireRecord.commit(commit).line()
  }
}
