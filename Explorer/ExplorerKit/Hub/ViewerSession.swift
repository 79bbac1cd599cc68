import SluiceWire

/// A viewer's side of its connection to the hub: bytes in, events and requests out.
///
/// Pure: it neither reads, writes nor looks at a clock. Each program's stream is followed as the
/// hub follows it, so that both show the same.
struct ViewerSession {
  /// What came of some bytes.
  struct Output {
    var events: [HubEvent] = []
    /// Lines for the hub.
    var answers: [UInt8] = []
  }

  private var framer: LineFramer
  private var programs: [String: WatchedProgram] = [:]
  private var lastRequest = 0
  /// Our own requests for states, whose answers nobody else waits for.
  private var mending: Set<Int> = []
  /// Whether the hub has taken us in.
  private(set) var isWelcome = false
  /// Why the hub does not take us in.
  private(set) var refusal: String?

  /// - Parameter longestRecord: In bytes, as a program sends it.
  init(longestRecord: Int) {
    // A relayed record is longer by its instance, whose characters may be written as escapes.
    framer = LineFramer(limit: .record(longestRecord + 8 * PeerSession.longestInstance))
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

  /// Tells that the hub is gone, and with it the connections to the programs.
  mutating func end(names: inout ProgramNames, output: inout Output) {
    for program in programs.values.sorted(by: { $0.label < $1.label }) {
      end(program, because: .hubWentAway, names: &names, output: &output)
    }
    programs = [:]
  }

  /// The line of a command, and the number with which the answer will come.
  mutating func ask(_ command: WireRecord, _ instance: String) -> (request: Int, line: [UInt8]) {
    lastRequest += 1
    var command = command
    command.request = lastRequest
    return (lastRequest, WireEnvelope(instance: instance, command).line())
  }

  private mutating func take(
    _ envelope: WireEnvelope,
    names: inout ProgramNames,
    output: inout Output
  ) {
    switch envelope.record {
    case .welcome:
      isWelcome = true
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

  private mutating func follow(_ instance: String, _ record: WireRecord, output: inout Output) {
    // Taken out of its place, so that the state in it is changed and not copied.
    guard var program = programs.removeValue(forKey: instance) else {
      // The answer to a command for a program that has gone.
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
    let isOurs = record.reply.map { mending.remove($0) != nil } ?? false
    // Nobody but us asked, and the state comes by itself some time.
    if isOurs, case .error = record { return }
    for var record in outcome.records {
      if isOurs { record.reply = nil }
      output.events.append(.record(label: label, instance: instance, record))
    }
    guard needsState else { return }
    let (request, line) = ask(.snapshot(.init(request: 0)), instance)
    mending.insert(request)
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
