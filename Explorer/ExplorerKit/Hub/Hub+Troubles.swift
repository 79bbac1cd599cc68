import SluiceSocket
import SluiceWire

// What the system refuses: the hub reports it, and goes on.
extension Hub {
  /// What the system may refuse for a while.
  enum Duty {
    case waiting, accepting, repairing
  }

  /// Reports a trouble, unless it was reported and isn't over.
  ///
  /// - Parameter trouble: `nil` if there is none.
  func note(_ trouble: SocketError?, at duty: Duty, _ events: inout [HubEvent]) {
    let former = troubles[duty]
    troubles[duty] = trouble
    if let trouble, trouble != former { report(trouble.description, &events) }
  }

  /// Reports a reason why a peer is refused or lost, once: it tries again and again.
  func report(once reason: SocketError, of broken: Peer.Trouble? = nil, _ events: inout [HubEvent])
  {
    guard lossReasons.count < Self.maximumReasons, lossReasons.insert(reason).inserted else {
      return
    }
    report(reason.description, of: broken, &events)
  }

  /// Reports why connections broke.
  func reportBroken(_ events: inout [HubEvent]) {
    for index in peers.indices {
      guard let trouble = peers[index].takeTrouble() else { continue }
      report(once: trouble.error, of: trouble, &events)
    }
  }

  /// - Parameter broken: The connection that it is about; `nil` if it is about none.
  func report(_ message: String, of broken: Peer.Trouble? = nil, _ events: inout [HubEvent]) {
    events.append(.problem(label: broken?.label, message))
    forward(Relay(.problem(.init(message: message)), of: broken?.instance))
  }
}
