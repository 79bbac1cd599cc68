import SluiceWire

/// The hub's side of one connection: bytes in, events and answers out.
///
/// Pure: it neither reads, writes nor looks at a clock. Whatever the bytes are, at worst this
/// connection ends.
struct PeerSession {
  /// Damaged records after which a peer is not listened to any longer.
  static let mostFaults = 100

  /// What came of some bytes.
  struct Output {
    var events: [HubEvent] = []
    /// Lines for the peer.
    var answers: [UInt8] = []
    /// Whether the connection is to be closed once the answers are out.
    var isOver = false
  }

  private let longestRecord: Int
  private var framer = LineFramer(limit: .beforeHello)
  private var program: WatchedProgram?
  private var bytesBeforeHello = 0
  private var faults = 0
  private var saidBye = false

  /// - Parameter longestRecord: In bytes.
  init(longestRecord: Int) {
    self.longestRecord = longestRecord
  }

  /// Whether the peer has said who it is.
  var isIntroduced: Bool { program != nil }

  mutating func receive(
    _ bytes: ArraySlice<UInt8>,
    names: inout ProgramNames,
    output: inout Output
  ) {
    framer.append(bytes)
    while !output.isOver {
      do throws(WireError) {
        guard let line = try framer.next() else { break }
        if program == nil { bytesBeforeHello += line.count + 1 }
        take(try WireRecord(line: line), names: &names, output: &output)
      } catch {
        refuse(error.description, output: &output)
      }
    }
    let limit = LineLimit.beforeHello.bytes
    if program == nil, !output.isOver, bytesBeforeHello + framer.pending > limit {
      hangUp("More than \(ByteCount(limit)) came without hello. Send hello first.", &output)
    }
  }

  /// Tells that the peer will send no more.
  mutating func end(names: inout ProgramNames, output: inout Output) {
    do throws(WireError) {
      if !output.isOver { try framer.finish() }
    } catch {
      output.events.append(.problem(label: program?.label, error.description))
    }
    if let program {
      names.release(program.label)
      output.events.append(.disconnected(label: program.label, isOrderly: saidBye))
    }
    program = nil
    output.isOver = true
  }

  /// Tells that the peer took too long to say who it is.
  mutating func timeOut(after limit: Duration, output: inout Output) {
    hangUp("No hello came within \(limit). Send hello first.", &output)
  }

  private mutating func take(
    _ record: WireRecord,
    names: inout ProgramNames,
    output: inout Output
  ) {
    guard var program else {
      guard case .hello(let hello) = record else {
        return refuse("The first record is \(record.type). Send hello first.", output: &output)
      }
      return greet(hello, names: &names, output: &output)
    }
    switch record {
    case .hello:
      refuse("A second hello came. Send hello once for each connection.", output: &output)
    case .welcome, .dispatch, .restore, .pause, .resume, .snapshot:
      refuse("A program does not send \(record.type); the Explorer does.", output: &output)
    case .unknown:
      break
    case .bye:
      saidBye = true
      output.events.append(.record(label: program.label, instance: program.hello.instance, record))
    case .state, .commit, .effect, .dropped, .error:
      // Taken out of its place, so that the state in it is changed and not copied.
      self.program = nil
      let outcome = program.take(record)
      if let problem = outcome.problem {
        output.events.append(.problem(label: program.label, problem))
      }
      output.events.append(
        .record(label: program.label, instance: program.hello.instance, outcome.record)
      )
      outcome.request?.write(to: &output.answers)
      self.program = program
    }
  }

  private mutating func greet(
    _ hello: WireRecord.Hello,
    names: inout ProgramNames,
    output: inout Output
  ) {
    guard hello.role == .program else {
      return hangUp("This sluice-explorer takes programs, and no \(hello.role.rawValue).", &output)
    }
    let version: WireVersion
    do throws(WireError) {
      version = try WireVersion.agreed(theirs: hello.versions)
    } catch {
      return hangUp(error.description, &output)
    }
    let label = names.take(for: hello)
    program = WatchedProgram(label: label, hello: hello)
    framer.limit = .record(longestRecord)
    let welcome = WireRecord.Welcome(version: version, longestRecord: longestRecord)
    WireRecord.welcome(welcome).write(to: &output.answers)
    output.events.append(.connected(label: label, hello))
  }

  /// Tells both sides what is wrong with a record; the connection goes on, up to a limit.
  private mutating func refuse(_ message: String, output: inout Output) {
    faults += 1
    guard faults < Self.mostFaults else {
      let last = "It is damaged record number \(faults), and the last that is read."
      return hangUp(message + " " + last, &output)
    }
    tell(message, &output)
  }

  private mutating func hangUp(_ message: String, _ output: inout Output) {
    tell(message, &output)
    output.isOver = true
  }

  private func tell(_ message: String, _ output: inout Output) {
    output.events.append(.problem(label: program?.label, message))
    WireRecord.error(WireRecord.Failure(message: message)).write(to: &output.answers)
  }
}
