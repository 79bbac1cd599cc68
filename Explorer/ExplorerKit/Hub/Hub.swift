import SluiceSocket
import SluiceWire

/// Listens for programs and viewers, and exchanges records with them.
///
/// Belongs to one thread, which calls ``turn(alsoWaitingFor:atMost:)`` repeatedly. Forwards records
/// of programs to viewers, and viewers' commands to programs. When deallocated, closes its
/// connections and removes its socket.
final class Hub {
  /// The default maximum number of connections; each may have a state in memory.
  static let standardMaximumPeers = 512

  private let world: World
  private let listener: any Entrance
  let longestRecord: Int
  private let maximumPeers: Int
  private let maximumPendingForViewer: Int
  private let helloTimeout: Duration
  private let repairInterval: Duration
  /// What is known of programs, for the local user and for viewers.
  private(set) var pasts: Pasts
  var peers: [Peer] = []
  /// What the system refuses at the moment; each is reported once.
  var troubles: [Duty: SocketError] = [:]
  /// What happened in a turn that could not end.
  private var unreported: [HubEvent] = []
  /// Reasons for refused peers and lost ones; each is reported once.
  var lossReasons: Set<SocketError> = []
  static let maximumReasons = 64
  private var lastID = 0
  private var poller: Poller
  private var buffer = [UInt8](repeating: 0, count: 1 << 16)
  /// Notices the removal of the socket, where the system can tell.
  private var watch: (any Waitable)?
  /// When to look whether the socket was removed; `nil` while that is noticed.
  private var nextRepair: ContinuousClock.Instant?
  /// When to accept connections again, after the system refused to.
  private var acceptsFrom: ContinuousClock.Instant

  /// - Parameters:
  ///   - longestRecord: In bytes; longer ones are skipped.
  ///   - helloTimeout: How long a peer may take to say who it is.
  ///   - repairInterval: The time after which to look again whether the socket was removed, where the
  ///     system can't tell, and to accept connections again that it refused.
  ///   - pasts: What is known of programs that were watched before.
  ///   - maximumPeers: The maximum number of connections; others are refused.
  ///   - maximumPendingForViewer: The bytes that wait for a viewer before commits are left out.
  ///   - world: What it has of the world outside.
  init(
    at endpoint: Endpoint,
    policy: PeerPolicy = PeerPolicy(),
    longestRecord: Int,
    helloTimeout: Duration = .seconds(5),
    repairInterval: Duration = .seconds(1),
    pasts: Pasts = Pasts(),
    maximumPeers: Int = standardMaximumPeers,
    maximumPendingForViewer: Int = 16 << 20,
    world: World = .system
  ) throws(SocketError) {
    self.world = world
    poller = Poller(world)
    let now = world.clock.now()
    nextRepair = now
    acceptsFrom = now
    self.maximumPeers = maximumPeers
    self.maximumPendingForViewer = maximumPendingForViewer
    self.pasts = pasts
    listener = try world.sockets.listen(endpoint, policy)
    self.longestRecord = longestRecord
    self.helloTimeout = helloTimeout
    self.repairInterval = repairInterval
  }

