import SluiceWire

/// What is known of a session file after it was read once, so that any commit of it can be asked about.
///
/// Has the pasts of all programs in the file. It can be written and read again, and go on where the file
/// has grown.
struct SessionIndex {
  /// The past of a program, from its first hello to its last end.
  struct Past {
    let instance: String
    var history: History
  }

  /// Up to where a file was read.
  struct Place: Hashable, Sendable {
    var lines = 0
    var bytes = 0
  }

  /// The maximum number of damaged lines to name.
  static let maximalNamed = 10

  let lines: SessionLines
  /// The complete lines that were read.
  var place = Place()
  private(set) var pasts: [Past] = []
  /// The programs that said hello, in that order; one that came back is there again.
  private(set) var programs: [ProgramChoice.Candidate] = []
  var damage: (lines: [Int], count: Int) = ([], 0)
  /// The version of a program whose records can't be read.
  var laterVersion: WireVersion?
  /// The lines that say which programs came and went, from which ``events`` can be made again.
  private(set) var journal: [UInt8] = []
  private var events = SessionEvents(followingStates: false)
  /// The place in ``pasts`` of the last commit's program.
  private var current = 0
  private let segmentBytes: Int?

  /// - Parameter segmentBytes: For tests: the bytes of commits after which there is a state again.
  init(_ lines: SessionLines, segmentBytes: Int? = nil) {
    self.lines = lines
    self.segmentBytes = segmentBytes
  }

  /// Creates an index as it was when it was written.
  init(
    _ lines: SessionLines,
    place: Place,
    journal: [UInt8],
    lastLines: [UInt8],
    pasts: [Past],
    segmentBytes: Int? = nil
  ) {
    self.init(lines, segmentBytes: segmentBytes)
    self.place = place
    self.journal = journal
    self.pasts = pasts
    for line in (journal + lastLines).split(separator: UInt8(ascii: "\n")) {
      guard let envelope = try? WireEnvelope(lineOfFile: line),
        case .success(let events) = events.take(envelope)
      else { continue }
      for case .connected(let label, let hello) in events {
        programs.append(ProgramChoice.Candidate(label: label, hello: hello))
      }
    }
    for index in self.pasts.indices { setSegmentBytes(at: index) }
  }

  /// The lines that say how far each program has come that has not ended.
  var lastLines: [UInt8] { events.lastLines().flatMap { $0.line() } }

  private mutating func setSegmentBytes(at index: Int) {
    if let segmentBytes { pasts[index].history.fileSegmentBytes = segmentBytes }
  }

  // MARK: - Reading

  /// Takes in a line.
  mutating func take(_ line: SessionReader.Line) {
    take(line) { index, instance, record in
      if index.find(instance) { index.pasts[index.current].history.take(record, at: line.offset) }
    }
  }

  /// Takes in a line.
  ///
  /// - Parameter follow: Called with each record of a program.
  mutating func take(
    _ line: SessionReader.Line,
    _ follow: (inout SessionIndex, String, WireRecord) -> Void
  ) {
    switch line.content {
    case .failure:
      noteDamage(line.number)
    case .success(let envelope):
      writeJournal(envelope)
      switch events.take(envelope) {
      case .success(let events): for event in events { take(event, follow) }
      case .failure(.laterVersion(let version)): laterVersion = version
      case .failure: noteDamage(line.number)
      }
    }
  }

  /// Takes in a commit of the form that a scanner knows.
  ///
  /// - Returns: `false` if the record is needed.
  mutating func take(
    _ commit: CommitScanner.Commit,
    _ changes: CompactWriter,
    at offset: Int
  ) -> Bool {
    guard let instance = events.pass(commit: commit.number, of: commit.instance),
      find(instance)
    else { return false }
    pasts[current].history.take(commit, changes, at: offset)
    return true
  }

  private mutating func take(
    _ event: HubEvent,
    _ follow: (inout SessionIndex, String, WireRecord) -> Void
  ) {
    switch event {
    case .connected(let label, let hello):
      programs.append(ProgramChoice.Candidate(label: label, hello: hello))
      guard !find(hello.instance) else { return }
      pasts.append(Past(instance: hello.instance, history: History(of: lines)))
      setSegmentBytes(at: pasts.count - 1)
    case .record(_, let instance, let record):
      follow(&self, instance, record)
    case .disconnected, .problem, .held:
      break
    }
  }

  /// Makes the past of a program the current one.
  private mutating func find(_ instance: String) -> Bool {
    if pasts.indices.contains(current), pasts[current].instance == instance { return true }
    guard let place = pasts.firstIndex(where: { $0.instance == instance }) else { return false }
    current = place
    return true
  }

  /// Returns the past of a program.
  func history(of instance: String) -> History {
    pasts.first { $0.instance == instance }?.history ?? History(of: lines)
  }

  private mutating func writeJournal(_ envelope: WireEnvelope) {
    switch envelope.record {
    case .hello(let hello):
      journal += events.lastLines(of: hello.instance).flatMap { $0.line() }
      journal += envelope.line()
    case .bye, .disconnected:
      if let instance = envelope.instance {
        journal += events.lastLines(of: instance).flatMap { $0.line() }
      } else {
        journal += lastLines
      }
      journal += envelope.line()
    default: break
    }
  }

  private mutating func noteDamage(_ number: Int) {
    damage.count += 1
    if damage.lines.count < Self.maximalNamed { damage.lines.append(number) }
  }
}
