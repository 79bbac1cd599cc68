import SluiceWire

/// The hub's side of one connection: bytes in; events, answers and what concerns others out.
///
/// Pure: it neither reads, writes nor looks at a clock. Whatever the bytes are, at worst this
/// connection ends.
struct PeerSession {
  /// Damaged records after which a peer is not listened to any longer.
  static let mostFaults = 100
  /// Bytes of an instance's name, which stands in every record that is relayed.
  static let longestInstance = 200

  /// What came of some bytes.
  struct Output {
    /// Whether there are viewers for whom to make ``relays``.
    var isRelaying = false
    var events: [HubEvent] = []
    /// Lines for the peer.
    var answers: [UInt8] = []
    /// What viewers are to be told, in order.
    var relays: [Relay] = []
    /// What a viewer wants to be done.
    var commands: [WireEnvelope] = []
    /// Whether the peer has turned out to be a viewer, which is to be told of all programs.
    var isNewViewer = false
    /// Whether the connection is to be closed once the answers are out.
    var isOver = false
  }

  private let longestRecord: Int
  private let ourVersions: ClosedRange<WireVersion>
  private var framer = LineFramer(limit: .beforeHello)
  var program: WatchedProgram?
  private(set) var isViewer = false
  var requests = RequestTable()
  /// States that can be put back by their trees; nil where the program takes none.
  var recent: RecentStates?
  private var bytesBeforeHello = 0
  private var faults = 0
  var saidBye = false

  /// - Parameters:
  ///   - longestRecord: In bytes.
  ///   - versions: What we speak.
  init(longestRecord: Int, versions: ClosedRange<WireVersion> = WireVersion.supported) {
    self.longestRecord = longestRecord
    ourVersions = versions
  }

  /// Whether the peer has said who it is.
  var isIntroduced: Bool { program != nil || isViewer }

  mutating func receive(
    _ bytes: ArraySlice<UInt8>,
    names: inout ProgramNames,
    output: inout Output
  ) {
    framer.append(bytes)
    while !output.isOver {
      do throws(WireError) {
        guard let line = try framer.next() else { break }
        if !isIntroduced { bytesBeforeHello += line.count + 1 }
        let envelope = try WireEnvelope(line: line)
        if isViewer {
          take(fromViewer: envelope, output: &output)
        } else if program != nil {
          take(fromProgram: envelope, line, output: &output)
        } else if case .hello(let hello) = envelope.record {
          greet(hello, names: &names, output: &output)
        } else {
          refuse("The first record is \(envelope.record.type). Send hello first.", &output)
        }
      } catch {
        refuse(error.description, &output)
      }
    }
    let limit = LineLimit.beforeHello.bytes
    if !isIntroduced, !output.isOver, bytesBeforeHello + framer.pending > limit {
      hangUp("More than \(ByteCount(limit)) came without hello. Send hello first.", &output)
    }
  }

  /// Tells that the peer will send no more.
  mutating func end(names: inout ProgramNames, output: inout Output) {
    do throws(WireError) {
      if !output.isOver { try framer.finish() }
    } catch {
      report(error.description, &output)
    }
    if let program {
      refuseAll(.wentAway, output: &output)
      names.release(program)
      let instance = program.hello.instance
      output.events.append(
        .disconnected(label: program.label, instance: instance, saidBye ? .goodbye : .cutOff)
      )
      if output.isRelaying {
        let end = WireRecord.disconnected(.init(isOrderly: saidBye))
        output.relays.append(Relay(end, of: instance))
      }
    }
    program = nil
    output.isOver = true
  }

  /// Tells that the peer took too long to say who it is.
  mutating func timeOut(after limit: Duration, output: inout Output) {
    hangUp("No hello came within \(limit). Send hello first.", &output)
  }

  // MARK: - Greeting

  private mutating func greet(
    _ hello: WireRecord.Hello,
    names: inout ProgramNames,
    output: inout Output
  ) {
    let version: WireVersion
    do throws(WireError) {
      version = try WireVersion.agreed(theirs: hello.versions, ours: ourVersions)
    } catch {
      return hangUp(error.description, &output)
    }
    guard hello.instance.utf8.count <= Self.longestInstance else {
      let length = hello.instance.utf8.count
      let message = "The instance is \(length) bytes long. Send at most \(Self.longestInstance)."
      return hangUp(message, &output)
    }
    framer.limit = .record(longestRecord)
    let welcome = WireRecord.Welcome(version: version, longestRecord: longestRecord)
    WireRecord.welcome(welcome).write(to: &output.answers)
    switch hello.role {
    case .viewer:
      isViewer = true
      output.isNewViewer = true
    case .program:
      let program = names.take(hello)
      self.program = program
      if hello.capabilities.contains(.restoreFromTree) { recent = RecentStates() }
      output.events.append(.connected(label: program.label, program.hello))
      if output.isRelaying {
        output.relays.append(Relay(.hello(program.hello), of: program.hello.instance))
      }
    }
  }

  // MARK: - Finding fault

  /// Tells both sides what is wrong with a record; the connection goes on, up to a limit.
  mutating func refuse(_ message: String, _ output: inout Output) {
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
    report(message, &output)
    WireRecord.error(WireRecord.Failure(message: message)).write(to: &output.answers)
  }

  /// Tells those who watch.
  private func report(_ message: String, _ output: inout Output) {
    output.events.append(.problem(label: program?.label, message))
    // What a viewer does wrong is for that one to mend.
    if output.isRelaying, !isViewer {
      let problem = WireRecord.problem(.init(message: message))
      output.relays.append(Relay(problem, of: program?.hello.instance))
    }
  }
}
