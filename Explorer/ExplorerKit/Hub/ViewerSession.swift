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
  /// Brings the pasts that the hub holds; `nil` where nobody wants them.
  private var fetch: PastFetch?
  /// Whether it wants to know of programs; who only asks is told in the answer.
  private let isListing: Bool
  /// The request for the programs of which the hub holds a past; `nil` before.
  private var list: Int?
  /// Whether all programs that the hub knows have been reported: it answers, even with a refusal, behind the
  /// hellos of those that are connected.
  private(set) var isListed = false
  private var lastRequest = 0
  /// Requests for states that no user made.
  private var resynchronizations: Set<Int> = []
  /// Requests for the past that are not answered in full.
  private var historyRequests: Set<Int> = []
  /// Whether the hub answers requests for the past; `nil` until it has sent `welcome`.
  private(set) var holdsHistory: Bool?
  /// Whether the hub answers questions.
  private(set) var answersQuestions = false
  /// Whether the hub has sent `welcome`.
  var isWelcome: Bool { holdsHistory != nil }
  /// Why the hub refused the connection.
  private(set) var refusal: String?

  /// - Parameters:
  ///   - longestRecord: In bytes, as a program sends it.
  ///   - role: That of its hello.
  ///   - isFetching: Whether it brings what the hub holds of the past.
  init(
    longestRecord: Int,
    role: WireRecord.Hello.Role = .viewer,
    isFetching: Bool = false
  ) {
    isListing = role == .viewer
    if isFetching { fetch = PastFetch() }
    // A relayed record is longer by its instance, whose characters may be written as escapes.
    framer = LineFramer(limit: .record(longestRecord + 8 * PeerSession.maximumInstanceLength))
  }

  mutating func receive(
    _ bytes: ArraySlice<UInt8>,
    pasts: inout Pasts,
    output: inout Output
  ) {
    framer.append(bytes)
    defer { ask(pasts, output: &output) }
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
    fetch?.end()
  }

  /// Whether all that the hub holds has arrived, as far as it is wanted.
  var isUpToDate: Bool {
    isListed && fetch?.isComplete ?? true
  }

  /// Returns the line of a command, and the number of its answer.
  mutating func makeCommand(_ command: WireRecord, _ instance: String?) -> (
    request: Int, line: [UInt8]
  ) {
    lastRequest += 1
    switch command {
    case .history, .question: historyRequests.insert(lastRequest)
    default: break
    }
    var command = command
    command.request = lastRequest
    return (lastRequest, WireEnvelope(instance: instance, command).line())
  }

  private mutating func take(
    _ envelope: WireEnvelope,
    pasts: inout Pasts,
    output: inout Output
  ) {
    if let reply = envelope.record.reply, historyRequests.contains(reply) {
      return take(envelope.record, answering: reply, pasts: &pasts, output: &output)
    }
    switch envelope.record {
    case .welcome(let welcome):
      holdsHistory = welcome.capabilities.contains(.history)
      answersQuestions = welcome.capabilities.contains(.question)
    case .hello(let hello) where hello.role == .program:
      end(hello.instance, because: .cutOff, pasts: &pasts, output: &output)
      guard pasts.connected.count < Hub.standardMaximumPeers else {
        let message = "More than \(Hub.standardMaximumPeers) programs at once are not followed."
        return output.events.append(.problem(label: nil, message))
      }
      let past = pasts.connect(hello, as: hello.label ?? ProgramNames.plain(hello))
      if holdsHistory == true { fetch?.begin(past.instance) }
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
    case .state, .commit, .effect, .dropped, .error, .bye:
      guard let instance = envelope.instance else { return }
      follow(instance, envelope.record, pasts: &pasts, output: &output)
    default:
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
    guard holdsHistory != true || fetch?.leavesOut(record, of: instance) != true else {
      // Somebody may wait for it as an answer.
      let label = pasts[instance]?.label ?? ""
      return output.events.append(.record(label: label, instance: instance, record))
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

  // MARK: - The past

  /// Takes in what the hub holds.
  private mutating func take(
    _ record: WireRecord,
    answering request: Int,
    pasts: inout Pasts,
    output: inout Output
  ) {
    var record = record
    switch record {
    case .page, .answer, .error: historyRequests.remove(request)
    default: record.reply = nil
    }
    if request == list { return takeListed(record, pasts: &pasts) }
    switch fetch?.take(record, answering: request, { pasts.lastNumber(of: $0) }) {
    case nil: output.events.append(.held(request: request, record))
    case (let instance, .take)?: _ = pasts.take(record, of: instance)
    case (let instance, .beginAnew)?: pasts.beginAnew(instance)
    case (let instance, .end(let isShortened))?: if isShortened { pasts.noteShortened(instance) }
    }
  }

  /// Takes in a part of the list of programs of which the hub holds a past.
  private mutating func takeListed(_ record: WireRecord, pasts: inout Pasts) {
    guard case .hello(let hello) = record else {
      isListed = true
      return
    }
    guard fetch != nil, !pasts.isConnected(hello.instance) else { return }
    let past = pasts.connect(hello)
    pasts.disconnect(past.instance)
    fetch?.begin(past.instance)
  }

  /// Asks for what is due.
  private mutating func ask(_ pasts: Pasts, output: inout Output) {
    guard isWelcome, isListing else { return }
    if list == nil {
      let (request, line) = makeCommand(.history(WireRecord.History(request: 0)), nil)
      list = request
      output.answers += line
    }
    for (instance, command) in fetch?.requests(pasts.lastNumber) ?? [] {
      let (request, line) = makeCommand(command, instance)
      fetch?.sent(request, about: instance, after: pasts.lastNumber(of: instance))
      output.answers += line
    }
  }
}