  /// Waits until something happens, at most a second, and returns the events.
  ///
  /// - Parameters:
  ///   - others: Descriptors that end the wait, too.
  ///   - limit: The longest wait.
  func turn(
    alsoWaitingFor others: [(descriptor: Int32, interest: Poller.Interest)] = [],
    atMost limit: Duration = .seconds(1)
  ) throws(SocketError) -> [HubEvent] {
    let now = world.clock.now()
    poller.removeAll()
    let listening = now >= acceptsFrom ? poller.add(listener.descriptor, for: .reading) : nil
    let firstPeer = (listening ?? -1) + 1
    for peer in peers { poller.add(peer.connection.descriptor, for: peer.interest) }
    for other in others { poller.add(other.descriptor, for: other.interest) }
    let removal = watch.map { poller.add($0.descriptor, for: .reading) }
    var wakeUp = now + limit
    if let nextRepair { wakeUp = min(wakeUp, nextRepair) }
    for peer in peers { wakeUp = min(wakeUp, peer.nextDeadline ?? wakeUp) }
    if peers.contains(where: \.awaitsPast) { wakeUp = now }
    var events: [HubEvent] = []
    do throws(SocketError) {
      _ = try poller.wait(timeout: max(.zero, now.duration(to: wakeUp)))
      note(nil, at: .waiting, &events)
    } catch {
      note(error, at: .waiting, &events)
    }

    pasts.time = HostProcess.microsecondsSince1970
    for index in peers.indices { serve(index, at: firstPeer + index, &events) }
    serveViewers()
    reportBroken(&events)
    peers.removeAll(where: \.isGone)
    if let listening, poller.canRead(listening) { accept(&events) }
    let isRemoved = removal.map { poller.canRead($0) } ?? false
    if isRemoved || nextRepair.map({ world.clock.now() >= $0 }) ?? false {
      do throws(SocketError) {
        try repair()
        note(nil, at: .repairing, &events)
      } catch .hubExists {
        unreported = events
        throw .hubExists(path: listener.path)
      } catch {
        note(error, at: .repairing, &events)
      }
    }
    return events
  }

  /// Recreates the socket if it was removed, and checks again in a second unless the system reports
  /// removals.
  private func repair() throws(SocketError) {
    nextRepair = world.clock.now() + repairInterval
    // First: what is removed between the two is noticed.
    watch = world.sockets.watch(listener.path)
    let isRepaired = try listener.repair()
    // The directory may be another one now.
    if !isRepaired, watch != nil { nextRepair = nil }
  }

  private func serve(_ index: Int, at entry: Int, _ events: inout [HubEvent]) {
    var output = PeerSession.Output(isRelaying: peers.contains(where: \.isWatching))
    let interest = peers[index].interest
    if interest.contains(.reading), poller.canRead(entry) {
      peers[index].read(using: &buffer, pasts: &pasts, output: &output)
    } else if poller.canWrite(entry) {
      peers[index].write()
    }
    if let deadline = peers[index].nextDeadline, world.clock.now() >= deadline {
      peers[index].expire(after: helloTimeout, pasts: &pasts, output: &output)
    }
    events += output.events
    if output.isNewViewer, peers[index].isWatching { sendPrograms(to: index) }
    for relay in output.relays { forward(relay) }
    for command in output.commands { execute(command, of: index) }
  }

  private func accept(_ events: inout [HubEvent]) {
    while true {
      do throws(SocketError) {
        switch try listener.accept(refusalMessage: Self.refusalMessage) {
        case .nobody:
          return note(nil, at: .accepting, &events)
        case .refused(let reason):
          report(once: reason, &events)
        case .connection(let connection) where peers.count < maximumPeers:
          let deadline = world.clock.now() + helloTimeout
          lastID += 1
          peers.append(
            Peer(
              id: lastID,
              connection,
              deadline: deadline,
              longestRecord: longestRecord,
              maximumPendingForViewer: maximumPendingForViewer
            )
          )
        case .connection(let connection):
          let message =
            "At most \(maximumPeers) connections are accepted at once. End another program."
          report(message, &events)
          // One short line, which a fresh connection takes at once.
          _ = try? connection.write(WireRecord.error(.init(message: message)).line()[...])
        }
      } catch {
        // Such as too many open files: the peer waits, and may find room later.
        note(error, at: .accepting, &events)
        acceptsFrom = world.clock.now() + repairInterval
        return
      }
    }
  }

  /// Returns the message for a refused peer, which contains nothing about watched programs.
  private static func refusalMessage(_ reason: SocketError) -> [UInt8] {
    guard case .peerRefused(let user, _) = reason else { return [] }
    let message =
      "It runs as user \(HostProcess.userID), and accepts no programs of user \(user). Pass"
      + " --allow-uid \(user) to sluice-explorer if you trust that user."
    return WireRecord.error(.init(message: message)).line()
  }
}

