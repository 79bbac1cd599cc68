import SluiceSocket
import SluiceWire

/// The place to which programs connect, and all that they say there.
///
/// Belongs to one thread, which calls ``turn(alsoWaitingFor:)`` again and again. Viewers are told
/// what the programs say, and ask them through the hub. When the hub goes, its connections are
/// closed and its socket is removed.
final class Hub {
  /// Connections at once; each may have a state in memory.
  static let standardMostPeers = 512
  private static let betweenMendings = Duration.seconds(1)

  private let listener: Listener
  private let longestRecord: Int
  private let mostPeers: Int
  private let patience: Duration
  private(set) var names: ProgramNames
  private var peers: [Peer] = []
  /// Why peers were refused; each reason is told once.
  private var refusals: Set<SocketError> = []
  private static let mostRefusals = 64
  private var lastID = 0
  private var poller = Poller()
  private var buffer = [UInt8](repeating: 0, count: 1 << 16)
  private var nextMending = ContinuousClock.now + betweenMendings
  /// Set while the system lets us take no more connections.
  private var acceptsFrom = ContinuousClock.now

  /// - Parameters:
  ///   - longestRecord: In bytes; longer ones are skipped.
  ///   - patience: How long a peer may take to say who it is.
  ///   - names: Of programs that were watched before.
  ///   - mostPeers: How many may be connected at once; others are told that they are too many.
  init(
    at endpoint: Endpoint,
    policy: PeerPolicy = PeerPolicy(),
    longestRecord: Int,
    patience: Duration = .seconds(5),
    names: ProgramNames = ProgramNames(),
    mostPeers: Int = standardMostPeers
  ) throws(SocketError) {
    self.mostPeers = mostPeers
    listener = try Listener(at: endpoint, policy: policy)
    self.longestRecord = longestRecord
    self.patience = patience
    self.names = names
  }

  /// Waits until something happens, at most a second, and returns what.
  ///
  /// - Parameters:
  ///   - others: Descriptors that end the wait, too.
  ///   - limit: The longest wait.
  func turn(
    alsoWaitingFor others: [(descriptor: Int32, interest: Poller.Interest)] = [],
    atMost limit: Duration = .seconds(1)
  ) throws(SocketError) -> [HubEvent] {
    let now = ContinuousClock.now
    poller.removeAll()
    let listening = now >= acceptsFrom ? poller.add(listener.descriptor, for: .reading) : nil
    let firstPeer = (listening ?? -1) + 1
    for peer in peers { poller.add(peer.connection.descriptor, for: peer.interest) }
    for other in others { poller.add(other.descriptor, for: other.interest) }
    var wakeUp = min(nextMending, now + limit)
    for peer in peers { wakeUp = min(wakeUp, peer.wakeUp ?? wakeUp) }
    _ = try poller.wait(timeout: max(.zero, now.duration(to: wakeUp)))

    var events: [HubEvent] = []
    for index in peers.indices { serve(index, at: firstPeer + index, &events) }
    serveViewers()
    peers.removeAll(where: \.isGone)
    if let listening, poller.canRead(listening) { accept(&events) }
    if ContinuousClock.now >= nextMending {
      nextMending = ContinuousClock.now + Self.betweenMendings
      _ = try listener.mend()
    }
    return events
  }

  private func serve(_ index: Int, at entry: Int, _ events: inout [HubEvent]) {
    var output = PeerSession.Output(isRelaying: peers.contains(where: \.isViewer))
    let interest = peers[index].interest
    if interest.contains(.reading), poller.canRead(entry) {
      peers[index].read(using: &buffer, names: &names, output: &output)
    } else if poller.canWrite(entry) {
      peers[index].write()
    }
    if let deadline = peers[index].wakeUp, ContinuousClock.now >= deadline {
      peers[index].expire(after: patience, names: &names, output: &output)
    }
    events += output.events
    if output.isNewViewer { introduce(to: index) }
    for relay in output.relays { tellViewers(relay) }
    for command in output.commands { obey(command, of: index) }
  }

  private func accept(_ events: inout [HubEvent]) {
    while true {
      do throws(SocketError) {
        switch try listener.accept(farewell: Self.farewell) {
        case .nobody:
          return
        case .refused(let reason):
          // A program tries again and again.
          if refusals.count < Self.mostRefusals, refusals.insert(reason).inserted {
            report(reason.description, &events)
          }
        case .connection(let connection) where peers.count < mostPeers:
          let deadline = ContinuousClock.now + patience
          lastID += 1
          peers.append(
            Peer(id: lastID, connection, deadline: deadline, longestRecord: longestRecord)
          )
        case .connection(let connection):
          let message =
            "More than \(mostPeers) connections at once are not taken. End another program."
          report(message, &events)
          // One short line, which a fresh connection takes at once.
          _ = try? connection.write(WireRecord.error(.init(message: message)).line()[...])
        }
      } catch {
        // Such as too many open files: the peer waits, and may find room later.
        report(error.description, &events)
        acceptsFrom = ContinuousClock.now + Self.betweenMendings
        return
      }
    }
  }

