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
  private var programs: [String: WatchedProgram] = [:]
  private var lastRequest = 0
  /// Requests for states that no user made.
  private var resynchronizations: Set<Int> = []
  /// Requests for the past that are not answered in full.
  private var historyRequests: Set<Int> = []
  /// Whether the hub answers requests for the past; `nil` until it has sent `welcome`.
  private(set) var holdsHistory: Bool?
  /// Whether the hub has sent `welcome`.
  var isWelcome: Bool { holdsHistory != nil }
  /// Why the hub refused the connection.
  private(set) var refusal: String?

  /// - Parameter longestRecord: In bytes, as a program sends it.
  init(longestRecord: Int) {
    // A relayed record is longer by its instance, whose characters may be written as escapes.
    framer = LineFramer(limit: .record(longestRecord + 8 * PeerSession.maximumInstanceLength))
  }

  mutating func receive(
    _ bytes: ArraySlice<UInt8>,
    names: inout ProgramNames,
    output: inout Output
  ) {
    framer.append(bytes)
    while true {
      do throws(WireError) {
        guard let line = try framer.next() else { return }
        take(try WireEnvelope(line: line), names: &names, output: &output)
      } catch {
        output.events.append(.problem(label: nil, error.description))
      }
    }
  }

  /// Handles the end of the hub, and of the connections to the programs.
  mutating func end(names: inout ProgramNames, output: inout Output) {
    for program in programs.values.sorted(by: { $0.label < $1.label }) {
      end(program, because: .hubWentAway, names: &names, output: &output)
    }
    programs = [:]
  }

  /// Returns the line of a command, and the number of its answer.
  mutating func makeCommand(_ command: WireRecord, _ instance: String?) -> (
    request: Int, line: [UInt8]
  ) {
    lastRequest += 1
    if case .history = command { historyRequests.insert(lastRequest) }
    var command = command
    command.request = lastRequest
    return (lastRequest, WireEnvelope(instance: instance, command).line())
  }

  private mutating func take(
    _ envelope: WireEnvelope,
    names: inout ProgramNames,
    output: inout Output
  ) {
    if let reply = envelope.record.reply, historyRequests.contains(reply) {
      return take(envelope.record, answering: reply, output: &output)
    }
    switch envelope.record {
    case .welcome(let welcome):
      holdsHistory = welcome.capabilities.contains(.history)
    case .hello(let hello) where hello.role == .program:
      if let before = programs.removeValue(forKey: hello.instance) {
        end(before, because: .cutOff, names: &names, output: &output)
      }
      let program = names.take(hello)
      programs[hello.instance] = program
      output.events.append(.connected(label: program.label, program.hello))
    case .problem(let problem):
      let label = envelope.instance.flatMap { programs[$0]?.label }
      output.events.append(.problem(label: label, problem.message))
    case .error(let failure) where !isWelcome:
      refusal = failure.message
    case .error(let failure) where envelope.instance == nil:
      output.events.append(.problem(label: nil, failure.message))
    case .disconnected(let end):
      guard let instance = envelope.instance, let program = programs.removeValue(forKey: instance)
      else { return }
      let reason = end.isOrderly ? HubEvent.End.goodbye : .cutOff
      self.end(program, because: reason, names: &names, output: &output)
    case .state, .commit, .effect, .dropped, .error, .bye:
      guard let instance = envelope.instance else { return }
      follow(instance, envelope.record, output: &output)
    default:
      break
    }
  }

  /// Reports what the hub holds.
  private mutating func take(
    _ record: WireRecord,
    answering request: Int,
    output: inout Output
  ) {
    var record = record
    switch record {
    case .page, .error: historyRequests.remove(request)
    default: record.reply = nil
    }
    output.events.append(.held(request: request, record))
  }

  private mutating func follow(_ instance: String, _ record: WireRecord, output: inout Output) {
    // Taken out of its place, so that the state in it is changed and not copied.
    guard var program = programs.removeValue(forKey: instance) else {
      // The answer to a command for a disconnected program.
      if case .error = record {
        output.events.append(.record(label: "", instance: instance, record))
      }
      return
    }
    let outcome = program.take(record)
    let label = program.label
    let needsState = outcome.needsState && program.hello.capabilities.contains(.snapshot)
    programs[instance] = program
    if let problem = outcome.problem { output.events.append(.problem(label: label, problem)) }
    let isOurs = record.reply.map { resynchronizations.remove($0) != nil } ?? false
    // No user requested it, and the program will send a state by itself.
    if isOurs, case .error = record { return }
    for var record in outcome.records {
      if isOurs { record.reply = nil }
      output.events.append(.record(label: label, instance: instance, record))
    }
    guard needsState else { return }
    let (request, line) = makeCommand(.snapshot(.init(request: 0)), instance)
    resynchronizations.insert(request)
    output.answers += line
  }

  private func end(
    _ program: WatchedProgram,
    because reason: HubEvent.End,
    names: inout ProgramNames,
    output: inout Output
  ) {
    names.release(program)
    let instance = program.hello.instance
    output.events.append(.disconnected(label: program.label, instance: instance, reason))
  }
}