// Programs and viewers.
extension Hub {
  /// Disconnects all programs, and returns the last events.
  func end() -> [HubEvent] {
    var events = unreported
    unreported = []
    for instance in peers.compactMap(\.instance) {
      guard let past = pasts.disconnect(instance, isAwaited: true) else { continue }
      events.append(.disconnected(label: past.label, instance: instance, .hubWentAway))
    }
    peers = []
    return events
  }

  /// Sends a command to a program; the record that answers it has the returned number as reply.
  func send(_ command: WireRecord, to instance: String?) throws(CommandRefusal) -> Int {
    guard let index = index(of: instance) else { throw .unknownProgram(instance) }
    defer { peers[index].write() }
    return try peers[index].sendCommand(command, for: .local, pasts)
  }

  private func index(of instance: String?) -> Int? {
    guard let instance else { return nil }
    return peers.firstIndex { $0.instance == instance }
  }

  /// Sends a new viewer the connected programs and their states, or begins to send it the whole past.
  private func sendPrograms(to viewer: Int) {
    let backlog = Backlog(pasts)
    if peers[viewer].takesBacklog, !backlog.isEmpty { return peers[viewer].begin(backlog) }
    for past in pasts.connected {
      _ = peers[viewer].forward(Relay(.hello(past.hello.called(past.label)), of: past.instance))
      if let state = past.state() { _ = peers[viewer].forward(Relay(state, of: past.instance)) }
    }
    peers[viewer].answer(.live(.init()), of: nil)
  }

  func forward(_ relay: Relay) {
    for index in peers.indices where peers[index].isWatching {
      guard let request = peers[index].forward(relay), let instance = relay.instance else {
        continue
      }
      // The commit is in a gap; the state after the gap answers as well.
      answer(request, about: instance, to: index)
    }
  }

  /// Answers a viewer's command with the state of a program.
  private func answer(_ request: Int, about instance: String, to viewer: Int) {
    guard let state = pasts[instance]?.state(reply: request) else {
      let message = "The state of this program is not known at the moment. Ask again."
      return peers[viewer].answer(.error(.init(message: message, reply: request)), of: instance)
    }
    peers[viewer].resynchronize(instance, with: state)
  }

  /// Executes a viewer's command.
  private func execute(_ command: WireEnvelope, of viewer: Int) {
    guard let request = command.record.request else { return }
    do throws(CommandRefusal) {
      if case .question(let question) = command.record {
        return try peers[viewer].add(question)
      }
      guard let instance = command.instance, let program = index(of: instance) else {
        throw .unknownProgram(command.instance)
      }
      if peers[viewer].has(backlogOf: instance) { throw .isBehind }
      switch command.record {
      // A pause affects only this viewer.
      case .pause:
        peers[viewer].pause(instance)
        answer(request, about: instance, to: viewer)
      case .resume:
        peers[viewer].resume(instance)
        answer(request, about: instance, to: viewer)
      case .snapshot where pasts[instance]?.history.lastState != nil:
        answer(request, about: instance, to: viewer)
      case .dispatch, .restore, .snapshot:
        let requester = Requester.viewer(peers[viewer].id, request: request)
        _ = try peers[program].sendCommand(command.record, for: requester, pasts)
        peers[program].write()
      case .hello, .state, .commit, .effect, .diagnostic, .reads, .dropped, .bye, .welcome,
        .question, .answer, .error, .problem, .disconnected, .live, .mark, .unknown:
        assertionFailure("It has no request, or was answered.")
      }
    } catch {
      let failure = WireRecord.Failure(message: error.description, reply: request)
      peers[viewer].answer(.error(failure), of: command.instance)
    }
  }

  /// Writes pending lines to viewers, and resynchronizes those that lag.
  private func serveViewers() {
    for index in peers.indices where peers[index].isViewer {
      peers[index].write()
      while let instance = peers[index].programToResynchronize {
        peers[index].resynchronize(instance, with: pasts[instance]?.state())
        peers[index].write()
      }
      // One part a turn, so that nobody waits for long.
      sendPast(to: index)
      peers[index].disconnectIfStalled()
    }
  }
}
