import SluiceWire

/// The hub's side of one connection: turns bytes into events, answers and records for others.
///
/// Pure: does no I/O and reads no clock. Whatever the bytes are, at worst this connection ends.
struct PeerSession {
  /// The maximum number of damaged records before the connection is closed.
  static let maximumFaults = 100
  /// The maximum length of an instance in bytes; every relayed record contains it.
  static let maximumInstanceLength = 200

  /// The result of receiving bytes.
  struct Output {
    /// Whether there are viewers that need ``relays``.
    var isRelaying = false
    var events: [HubEvent] = []
    /// Lines to send to the peer.
    var answers: [UInt8] = []
    /// Records for viewers, in order.
    var relays: [Relay] = []
    /// Commands from a viewer.
    var commands: [WireEnvelope] = []
    /// Whether the peer may send commands from now on.
    var isNewViewer = false
    /// Whether to close the connection once the answers are sent.
    var isOver = false
  }

  private let longestRecord: Int
  private let ourVersions: ClosedRange<WireVersion>
  private var framer = LineFramer(limit: .beforeHello)
  /// The instance of the program, once it has sent `hello`.
  private(set) var instance: String?
  /// The name of the program.
  private(set) var label: String?
  /// Whether the peer may send commands.
  private(set) var isViewer = false
  /// Whether the peer is sent what programs do.
  private(set) var isWatching = false
  /// Whether it is first sent what they did.
  private(set) var takesBacklog = false
  var requests = RequestTable()
  private var bytesBeforeHello = 0
  private var faults = 0
  var saidBye = false

  /// - Parameters:
  ///   - longestRecord: In bytes.
  ///   - versions: What we speak.
  init(
    longestRecord: Int,
    versions: ClosedRange<WireVersion> = WireVersion.supported
  ) {
    self.longestRecord = longestRecord
    ourVersions = versions
  }

  /// Whether the peer has sent `hello`.
  var isIntroduced: Bool { instance != nil || isViewer }

  mutating func receive(
    _ bytes: ArraySlice<UInt8>,
    pasts: inout Pasts,
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
        } else if instance != nil {
          take(fromProgram: envelope, line, pasts: &pasts, output: &output)
        } else if case .hello(let hello) = envelope.record {
          acceptHello(hello, pasts: &pasts, output: &output)
        } else {
          reject("The first record is \(envelope.record.type). Send hello first.", &output)
        }
      } catch {
        reject(error.description, &output)
      }
    }
    let limit = LineLimit.beforeHello.bytes
    if !isIntroduced, !output.isOver, bytesBeforeHello + framer.pending > limit {
      close("More than \(ByteCount(limit)) came without hello. Send hello first.", &output)
    }
  }

  /// Handles the end of the peer's stream.
  mutating func end(pasts: inout Pasts, output: inout Output) {
    do throws(WireError) {
      if !output.isOver { try framer.finish() }
    } catch {
      report(error.description, &output)
    }
    if let instance, let label {
      rejectAll(.wentAway, output: &output)
      pasts.disconnect(instance, isOrderly: saidBye)
      output.events.append(
        .disconnected(label: label, instance: instance, saidBye ? .goodbye : .cutOff)
      )
      if output.isRelaying {
        let end = WireRecord.disconnected(.init(isOrderly: saidBye))
        output.relays.append(Relay(end, of: instance))
      }
    }
    (instance, label) = (nil, nil)
    output.isOver = true
  }

  /// Handles a missing `hello`.
  mutating func timeOut(after limit: Duration, output: inout Output) {
    close("No hello came within \(limit). Send hello first.", &output)
  }

  // MARK: - Greeting

  private mutating func acceptHello(
    _ hello: WireRecord.Hello,
    pasts: inout Pasts,
    output: inout Output
  ) {
    let version: WireVersion
    do throws(WireError) {
      version = try WireVersion.agreed(theirs: hello.versions, ours: ourVersions)
    } catch {
      return close(error.description, &output)
    }
    guard hello.instance.utf8.count <= Self.maximumInstanceLength else {
      let length = hello.instance.utf8.count
      let message =
        "The instance is \(length) bytes long. Send at most \(Self.maximumInstanceLength)."
      return close(message, &output)
    }
    framer.limit = .record(longestRecord)
    let welcome = WireRecord.Welcome(version: version, longestRecord: longestRecord)
    WireRecord.welcome(welcome).write(to: &output.answers)
    switch hello.role {
    case .viewer, .asker:
      isViewer = true
      isWatching = hello.role == .viewer
      takesBacklog = hello.capabilities.contains(.backlog)
      output.isNewViewer = true
    case .program:
      let past = pasts.connect(hello)
      (instance, label) = (past.instance, past.label)
      output.events.append(.connected(label: past.label, past.hello))
      if output.isRelaying {
        output.relays.append(Relay(.hello(past.hello.called(past.label)), of: past.instance))
      }
    }
  }

  // MARK: - Finding fault

  /// Reports a faulty record to both sides; the connection continues, up to a limit of faults.
  mutating func reject(_ message: String, _ output: inout Output) {
    faults += 1
    guard faults < Self.maximumFaults else {
      let last = "It is the last of \(faults) damaged records; no more are read."
      return close(message + " " + last, &output)
    }
    sendError(message, &output)
  }

  private mutating func close(_ message: String, _ output: inout Output) {
    sendError(message, &output)
    output.isOver = true
  }

  private func sendError(_ message: String, _ output: inout Output) {
    report(message, &output)
    WireRecord.error(WireRecord.Failure(message: message)).write(to: &output.answers)
  }

  /// Reports a problem to the local user and to viewers.
  private func report(_ message: String, _ output: inout Output) {
    output.events.append(.problem(label: label, message))
    // A viewer's faults concern only that viewer.
    if output.isRelaying, !isViewer {
      let problem = WireRecord.problem(.init(message: message))
      output.relays.append(Relay(problem, of: instance))
    }
  }
}
