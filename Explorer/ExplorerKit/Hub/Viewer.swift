import SluiceSocket
import SluiceWire

/// The viewer's end of the connection to the hub.
///
/// Belongs to one thread, as ``Hub`` does, and is used in the same way.
final class Viewer {
  /// The maximum number of bytes of pending commands.
  private static let maximumPending = 32 << 20

  private let world: World
  private let connection: any ByteStream
  private let path: String
  private var session: ViewerSession
  private(set) var pasts: Pasts
  private var outbox = Outbox(limit: maximumPending)
  private var poller: Poller
  private var buffer = [UInt8](repeating: 0, count: 1 << 16)
  /// The deadline for the hub's `welcome`.
  private let deadline: ContinuousClock.Instant

  /// Connects, and sends `hello`.
  ///
  /// - Parameters:
  ///   - longestRecord: In bytes; longer ones are skipped.
  ///   - helloTimeout: How long the hub may take to welcome us.
  ///   - role: That of a viewer, or of somebody who only asks.
  ///   - pasts: What is known of programs that were watched before.
  ///   - takesBacklog: Whether the hub is to send what it holds of the past.
  init(
    to endpoint: Endpoint,
    policy: PeerPolicy = PeerPolicy(),
    longestRecord: Int,
    helloTimeout: Duration = .seconds(5),
    role: WireRecord.Hello.Role = .viewer,
    pasts: Pasts = Pasts(),
    takesBacklog: Bool = false,
    versions: ClosedRange<WireVersion> = WireVersion.supported,
    world: World = .system
  ) throws(SocketError) {
    self.world = world
    poller = Poller(world)
    connection = try world.sockets.connect(endpoint, policy, helloTimeout)
    path = endpoint.path
    session = ViewerSession(longestRecord: longestRecord)
    self.pasts = pasts
    deadline = world.clock.now() + helloTimeout
    let hello = WireRecord.Hello(
      versions: versions,
      role: role,
      name: "sluice-explorer",
      processID: Int(HostProcess.identifier),
      capabilities: takesBacklog ? [.backlog] : []
    )
    _ = outbox.append(WireRecord.hello(hello).line())
    try outbox.flush(to: connection)
  }

  /// Waits until something happens, and returns the events.
  ///
  /// Throws ``SocketError/peerClosed`` when the hub has ended, after returning everything it sent.
  func turn(
    alsoWaitingFor others: [(descriptor: Int32, interest: Poller.Interest)] = [],
    atMost limit: Duration = .seconds(1)
  ) throws(SocketError) -> [HubEvent] {
    poller.removeAll()
    let interest: Poller.Interest = outbox.isEmpty ? .reading : [.reading, .writing]
    let hub = poller.add(connection.descriptor, for: interest)
    for other in others { poller.add(other.descriptor, for: other.interest) }
    let rest = world.clock.now().duration(to: deadline)
    _ = try poller.wait(timeout: session.isWelcome ? limit : max(.zero, min(limit, rest)))
    if !outbox.isEmpty { try outbox.flush(to: connection) }
    var output = ViewerSession.Output()
    if poller.canRead(hub) {
      switch try connection.read(into: &buffer) {
      case .bytes(let count):
        pasts.time = HostProcess.microsecondsSince1970
        session.receive(buffer[..<count], pasts: &pasts, output: &output)
      case .nothing: break
      case .end: throw .peerClosed
      }
    }
    if let reason = session.refusal { throw .hubRefuses(path: path, reason: reason) }
    if !session.isWelcome, world.clock.now() >= deadline { throw .hubSilent(path: path) }
    if !output.answers.isEmpty {
      _ = outbox.append(output.answers)
      // The next read notices that the hub has ended, after everything it sent.
      try? outbox.flush(to: connection)
    }
    return output.events
  }

  /// Sends a command to a program; the record that answers it has the returned number as reply.
  ///
  /// - Parameter instance: The program; `nil` for a question.
  func send(_ command: WireRecord, to instance: String?) throws(CommandRefusal) -> Int {
    let (request, line) = session.makeCommand(command, instance)
    guard outbox.append(line) else { throw .notRead(bytes: outbox.count) }
    try? outbox.flush(to: connection)
    return request
  }

  var isWelcome: Bool { session.isWelcome }

  /// The hub, as messages name it.
  var hubName: String {
    "sluice-explorer" + (connection.peerProcessID.map { " (process \($0))" } ?? "")
  }

  /// Whether the hub has told all that it is to tell of the past, at least which programs are connected.
  var isLive: Bool { session.isLive }

  /// Returns the last events, once the hub has ended.
  func end() -> [HubEvent] {
    var output = ViewerSession.Output()
    session.end(pasts: &pasts, output: &output)
    return output.events
  }
}
