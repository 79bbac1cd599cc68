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
  /// The past of a program in the file.
  struct Past {
    let program: ProgramChoice.Candidate
    let history: History
    /// How often a program of that name was started before; the history is that of the last time.
    let restarts: Int
  }

  /// The bytes by which a file has to grow before its index is written anew.
  private static let worthwhileGrowth = 8 << 20

  /// For people: the path, or that it is standard input.
  var name: String { lines.file.name }
  private let lines: SessionLines
  private let index: SessionIndex
  /// The pasts of what could be read only once.
  private let held: [String: History]?

  /// Opens a file, and reads what its index doesn't have.
  ///
  /// - Parameters:
  ///   - path: `-` for standard input.
  ///   - isNew: Whether to ignore an index that is there, and make another.
  ///   - segmentBytes: For tests: the bytes of commits after which a state is kept.
  ///   - isInterrupted: Called now and then; ends the reading if it returns true.
  init(
    at path: String,
    longestLine: LineLimit,
    isNew: Bool = false,
    segmentBytes: Int? = nil,
    isInterrupted: () -> Bool = { false }
  ) throws(SessionError) {
    let file = try InputFile(at: path)
    guard let size = try file.size() else {
      var reader = SessionReader(file, longestLine: longestLine)
      lines = SessionLines(file, longestLine: longestLine, BlockStore(replacing: nil))
      var index = SessionIndex(lines)
      held = try Self.hold(&reader, &index, isInterrupted)
      self.index = index
      return
    }
    held = nil
    let indexPath = path + ".index"
    var opened = isNew ? nil : Self.open(indexPath, file, longestLine, size, segmentBytes)
    if let found = opened, size - found.place.bytes >= Self.worthwhileGrowth {
      // To be written anew, with what is there already.
      let store = found.lines.blocks.copied(replacing: indexPath)
      let lines = SessionLines(file, longestLine: longestLine, store)
      opened = SessionIndex(lines, table: found.table(), size: size, segmentBytes: segmentBytes)
    }
    var index =
      opened
      ?? SessionIndex(
        SessionLines(file, longestLine: longestLine, BlockStore(replacing: indexPath)),
        segmentBytes: segmentBytes
      )
    lines = index.lines
    try Self.extend(&index, file, longestLine, isInterrupted)
    self.index = index
  }

  private static func open(
    _ path: String,
    _ file: InputFile,
    _ longestLine: LineLimit,
    _ size: Int,
    _ segmentBytes: Int?
  ) -> SessionIndex? {
    guard let (store, table) = BlockStore.open(path) else { return nil }
    let lines = SessionLines(file, longestLine: longestLine, store)
    return SessionIndex(lines, table: table, size: size, segmentBytes: segmentBytes)
  }

  /// Reads the lines that an index doesn't have.
  private static func extend(
    _ index: inout SessionIndex,
    _ file: InputFile,
    _ longestLine: LineLimit,
    _ isInterrupted: () -> Bool
  ) throws(SessionError) {
    try file.move(to: index.place.bytes)
    var reader = SessionReader(
      file,
      longestLine: longestLine,
      after: index.place.lines,
      index.place.bytes
    )
    var last: SessionReader.Line?
    var count = 0
    while let line = try reader.next(taking: { commit, changes, offset in
      count += 1
      // Leaves the rest to the loop.
      if count.isMultiple(of: 1 << 10), isInterrupted() { return false }
      return index.take(commit, changes, at: offset)
    }) {
      if isInterrupted() { return }
      if line.isUnfinished { last = line } else { index.take(line) }
    }
    index.place = reader.place
    index.lines.blocks.finish(index.table())
    // Its end may follow, so that it is no part of what is written.
    if let last { index.take(last) }
  }

  /// Reads what can be read only once.
  private static func hold(
    _ reader: inout SessionReader,
    _ index: inout SessionIndex,
    _ isInterrupted: () -> Bool
  ) throws(SessionError) -> [String: History] {
    var histories: [String: History] = [:]
    while let line = try reader.next(), !isInterrupted() {
      index.take(line) { _, instance, record in
        histories[instance, default: History(.unlimitedCommits)].take(record)
      }
    }
    return histories
  }

  // MARK: - Asking

  /// Returns the past of the program that matches.
  func past(of choice: ProgramChoice) throws(QuestionError) -> Past {
    // Of those that had one label after another, the last is the one that people ask about.
    var matching: [ProgramChoice.Candidate] = []
    var others: [ProgramChoice.Candidate] = []
    var restarts = 0
    for program in index.programs {
      guard choice.matches(program) else {
        others.removeAll { $0.label == program.label }
        // For a message: a session may hold any number.
        if others.count < 32 { others.append(program) }
        continue
      }
      if let place = matching.firstIndex(where: { $0.label == program.label }) {
        if place == 0, matching[0].hello.instance != program.hello.instance { restarts += 1 }
        matching[place] = program
      } else if matching.count < 32 {
        matching.append(program)
      }
    }
    guard matching.count < 2 else { throw .severalPrograms(matching) }
    guard let program = matching.first else {
      if choice == ProgramChoice() { throw .nothingRecorded(file: name) }
      throw .noProgram(choice, file: name, others: others)
    }
    let history = held.map { $0[program.hello.instance] ?? History() }
      ?? index.history(of: program.hello.instance)
    return Past(program: program, history: history, restarts: restarts)
  }

  /// Why what was answered is worthless: the file, or its index, isn't what it was.
  var fault: SessionError? { lines.fault }

  /// Throws an error if lines were damaged or not understood; call it at the end.
  func finish() throws(SessionError) {
    if let version = index.laterVersion { throw .laterVersion(name: name, version) }
    if index.damage.count > 0 {
      throw .damaged(name: name, lines: index.damage.lines, count: index.damage.count)
    }
  }
}
