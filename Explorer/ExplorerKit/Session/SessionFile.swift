import SluiceSocket
import SluiceWire

/// A recording, any commit of which can be asked about.
///
/// It is read once, in memory that is bounded by its states and its longest line. What was learnt of it is
/// kept in a file of its name with `.index`, where that can be written; when the recording grows, only the
/// rest is read. What can be read only once, as a pipe, is held in memory, and has no index.
///
/// ```swift
/// let session = try SessionFile(at: path, longestLine: .unlimited)
/// let past = try session.past(of: ProgramChoice())
/// past.history.why(path, at: number)
/// if let fault = session.fault { … }
/// ```
struct SessionFile {
  /// For people: the path, or that it is standard input.
  var name: String { index.lines.file.name }
  private(set) var index: SessionIndex

  /// Opens a file, and reads what its index doesn't have.
  ///
  /// - Parameters:
  ///   - path: `-` for standard input.
  ///   - isNew: Whether to ignore an index that is there, and make another.
  ///   - segmentBytes: For tests: the bytes of commits after which a state is kept.
  ///   - calls: What reads and writes.
  ///   - isInterrupted: Called now and then; ends the reading if it returns true.
  init(
    at path: String,
    longestLine: LineLimit,
    isNew: Bool = false,
    segmentBytes: Int = SessionLines.standardSegmentBytes,
    calls: SystemCalls = .system,
    isInterrupted: () -> Bool = { false }
  ) throws(SessionError) {
    let file = try InputFile(at: path, calls)
    func lines(_ blocks: BlockStore) -> SessionLines {
      SessionLines(file, longestLine: longestLine, blocks, segmentBytes: segmentBytes)
    }
    guard let size = try file.size() else {
      let held = Pasts(Pasts.Limits(commits: .max, ended: .max))
      index = SessionIndex(lines(BlockStore(replacing: nil)), filling: held)
      try read(longestLine, isInterrupted)
      return
    }
    let indexPath = path + ".index"
    if !isNew, let (store, table) = BlockStore.open(indexPath, calls),
      let found = SessionIndex(lines(store), table: table, size: size)
    {
      index = found
      if size - found.place.bytes >= 2 * segmentBytes,
        let written = SessionIndex(
          lines(store.copied(replacing: indexPath)),
          table: table,
          size: size
        )
      {
        index = written
      }
    } else {
      index = SessionIndex(lines(BlockStore(replacing: indexPath, calls)))
    }
    try file.move(to: index.place.bytes)
    try read(longestLine, isInterrupted)
  }

  /// Reads the lines that the index doesn't have.
  private mutating func read(
    _ longestLine: LineLimit,
    _ isInterrupted: () -> Bool
  ) throws(SessionError) {
    var reader = SessionReader(
      index.lines.file,
      longestLine: longestLine,
      after: index.place.lines,
      index.place.bytes
    )
    // What isn't read to its end has no index; and no file stays behind, whoever retains the lines.
    defer { index.lines.blocks.abandon() }
    let isHeld = index.pasts.areHeld
    var last: SessionReader.Line?
    var count = 0
    while let line = try reader.next(taking: { commit, changes, offset in
      count += 1
      // Leaves the rest to the loop.
      if isHeld || (count.isMultiple(of: 1 << 10) && isInterrupted()) { return false }
      return index.take(commit, changes, at: offset)
    }) {
      if isInterrupted() { return }
      if line.isUnfinished { last = line } else { index.take(line) }
    }
    index.place = reader.place
    // Nor has what was read beside a block that could not be read: the state after it isn't known.
    if index.lines.blocks.isWriting, fault == nil { index.lines.blocks.finish(index.table()) }
    // Its end may follow, so that it is no part of what is written.
    if let last { index.take(last) }
  }

  // MARK: - Asking

  /// The pasts of all programs in the file.
  var pasts: Pasts { index.pasts }

  /// Returns the past of the program that matches; of one that was started several times, that of its last run.
  func past(of choice: ProgramChoice) throws(QuestionError) -> Past {
    let runs = pasts.lastRuns.map(\.candidate)
    let chosen: ProgramChoice.Candidate?
    do throws(CommandFailure) {
      chosen = try choice.choose(among: runs)
    } catch {
      throw .severalPrograms(runs.filter(choice.matches))
    }
    guard let past = chosen.flatMap({ pasts[$0.hello.instance] }) else {
      if choice == ProgramChoice() { throw .nothingRecorded(file: name) }
      throw .noProgram(choice, file: name, others: Array(runs.prefix(32)))
    }
    return past
  }

  /// Why what was answered is worthless: the file, or its index, isn't what it was.
  var fault: SessionError? { index.lines.fault }

  /// Throws an error if lines were damaged or not understood; call it at the end.
  func finish() throws(SessionError) {
    if let version = index.laterVersion { throw .laterVersion(name: name, version) }
    if index.damage.count > 0 {
      throw .damaged(name: name, lines: index.damage.lines, count: index.damage.count)
    }
  }
}
