import SluiceSocket
import SluiceWire

/// One connection of the hub: its socket, its pending output, and its session.
struct Peer {
  /// A connection that the system ended.
  struct Trouble {
    /// The program's; `nil` for others.
    let label: String?
    let instance: String?
    let error: SocketError
  }

  /// The maximum number of bytes pending for a program.
  private static let maximumPending = 1 << 20
  /// The maximum number of questions that wait for their answers.
  static let maximumQuestions = 16
  /// The number of pending bytes up to which a viewer gets more of the past.
  private static let maximumPendingForPast = 1 << 20

  /// Unique among all peers ever connected.
  let id: Int
  let connection: any ByteStream
  /// The deadline for its `hello`.
  let deadline: ContinuousClock.Instant
  private(set) var session: PeerSession
  /// The maximum number of bytes pending for a viewer; commits beyond it are counted instead.
  private let maximumPendingForViewer: Int
  private var outbox = Outbox(limit: maximumPending)
  /// The lines for a viewer; `nil` for a program.
  private var feed: ViewerFeed?
  /// Questions that are not answered yet.
  private var questions: [WireRecord.Question] = []
  /// The part of the past that a viewer has yet to receive; `nil` once it follows live.
  private var backlog: Backlog?
  private var isReadable = true
  /// Whether something could not be written, after which nothing else may be: half a line may be sent.
  private var isBroken = false
  /// Why the system ended the connection, until it is reported.
  private var trouble: Trouble?
  /// Whether the connection is finished.
  private(set) var isGone = false

  init(
    id: Int,
    _ connection: any ByteStream,
    deadline: ContinuousClock.Instant,
    longestRecord: Int,
    maximumPendingForViewer: Int
  ) {
    self.id = id
    self.connection = connection
    self.deadline = deadline
    self.maximumPendingForViewer = maximumPendingForViewer
    session = PeerSession(longestRecord: longestRecord)
  }

  /// The instance of the program; `nil` for others.
  var instance: String? { session.instance }
  var isViewer: Bool { feed != nil }
  /// Whether it is sent what programs do.
  var isWatching: Bool { session.isWatching }
  /// Whether it is to be sent what the hub holds of the past.
  var takesBacklog: Bool { session.takesBacklog }

  /// When to check it even if nothing arrives; `nil` once it has sent `hello`.
  var nextDeadline: ContinuousClock.Instant? { session.isIntroduced && isReadable ? nil : deadline }

  var interest: Poller.Interest {
    var interest: Poller.Interest = isReadable ? .reading : []
    if !outbox.isEmpty || feed?.isEmpty == false { interest.insert(.writing) }
    return interest
  }

  /// Reads a buffer of what has arrived at most, so that one peer delays the others, and the keys of a
  /// screen, by no more than that.
  mutating func read(
    using buffer: inout [UInt8],
    pasts: inout Pasts,
    output: inout PeerSession.Output
  ) {
    do throws(SocketError) {
      switch try connection.read(into: &buffer) {
      case .bytes(let count): session.receive(buffer[..<count], pasts: &pasts, output: &output)
      case .nothing: break
      case .end: session.end(pasts: &pasts, output: &output)
      }
    } catch {
      fail(error)
      session.end(pasts: &pasts, output: &output)
      isGone = true
    }
    finish(pasts: &pasts, output: &output)
  }

  /// Writes as much as the peer accepts.
  mutating func write() {
    do throws(SocketError) {
      if isBroken { throw .peerClosed }
      repeat {
        if outbox.isEmpty, let lines = feed?.takeLines(), !lines.isEmpty {
          _ = outbox.append(lines)
        }
        try outbox.flush(to: connection)
      } while outbox.isEmpty && feed?.isEmpty == false
    } catch {
      // What it has sent may still be read; it notices the end, and connects again.
      if !isBroken {
        isBroken = true
        fail(error)
        connection.finishWriting()
      }
      outbox = Outbox(limit: Self.maximumPending)
      _ = feed?.takeLines()
    }
    if !isReadable, outbox.isEmpty { isGone = true }
  }

  /// Notes why the connection ends, unless the peer ended it.
  private mutating func fail(_ error: SocketError) {
    guard error != .peerClosed, trouble == nil else { return }
    trouble = Trouble(label: session.label, instance: instance, error: error)
  }

  /// Removes and returns why the system ended the connection; `nil` if it didn't.
  mutating func takeTrouble() -> Trouble? {
    defer { trouble = nil }
    return trouble
  }

  /// Closes the connection to a peer that sent no `hello` in time, or doesn't read its last answer.
  mutating func expire(
    after limit: Duration,
    pasts: inout Pasts,
    output: inout PeerSession.Output
  ) {
    guard isReadable else {
      isGone = true
      return
    }
    session.timeOut(after: limit, output: &output)
    finish(pasts: &pasts, output: &output)
  }