  /// What a refused peer is told: why, and nothing of what is watched here.
  private static func farewell(_ reason: SocketError) -> [UInt8] {
    guard case .peerRefused(let user, _) = reason else { return [] }
    let message =
      "It runs as user \(HostProcess.userID), and takes no programs of user \(user). Pass"
      + " --allow-uid \(user) to sluice-explorer if that user is to be trusted."
    return WireRecord.error(.init(message: message)).line()
  }

  private func report(_ message: String, _ events: inout [HubEvent]) {
    events.append(.problem(label: nil, message))
    tellViewers(Relay(.problem(.init(message: message)), of: nil))
  }
}

// Programs and viewers.
extension Hub {
  /// The last events of a hub that has lost its place.
  func end() -> [HubEvent] {
    var events: [HubEvent] = []
    for index in peers.indices {
      guard let program = peers[index].program else { continue }
      names.release(program)
      let instance = program.hello.instance
      events.append(.disconnected(label: program.label, instance: instance, .hubWentAway))
    }
    peers = []
    return events
  }

  /// Asks a program to do something; the answer comes as a record with the number that is returned.
  func send(_ command: WireRecord, to instance: String) throws(CommandRefusal) -> Int {
    guard let index = index(of: instance) else { throw .unknownProgram(instance) }
    defer { peers[index].write() }
    return try peers[index].ask(command, for: .ourselves)
  }

  private func index(of instance: String?) -> Int? {
    guard let instance else { return nil }
    return peers.firstIndex { $0.program?.hello.instance == instance }
  }

  /// Tells a new viewer who is there.
  private func introduce(to viewer: Int) {
    for program in peers.compactMap(\.program) {
      let instance = program.hello.instance
      _ = peers[viewer].tell(Relay(.hello(program.hello), of: instance))
      if let state = program.state() { _ = peers[viewer].tell(Relay(state, of: instance)) }
    }
  }

  private func tellViewers(_ relay: Relay) {
    for index in peers.indices where peers[index].isViewer {
      guard let request = peers[index].tell(relay), let instance = relay.instance else { continue }
      // The commit is in a gap; the state behind the gap answers as well.
      answer(request, about: instance, to: index)
    }
  }

  /// Sends a viewer the state of a program, in answer to a command.
  private func answer(_ request: Int, about instance: String, to viewer: Int) {
    guard let state = program(instance)?.state(reply: request) else {
      let message = "The state of this program is not known at the moment. Ask again."
      return peers[viewer].tell(.error(.init(message: message, reply: request)), of: instance)
    }
    peers[viewer].mend(instance, with: state)
  }

  private func program(_ instance: String) -> WatchedProgram? {
    index(of: instance).flatMap { peers[$0].program }
  }

  /// Does what a viewer wants.
  private func obey(_ command: WireEnvelope, of viewer: Int) {
    guard let request = command.record.request else { return }
    do throws(CommandRefusal) {
      guard let instance = command.instance, let program = index(of: instance) else {
        throw .unknownProgram(command.instance)
      }
      switch command.record {
      // A pause is a matter between hub and viewer: others go on watching.
      case .pause:
        peers[viewer].pause(instance)
        answer(request, about: instance, to: viewer)
      case .resume:
        peers[viewer].resume(instance)
        answer(request, about: instance, to: viewer)
      case .snapshot where peers[program].program?.tree != nil:
        answer(request, about: instance, to: viewer)
      default:
        let asker = Asker.viewer(peers[viewer].id, request: request)
        _ = try peers[program].ask(command.record, for: asker)
        peers[program].write()
      }
    } catch {
      let failure = WireRecord.Failure(message: error.description, reply: request)
      peers[viewer].tell(.error(failure), of: command.instance)
    }
  }

  /// Writes what waits for viewers, and mends what slow ones miss.
  private func serveViewers() {
    for index in peers.indices where peers[index].isViewer {
      peers[index].write()
      while let instance = peers[index].programToMend {
        peers[index].mend(instance, with: program(instance)?.state())
        peers[index].write()
      }
      peers[index].giveUpIfHopeless()
    }
  }
}
