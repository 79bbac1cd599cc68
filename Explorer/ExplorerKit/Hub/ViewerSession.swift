import SluiceWire

/// A viewer's side of its connection to the hub: bytes in, events and requests out.
///
/// Pure: does no I/O and reads no clock. Follows each program's stream as the hub does, so that
/// both show the same.
struct ViewerSession {
  /// The result of receiving bytes.
  struct Output {
    var events: [HubEvent] = []
    /// Lines to send to the hub.
    var answers: [UInt8] = []
  }

  private var framer: LineFramer
  private var lastRequest = 0
  /// Requests for states that no user made.
  private var resynchronizations: Set<Int> = []
  /// Questions that are not answered.
  private var questions: Set<Int> = []
  /// Whether the hub has sent `welcome`.
  private(set) var isWelcome = false
  /// Whether the hub has told all that it is to tell of the past.
  private(set) var isLive = false
  /// Why the hub refused the connection.
  private(set) var refusal: String?

  /// - Parameter longestRecord: In bytes, as a program sends it.
  init(longestRecord: Int) {
    // A relayed record is longer by its instance, whose characters may be written as escapes.
    framer = LineFramer(limit: .record(longestRecord + 8 * PeerSession.maximumInstanceLength))
  }

  mutating func receive(
    _ bytes: ArraySlice<UInt8>,
    pasts: inout Pasts,
    output: inout Output
  ) {
    framer.append(bytes)
    while true {
      do throws(WireError) {
        guard let line = try framer.next() else { return }
        take(try WireEnvelope(line: line), pasts: &pasts, output: &output)
      } catch {
        output.events.append(.problem(label: nil, error.description))
      }
    }
  }

  /// Handles the end of the hub, and of the connections to the programs.
  mutating func end(pasts: inout Pasts, output: inout Output) {
    for past in pasts.connected.sorted(by: { $0.label < $1.label }) {
      end(past.instance, because: .hubWentAway, pasts: &pasts, output: &output)
    }
  }

  /// Returns the line of a command, and the number of its answer.
  mutating func makeCommand(_ command: WireRecord, _ instance: String?) -> (
    request: Int, line: [UInt8]
  ) {
    lastRequest += 1
    if case .question = command { questions.insert(lastRequest) }
    var command = command
    command.request = lastRequest
    return (lastRequest, WireEnvelope(instance: instance, command).line())
  }

  private mutating func take(
    _ envelope: WireEnvelope,
    pasts: inout Pasts,
    output: inout Output
  ) {
    if let reply = envelope.record.reply, questions.remove(reply) != nil {
      return output.events.append(.answer(request: reply, envelope.record))
    }
    switch envelope.record {
    case .welcome: isWelcome = true
    case .live: isLive = true
    case .hello(let hello) where hello.role == .program:
      end(hello.instance, because: .cutOff, pasts: &pasts, output: &output)
      guard pasts.connectedCount < Hub.standardMaximumPeers else {
        let message = "At most \(Hub.standardMaximumPeers) programs are followed at once."
        return output.events.append(.problem(label: nil, message))
      }
      let past = pasts.connect(hello, as: hello.label ?? ProgramNames.plain(hello))
      output.events.append(.connected(label: past.label, past.hello))
    case .problem(let problem):
      let label = envelope.instance.flatMap { pasts[$0]?.label }
      output.events.append(.problem(label: label, problem.message))
    case .error(let failure) where !isWelcome:
      refusal = failure.message
    case .error(let failure) where envelope.instance == nil:
      output.events.append(.problem(label: nil, failure.message))
    case .disconnected(let end):
      guard let instance = envelope.instance else { return }
      let reason = end.isOrderly ? HubEvent.End.goodbye : .cutOff
      self.end(instance, because: reason, pasts: &pasts, output: &output)
    case .state, .commit, .effect, .diagnostic, .reads, .dropped, .error, .bye:
      guard let instance = envelope.instance else { return }
      follow(instance, envelope.record, pasts: &pasts, output: &output)
    case .hello, .dispatch, .restore, .pause, .resume, .snapshot, .question, .answer, .mark,
      .unknown:
      // A hub of a later version may send more.
      break
    }
  }

  private mutating func follow(
    _ instance: String,
    _ record: WireRecord,
    pasts: inout Pasts,
    output: inout Output
  ) {
    guard pasts.isConnected(instance) else {
      // The answer to a command for a disconnected program.
      if case .error = record {
        output.events.append(.record(label: "", instance: instance, record))
      }
      return
    }
    if case .state(let state) = record, let past = pasts[instance],
      past.history.numbers == nil, state.number > past.hello.lastCommit
    {
      pasts.noteShortened(instance)
    }
    guard let outcome = pasts.take(record, of: instance) else { return }
    let label = outcome.label
    if let problem = outcome.problem { output.events.append(.problem(label: label, problem)) }
    let isOurs = record.reply.map { resynchronizations.remove($0) != nil } ?? false
    // No user requested it, and the program will send a state by itself.
    if isOurs, case .error = record { return }
    for var record in outcome.records {
      if isOurs { record.reply = nil }
      output.events.append(.record(label: label, instance: instance, record))
    }
    guard outcome.needsState else { return }
    let (request, line) = makeCommand(.snapshot(.init(request: 0)), instance)
    resynchronizations.insert(request)
    output.answers += line
  }

  private func end(
    _ instance: String,
    because reason: HubEvent.End,
    pasts: inout Pasts,
    output: inout Output
  ) {
    guard let past = pasts.disconnect(instance, isAwaited: reason == .hubWentAway) else { return }
    output.events.append(.disconnected(label: past.label, instance: instance, reason))
  }
}