  private mutating func finish(pasts: inout Pasts, output: inout PeerSession.Output) {
    if output.isOver, isReadable {
      isReadable = false
      session.end(pasts: &pasts, output: &output)
    }
    assert(!output.isNewViewer || feed == nil && session.isViewer)
    if output.isNewViewer { feed = ViewerFeed(limit: maximumPendingForViewer) }
    // Answers beyond the limit are dropped: the peer doesn't read them.
    _ = send(output.answers)
    output.answers = []
    write()
  }

  /// Sends lines; returns false where they would be too many.
  private mutating func send(_ lines: [UInt8]) -> Bool {
    if lines.isEmpty { return true }
    guard feed == nil else {
      feed?.add(lines)
      return true
    }
    return outbox.append(lines)
  }

  /// Sends a command to the program, and returns the request's number.
  mutating func sendCommand(
    _ command: WireRecord,
    for requester: Requester,
    _ pasts: Pasts
  ) throws(CommandRefusal) -> Int {
    // A program that doesn't know the key would not answer.
    if case .restore(let restore) = command, let capability = restore.capability,
      instance.flatMap({ pasts[$0] })?.hello.capabilities.contains(capability) != true
    {
      throw .cannot(capability)
    }
    if isBroken { throw .wentAway }
    var line: [UInt8] = []
    guard let number = session.sendCommand(command, for: requester, pasts, answers: &line) else {
      throw .tooManyWait(RequestTable.maximumCount)
    }
    guard send(line) else {
      _ = session.requests.answer(number)
      throw .notRead(bytes: outbox.count)
    }
    return number
  }
}

// A viewer.
extension Peer {
  /// Forwards a record to the viewer; returns the number of its request if the record answers it
  /// and was left out because the viewer lags.
  mutating func forward(_ relay: Relay) -> Int? {
    guard let line = relay.line(forViewer: id), !isLeftOut(relay) else { return nil }
    let isAdded = feed?.add(line, relay.record, of: relay.instance, waiting: outbox.count) ?? true
    guard !isAdded, case .viewer(id, let request)? = relay.requester else { return nil }
    return request
  }

  /// Answers a command of the viewer.
  mutating func answer(_ record: WireRecord, of instance: String?) {
    feed?.add(WireEnvelope(instance: instance, record).line())
  }

  // MARK: - The past

  /// Begins to send it what the hub holds.
  mutating func begin(_ backlog: Backlog) { self.backlog = backlog }

  var hasBacklog: Bool { backlog?.isEmpty == false }

  /// Whether what happens in a program is still left out.
  func has(backlogOf instance: String?) -> Bool { backlog?.has(instance) == true }

  /// Whether the viewer's backlog has a record, or will have it.
  private func isLeftOut(_ relay: Relay) -> Bool {
    guard has(backlogOf: relay.instance) else { return false }
    switch relay.record {
    case .hello, .state, .commit, .effect, .diagnostic, .reads, .dropped, .bye, .disconnected:
      return true
    case .welcome, .dispatch, .restore, .pause, .resume, .snapshot, .question, .answer, .error,
      .problem, .live, .mark, .unknown:
      return false
    }
  }

  /// Whether it waits for an answer, or for more of the past, and there is room for it.
  var awaitsPast: Bool { hasRoomForPast && (!questions.isEmpty || hasBacklog) }

  var hasRoomForPast: Bool { (feed?.count ?? 0) + outbox.count <= Self.maximumPendingForPast }

  /// Adds a question, which is answered once the viewer has read what came before.
  mutating func add(_ question: WireRecord.Question) throws(CommandRefusal) {
    guard questions.count < Self.maximumQuestions else {
      throw .tooManyQuestions(Self.maximumQuestions)
    }
    questions.append(question)
  }

  /// Removes and returns the next question.
  mutating func takeQuestion() -> WireRecord.Question? {
    questions.isEmpty ? nil : questions.removeFirst()
  }

  /// Returns the next part of the backlog; `nil` if there is no more.
  mutating func takeBacklog(_ pasts: Pasts) -> (instance: String, records: [WireRecord])? {
    backlog?.next(pasts)
  }

  /// Adds an answer, or a part of the backlog.
  mutating func addPast(_ lines: [UInt8]) { feed?.add(past: lines) }

  mutating func pause(_ instance: String) {
    feed?.pause(instance)
  }

  mutating func resume(_ instance: String) {
    feed?.resume(instance)
  }

  /// Announces the commits that were left out, and sends the program's state.
  mutating func resynchronize(_ instance: String, with state: WireRecord?) {
    feed?.resynchronize(instance, with: state.map { WireEnvelope(instance: instance, $0).line() })
  }

  /// A program whose commits were left out, and for which there is space now.
  var programToResynchronize: String? { feed?.programToResynchronize(waiting: outbox.count) }

  /// Disconnects a viewer that sends commands and doesn't read the answers.
  mutating func disconnectIfStalled() {
    if feed?.isStalled(waiting: outbox.count) == true { isGone = true }
  }
}
