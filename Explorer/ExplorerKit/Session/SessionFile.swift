import SluiceRecordings
import SluiceSocket
import SluiceWire

/// A recording, any commit of which can be asked about.
///
/// A question reads what it needs, from the marks of the recording on. One without marks is read from the beginning
/// once, in memory that is bounded by its states and its longest line. What can be read only once, as a pipe, is
/// held in memory.
///
/// ```swift
/// let session = try SessionFile(at: path, longestLine: .unlimited)
/// let past = try session.past(of: ProgramChoice())
/// past.history.why(path, at: number)
/// if let fault = session.fault { … }
/// ```
struct SessionFile {
  /// Where a program's records are.
  private struct Span {
    let start: SessionPlace
    /// The number of bytes in front of what follows; `nil` while it is connected.
    var end: Int?
  }

  /// The bytes of a file that are held where all of it is shown.
  private static let heldBytes = 512 << 20

  private let lines: SessionLines
  private var places: [SessionPlace] = []
  /// What is held of a pipe, else the names of the programs.
  private var events: SessionEvents
  private var spans: [String: Span] = [:]
  /// The version of a program whose records can't be read.
  private var laterVersion: WireVersion?
  private let isHeld: Bool

  /// Opens a file.
  ///
  /// - Parameters:
  ///   - path: `-` for standard input.
  ///   - pieceBytes: The minimum number of bytes between the places that a file without marks gets.
  ///   - calls: What reads.
  ///   - progress: Called now and then with the number of bytes in front of what is read.
  ///   - isInterrupted: Called now and then; ends the reading if it returns true.
  init(
    at path: String,
    longestLine: LineLimit,
    pieceBytes: Int = MarkWriter.minimumDistance,
    calls: SystemCalls = .system,
    progress: @escaping @Sendable (_ bytes: Int, _ size: Int) -> Void = { _, _ in },
    isInterrupted: @escaping @Sendable () -> Bool = { false }
  ) throws(SessionError) {
    let file = try InputFile(at: path, calls)
    let size = try file.size()
    isHeld = size == nil
    lines = SessionLines(
      file,
      size: size ?? .max,
      longestLine: longestLine,
      isInterrupted: isInterrupted,
      progress: { progress($0, size ?? .max) }
    )
    events = SessionEvents(isHeld ? .held : .names)
    var first = SessionReader(file, longestLine: longestLine)
    try first.becomeFamiliar()
    if isHeld {
      while let line = try first.next(), !isInterrupted() { take(line) }
      return
    }
    places = [.beginning] + (try SessionPlace.marks(in: file, size: size ?? 0))
    if places.count > 1 { readPrograms() } else { readAll(pieceBytes) }
    if let fault = lines.fault { throw fault }
  }

  /// Reads which programs came and went, between the marks where that may have been.
  private mutating func readPrograms() {
    for (index, place) in places.enumerated() {
      let next = index + 1 < places.count ? places[index + 1] : nil
      if let next, place.hasSamePrograms(as: next) { continue }
      lines.forEach(from: place, to: next?.offset) {
        $0.mayBe(["hello", "bye", "disconnected", "mark"]) ? $0.line : nil
      } _: { line, envelope in
        take(envelope, line)
        return true
      }
    }
  }

  /// Reads all, and makes places from which it can be read again.
  private mutating func readAll(_ pieceBytes: Int) {
    var made = SessionPlaces(minimum: pieceBytes)
    lines.forEach(from: .beginning) { line, envelope in
      let new = take(envelope, line)
      made.take(new, events.pasts, behind: line)
      return true
    }
    places = made.all
  }

  private mutating func take(_ line: SessionReader.Line) {
    switch line.content {
    case .failure: lines.noteDamage(line.number)
    case .success(let envelope): take(envelope, line)
    }
  }

  @discardableResult
  private mutating func take(_ envelope: WireEnvelope, _ line: SessionReader.Line) -> [HubEvent] {
    let new: [HubEvent]
    switch events.take(envelope) {
    case .success(let events): new = events
    case .failure(.laterVersion(let version)):
      laterVersion = version
      new = []
    case .failure:
      lines.noteDamage(line.number)
      new = []
    }
    for event in new {
      switch event {
      case .connected(_, let hello):
        let place = SessionPlace(offset: line.offset, line: line.number - 1)
        spans[hello.instance, default: Span(start: place)].end = nil
      case .disconnected(_, let instance, _):
        // The next hello of another program may be what ended it.
        spans[instance]?.end = line.offset + line.length + 1
      case .record, .problem, .answer: break
      }
    }
    return new
  }

  // MARK: - Asking

  /// For people: the path, or that it is standard input.
  var name: String { lines.file.name }

  /// Returns the past of the program that matches; of one that was started several times, that of its last run.
  func past(of choice: ProgramChoice) throws(QuestionError) -> Past {
    let runs = events.pasts.lastRuns.map(\.candidate)
    let chosen: ProgramChoice.Candidate?
    do throws(CommandFailure) {
      chosen = try choice.choose(among: runs)
    } catch {
      throw .severalPrograms(runs.filter(choice.matches))
    }
    guard var past = chosen.flatMap({ events.pasts[$0.hello.instance] }) else {
      if choice == ProgramChoice() { throw .nothingRecorded(file: name) }
      throw .noProgram(choice, file: name, others: Array(runs.prefix(32)))
    }
    if let span = spans[past.instance], !isHeld {
      let pieces = HistoryPieces(
        lines,
        past.instance,
        from: span.start,
        places,
        to: span.end ?? lines.size
      )
      past.put(pieces.history(pieces.count - 1))
    }
    return past
  }

  /// Returns the pasts of all programs, held in memory: of a long file those from a mark on.
  func held() throws(SessionError) -> Pasts {
    if isHeld { return events.pasts }
    var whole = SessionEvents(.held)
    let start = places.first { lines.size - $0.offset <= Self.heldBytes } ?? .beginning
    for record in start.records { _ = whole.take(record) }
    lines.forEach(from: start) { line, envelope in
      if line.offset == start.offset, case .mark = envelope.record { return true }
      if case .failure = whole.take(envelope) { lines.noteDamage(line.number) }
      return true
    }
    if let fault = lines.fault { throw fault }
    var pasts = whole.pasts
    if start.offset > 0 { for past in pasts.all { pasts.noteShortened(past.instance) } }
    return pasts
  }

  /// Why what was answered is worthless: the file could not be read.
  var fault: SessionError? { lines.fault }

  /// Throws an error if lines that were read are damaged or not understood; call it at the end.
  func finish() throws(SessionError) {
    if let laterVersion { throw .laterVersion(name: name, laterVersion) }
    try lines.finish()
  }
}

extension Pasts {
  /// For a session that is in memory as a whole, as far as there is room.
  fileprivate static var held: Pasts { Pasts(Limits(commits: .max, ended: .max)) }
}
