import SluiceTree
import SluiceWire

// What is written of an index, and how it is read again. Nothing that is read is trusted: it may be of
// another file, damaged or made up.
extension SessionIndex {
  /// The bytes in front of a place that show whether a file is the same, which have the last record.
  private static let checkedBytes = 1 << 12

  /// Writes the table of the index, and returns it.
  func table() -> [UInt8] {
    var writer = CompactWriter()
    writer.write(count: place.bytes)
    writer.write(count: place.lines)
    writer.write(fixed: Self.check(of: lines.file, before: place.bytes) ?? 0)
    writer.write(count: damage.count)
    writer.write(array: damage.lines) { $0.write(count: $1) }
    writer.write(optional: laterVersion) { $0.write(count: $1.number) }
    writer.write(data: journal)
    writer.write(array: pasts.all) { writer, past in
      writer.write(past.instance)
      writer.write(past.isResuming)
      past.history.facts().write(to: &writer)
    }
    return writer.bytes
  }

  /// Reads the table of the index of a file.
  ///
  /// - Returns: `nil` if it is that of another file, or damaged.
  init?(_ lines: SessionLines, table: [UInt8], size: Int) {
    do throws(BlockReader.Damage) {
      var reader = BlockReader(table)
      var place = Place()
      place.bytes = try reader.count()
      place.lines = try reader.count()
      guard place.bytes <= size,
        try reader.fixed() == Self.check(of: lines.file, before: place.bytes) ?? 0
      else { return nil }
      let damaged = try reader.count()
      let named = try reader.array { (reader) throws(BlockReader.Damage) in try reader.count() }
      let version = try reader.optional { (reader) throws(BlockReader.Damage) in
        try reader.count()
      }
      let journal = try reader.data()
      let pasts = try reader.array { (reader) throws(BlockReader.Damage) in
        FiledPast(
          instance: try reader.text(),
          isResuming: try reader.bool(),
          facts: try History.Facts(from: &reader)
        )
      }
      guard reader.isAtEnd else { return nil }
      self.init(lines, place: place, journal: journal, pasts)
      damage = (Array(named.prefix(Self.maximalNamed)), damaged)
      laterVersion = version.map { WireVersion($0) }
    } catch {
      return nil
    }
  }

  /// Returns a hash of the last bytes in front of a place; `nil` if there are none.
  private static func check(of file: InputFile, before place: Int) -> UInt64? {
    let count = min(place, checkedBytes)
    var bytes = [UInt8](repeating: 0, count: count)
    guard count > 0, (try? file.read(at: place - count, into: &bytes)) == count else { return nil }
    return BlockStore.hash(of: bytes[...])
  }
}

extension History.Facts {
  fileprivate func write(to writer: inout CompactWriter) {
    writer.write(array: parts) { $1.write(to: &$0) }
    writer.write(optional: lastNumber) { $0.write(count: $1) }
    writer.write(optional: missing) { $0.write($1) }
    runs.write(to: &writer)
    writer.write(array: diagnostics.entries) {
      $0.write(data: WireRecord.diagnostic($1).line())
    }
  }

  fileprivate init(from reader: inout BlockReader) throws(BlockReader.Damage) {
    parts = try reader.array { (reader) throws(BlockReader.Damage) in
      try History.FilePart.Facts(from: &reader)
    }
    lastNumber = try reader.optional { (reader) throws(BlockReader.Damage) in try reader.count() }
    missing = try reader.optional { (reader) throws(BlockReader.Damage) in try reader.gap() }
    runs = RunTable.ofFile
    try runs.take(from: &reader)
    diagnostics = DiagnosticList()
    for _ in 0..<(try reader.length()) {
      let line = try reader.data()
      guard case .diagnostic(let diagnostic)? = (try? WireEnvelope(lineOfFile: line[...]))?.record
      else { throw BlockReader.Damage() }
      diagnostics.take(diagnostic)
    }
    // In their order, or searches would not end where they should.
    for (part, next) in zip(parts, parts.dropFirst()) where next.number < part.lastNumber {
      throw BlockReader.Damage()
    }
    guard (lastNumber == nil) == parts.isEmpty, lastNumber ?? 0 >= parts.last?.lastNumber ?? 0,
      runs.lastNumber <= lastNumber ?? 0
    else { throw BlockReader.Damage() }
  }
}

extension History.FilePart.Facts {
  fileprivate func write(to writer: inout CompactWriter) {
    writer.write(count: number)
    writer.write(count: lastNumber)
    writer.write(count: commits)
    writer.write(count: knownCommits)
    writer.write(isIncomplete)
    writer.write(optional: firstTime) { $0.write(signed: $1) }
    writer.write(optional: causes) { writer, causes in
      writer.write(count: causes.lowerBound)
      writer.write(count: causes.upperBound)
    }
    writer.write(optional: paths.parts) { writer, parts in
      writer.write(array: parts.sorted { $0.lexicographicallyPrecedes($1) }) { $0.write(data: $1) }
    }
    writer.write(optional: gap) { $0.write($1) }
    writer.write(optional: gapChanges) { $0.write($1) }
    writer.write(optional: state) { $0.write($1) }
    writer.write(count: treeBytes)
    writer.write(offsets)
  }

  fileprivate init(from reader: inout BlockReader) throws(BlockReader.Damage) {
    number = try reader.count()
    lastNumber = try reader.count()
    commits = try reader.count()
    knownCommits = try reader.count()
    isIncomplete = try reader.bool()
    firstTime = try reader.optional { (reader) throws(BlockReader.Damage) in try reader.signed() }
    causes = try reader.optional { (reader) throws(BlockReader.Damage) in try reader.range() }
    let parts = try reader.optional { (reader) throws(BlockReader.Damage) in
      try reader.array { (reader) throws(BlockReader.Damage) in try reader.data() }
    }
    paths = ChangedPaths(parts: parts.map { Set($0) })
    gap = try reader.optional { (reader) throws(BlockReader.Damage) in try reader.gap() }
    gapChanges = try reader.optional { (reader) throws(BlockReader.Damage) in try reader.block() }
    state = try reader.optional { (reader) throws(BlockReader.Damage) in try reader.block() }
    treeBytes = try reader.count()
    offsets = try reader.block()
    guard lastNumber >= number, knownCommits <= commits, commits <= WireNumber.maximum - 1,
      (gap == nil) == (gapChanges == nil), state != nil || knownCommits == 0
    else { throw BlockReader.Damage() }
  }
}

extension CompactWriter {
  fileprivate mutating func write(_ block: BlockStore.Block) {
    write(count: block.offset)
    write(count: block.count)
    write(fixed: block.hash)
  }

  fileprivate mutating func write(_ gap: History.Gap) {
    write(count: max(gap.numbers.lowerBound, 0))
    write(count: max(gap.numbers.upperBound, 0))
    write(gap.reason?.rawValue ?? "")
  }
}

extension BlockReader {
  fileprivate mutating func block() throws(Damage) -> BlockStore.Block {
    BlockStore.Block(offset: try count(), count: try count(), hash: try fixed())
  }

  fileprivate mutating func range() throws(Damage) -> ClosedRange<Int> {
    let (low, high) = (try count(), try count())
    guard low <= high else { throw Damage() }
    return low...high
  }

  fileprivate mutating func gap() throws(Damage) -> History.Gap {
    History.Gap(numbers: try range(), reason: WireRecord.Dropped.Reason(rawValue: try text()))
  }
}
