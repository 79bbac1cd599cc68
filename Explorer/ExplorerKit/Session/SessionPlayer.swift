import SluiceSocket
import SluiceWire

/// A session as a source of events, at the pace at which it was recorded, or another.
final class SessionPlayer: EventSource {
  /// The number of events that a turn returns if none has to be waited for, and of their lines' bytes.
  private static let batch = (events: 256, bytes: 1 << 18)
  /// The maximum number of damaged lines to name at the end.
  private static let maximalNamed = 10

  private let name: String
  private var reader: SessionReader
  private var events: SessionEvents
  private var pace: ReplayPace
  private var keys: StepKeys?
  /// The number of steps requested and not yet made.
  private var steps = 0
  /// The next events, and when they are due.
  private var next: [HubEvent] = []
  private var due: ContinuousClock.Instant?
  /// The number of bytes read in this turn.
  private var bytes = 0
  private var poller = Poller()
  private var damage: (lines: [Int], count: Int) = ([], 0)
  /// The version of a program whose records can't be read.
  private var laterVersion: WireVersion?
  /// The first time of day in the session, in microseconds since 1970, once something had one.
  private(set) var firstTime: Int64?

  /// What is known of the programs so far.
  var pasts: Pasts { events.pasts }

  /// - Parameters:
  ///   - isStepped: Whether each commit waits for a line of standard input.
  ///   - pasts: What is filled with what the session says.
  init(
    _ file: InputFile,
    longestLine: LineLimit,
    pace: ReplayPace,
    isStepped: Bool = false,
    filling pasts: Pasts = Pasts(.none)
  ) {
    events = SessionEvents(pasts)
    name = file.name
    reader = SessionReader(file, longestLine: longestLine)
    self.pace = pace
    if isStepped { keys = StepKeys() }
  }

  /// Throws an error if lines were damaged or not understood; call it at the end.
  func finish() throws(SessionError) {
    if let laterVersion { throw .laterVersion(name: name, laterVersion) }
    if damage.count > 0 { throw .damaged(name: name, lines: damage.lines, count: damage.count) }
  }

  func turn(
    alsoWaitingFor others: [(descriptor: Int32, interest: Poller.Interest)],
    atMost limit: Duration?
  ) throws(ExplorerError) -> [HubEvent]? {
    var ready: [HubEvent] = []
    bytes = 0
    while ready.count < Self.batch.events, bytes < Self.batch.bytes {
      if next.isEmpty {
        do throws(SessionError) {
          guard try readNext() else { return ready.isEmpty ? nil : ready }
        } catch {
          throw .session(error)
        }
      }
      guard isDue else {
        // Shows what was read before it waits.
        if !ready.isEmpty { return ready }
        return try wait(others, atMost: limit) ? nil : []
      }
      if keys != nil, next.contains(where: \.isCommit) { steps -= 1 }
      ready += next
      next = []
      due = nil
    }
    return ready
  }

  /// Reads a line and determines when it is due.
  ///
  /// - Returns: Whether there was one.
  private func readNext() throws(SessionError) -> Bool {
    guard let line = try reader.next() else { return false }
    bytes += line.length
    switch line.content {
    case .failure(let error):
      next = [damaged(line.number, error.description)]
    case .success(let envelope):
      switch events.take(envelope) {
      case .success(let events): next = events
      case .failure(.laterVersion(let version)):
        laterVersion = version
        next = []
      case .failure(let fault): next = [damaged(line.number, fault.description)]
      }
    }
    let time = next.lazy.compactMap(\.time).first
    firstTime = firstTime ?? time
    due = time.map { pace.due(at: $0, now: .now) }
    return true
  }

  private func damaged(_ number: Int, _ reason: String) -> HubEvent {
    damage.count += 1
    if damage.lines.count < Self.maximalNamed { damage.lines.append(number) }
    return .problem(label: nil, "Line \(number): \(reason)")
  }

  private var isDue: Bool {
    if keys != nil { return steps > 0 || !next.contains(where: \.isCommit) }
    return due.map { $0 <= .now } ?? true
  }

  /// Waits until the next events may be due.
  ///
  /// - Returns: Whether to end.
  private func wait(
    _ others: [(descriptor: Int32, interest: Poller.Interest)],
    atMost limit: Duration?
  ) throws(ExplorerError) -> Bool {
    poller.removeAll()
    let input = keys.map { poller.add($0.descriptor, for: .reading) }
    for other in others { poller.add(other.descriptor, for: other.interest) }
    let rest = keys == nil ? due.map { ContinuousClock.now.duration(to: $0) } : nil
    let timeout = [rest, limit].compactMap(\.self).min()
    _ = try rethrow(
      poller.wait(timeout: timeout.map { max(.zero, $0) }),
      as: ExplorerError.endpoint
    )
    guard let input, poller.canRead(input) else { return false }
    switch keys?.read() {
    case .steps(let count): steps += count
    case .quit: return true
    case nil, .some(.none): break
    }
    return false
  }
}

extension HubEvent {
  fileprivate var isCommit: Bool {
    if case .record(_, _, .commit) = self { true } else { false }
  }

  /// The event's time in microseconds since 1970; `nil` if it has none.
  var time: Int64? {
    switch self {
    case .record(_, _, let record): record.time
    case .connected, .problem, .disconnected, .answer: nil
    }
  }
}

extension WireRecord {
  fileprivate var time: Int64? {
    switch self {
    case .commit(let commit): commit.time
    case .effect(let effect): effect.time
    case .diagnostic(let diagnostic): diagnostic.time
    case .hello, .state, .reads, .dropped, .bye, .welcome, .dispatch, .restore, .pause, .resume,
      .snapshot, .question, .answer, .error, .problem, .disconnected, .live, .mark, .unknown:
      nil
    }
  }
}
