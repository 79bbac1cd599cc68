import SluiceSocket
import SluiceWire

/// Our end of the connection to a hub that another sluice-explorer is.
///
/// Belongs to one thread, as ``Hub`` does, and is turned in the same way.
final class Viewer {
  /// Bytes of commands that may wait for a hub that does not read.
  private static let mostWaiting = 32 << 20

  private let connection: Connection
  private let path: String
  private var session: ViewerSession
  private(set) var names: ProgramNames
  private var outbox = Outbox(limit: mostWaiting)
  private var poller = Poller()
  private var buffer = [UInt8](repeating: 0, count: 1 << 16)
  /// By when the hub must have welcomed us.
  private let deadline: ContinuousClock.Instant

  /// Connects, and says hello.
  ///
  /// - Parameters:
  ///   - longestRecord: In bytes; longer ones are skipped.
  ///   - patience: How long the hub may take to welcome us.
  ///   - names: Of programs that were watched before.
  init(
    to endpoint: Endpoint,
    policy: PeerPolicy = PeerPolicy(),
    longestRecord: Int,
    patience: Duration = .seconds(5),
    names: ProgramNames = ProgramNames(),
    versions: ClosedRange<WireVersion> = WireVersion.supported
  ) throws(SocketError) {
    connection = try Connection.connect(to: endpoint, policy: policy, timeout: patience)
    path = endpoint.path
    session = ViewerSession(longestRecord: longestRecord)
    self.names = names
    deadline = .now + patience
    let hello = WireRecord.Hello(
      versions: versions,
      role: .viewer,
      name: "sluice-explorer",
      processID: Int(HostProcess.identifier)
    )
    _ = outbox.append(WireRecord.hello(hello).line())
    try outbox.flush(to: connection)
  }

  /// Waits until something happens, and returns what.
  ///
  /// Throws ``SocketError/peerClosed`` when the hub has gone; what it said before comes first.
  func turn(
    alsoWaitingFor others: [(descriptor: Int32, interest: Poller.Interest)] = [],
    atMost limit: Duration = .seconds(1)
  ) throws(SocketError) -> [HubEvent] {
    poller.removeAll()
    let interest: Poller.Interest = outbox.isEmpty ? .reading : [.reading, .writing]
    let hub = poller.add(connection.descriptor, for: interest)
    for other in others { poller.add(other.descriptor, for: other.interest) }
    _ = try poller.wait(timeout: limit)
    if !outbox.isEmpty { try outbox.flush(to: connection) }
    var output = ViewerSession.Output()
    if poller.canRead(hub) {
      switch try connection.read(into: &buffer) {
      case .bytes(let count):
        session.receive(buffer[..<count], names: &names, output: &output)
      case .nothing: break
      case .end: throw .peerClosed
      }
    }
    if let reason = session.refusal { throw .hubRefuses(path: path, reason: reason) }
    if !session.isWelcome, ContinuousClock.now >= deadline { throw .hubSilent(path: path) }
    if !output.answers.isEmpty {
      _ = outbox.append(output.answers)
      // A hub that is gone is noticed by the next read, behind what it has still said.
      try? outbox.flush(to: connection)
    }
    return output.events
  }

  /// Asks a program to do something; the answer comes as a record with the number that is returned.
  func send(_ command: WireRecord, to instance: String) throws(CommandRefusal) -> Int {
    let (request, line) = session.ask(command, instance)
    guard outbox.append(line) else { throw .notRead(bytes: outbox.count) }
    try? outbox.flush(to: connection)
    return request
  }

  var isWelcome: Bool { session.isWelcome }

  /// The last events, once the hub is gone.
  func end() -> [HubEvent] {
    var output = ViewerSession.Output()
    session.end(names: &names, output: &output)
    return output.events
  }
}
