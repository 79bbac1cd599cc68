import SluiceSocket

/// The place to which programs connect, and all that they say there.
///
/// Belongs to one thread, which calls ``turn(alsoWaitingFor:)`` again and again. When the hub goes,
/// its connections are closed and its socket is removed.
final class Hub {
  private static let mostPeers = 512
  private static let betweenMendings = Duration.seconds(1)

  private let listener: Listener
  private let longestRecord: Int
  private let patience: Duration
  private var peers: [Peer] = []
  private var names = ProgramNames()
  private var poller = Poller()
  private var buffer = [UInt8](repeating: 0, count: 1 << 16)
  private var nextMending = ContinuousClock.now + betweenMendings
  /// Set while the system lets us take no more connections.
  private var acceptsFrom = ContinuousClock.now

  /// - Parameters:
  ///   - longestRecord: In bytes; longer ones are skipped.
  ///   - patience: How long a peer may take to say who it is.
  init(
    at endpoint: Endpoint,
    policy: PeerPolicy = PeerPolicy(),
    longestRecord: Int,
    patience: Duration = .seconds(5)
  ) throws(SocketError) {
    listener = try Listener(at: endpoint, policy: policy)
    self.longestRecord = longestRecord
    self.patience = patience
  }

  /// Waits until something happens, at most a second, and returns what.
  ///
  /// - Parameter others: Descriptors that end the wait, too.
  func turn(
    alsoWaitingFor others: [(descriptor: Int32, interest: Poller.Interest)] = []
  ) throws(SocketError) -> [HubEvent] {
    let now = ContinuousClock.now
    poller.removeAll()
    let listening = now >= acceptsFrom ? poller.add(listener.descriptor, for: .reading) : nil
    let firstPeer = (listening ?? -1) + 1
    for peer in peers { poller.add(peer.connection.descriptor, for: peer.interest) }
    for other in others { poller.add(other.descriptor, for: other.interest) }
    var wakeUp = nextMending
    for peer in peers { wakeUp = min(wakeUp, peer.wakeUp ?? wakeUp) }
    _ = try poller.wait(timeout: max(.zero, now.duration(to: wakeUp)))

    var events: [HubEvent] = []
    for index in peers.indices { serve(index, at: firstPeer + index, &events) }
    peers.removeAll(where: \.isGone)
    if let listening, poller.canRead(listening) { accept(&events) }
    if ContinuousClock.now >= nextMending {
      nextMending = ContinuousClock.now + Self.betweenMendings
      _ = try listener.mend()
    }
    return events
  }

  private func serve(_ index: Int, at entry: Int, _ events: inout [HubEvent]) {
    let interest = peers[index].interest
    if interest.contains(.reading), poller.canRead(entry) {
      peers[index].read(using: &buffer, names: &names, events: &events)
    } else if poller.canWrite(entry) {
      peers[index].write(names: &names, events: &events)
    }
    if let deadline = peers[index].wakeUp, ContinuousClock.now >= deadline {
      peers[index].expire(after: patience, names: &names, events: &events)
    }
  }

  private func accept(_ events: inout [HubEvent]) {
    while true {
      do throws(SocketError) {
        switch try listener.accept() {
        case .nobody:
          return
        case .refused(let reason):
          events.append(.problem(label: nil, reason.description))
        case .connection(let connection) where peers.count < Self.mostPeers:
          let deadline = ContinuousClock.now + patience
          peers.append(Peer(connection, deadline: deadline, longestRecord: longestRecord))
        case .connection:
          let message = "More than \(Self.mostPeers) connections at once are not taken."
          events.append(.problem(label: nil, message))
        }
      } catch {
        // Such as too many open files: the peer waits, and may find room later.
        events.append(.problem(label: nil, error.description))
        acceptsFrom = ContinuousClock.now + Self.betweenMendings
        return
      }
    }
  }
}
