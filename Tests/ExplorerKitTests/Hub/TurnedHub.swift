import SluiceSocket
import SluiceWire
import TestSupport

@testable import ExplorerKit

/// A hub with real sockets, turned by the test.
final class TurnedHub {
  let socket: TestSocket
  let hub: Hub

  /// - Parameters:
  ///   - pending: The bytes that wait for a viewer before commits are left out.
  ///   - pasts: What it fills.
  init(
    helloTimeout: Duration = patience,
    pending: Int = 16 << 20,
    pasts: Pasts = Pasts()
  ) throws {
    socket = try TestSocket()
    hub = try Hub(
      at: socket.endpoint,
      longestRecord: 1 << 20,
      helloTimeout: helloTimeout,
      pasts: pasts,
      maximumPendingForViewer: pending
    )
  }

  /// A peer that has connected, and has sent nothing.
  func program() throws -> WireProgram { try WireProgram(at: socket) }

  /// A viewer, or a peer that only asks, that has been welcomed.
  func viewer(_ role: WireRecord.Hello.Role = .viewer) throws -> WireProgram {
    let viewer = try WireProgram(at: socket)
    try viewer.send(
      .hello(WireRecord.Hello(role: role, instance: "v", name: "viewer", processID: 2))
    )
    guard case .welcome = try next(for: viewer).record else {
      throw ExplorerProcess.Failure(description: "The hub did not welcome the viewer.")
    }
    return viewer
  }

  /// The next record that a peer receives, turning until it comes.
  func next(for peer: WireProgram) throws -> WireEnvelope {
    let deadline = ContinuousClock.now + patience
    while ContinuousClock.now < deadline {
      if let envelope = try peer.poll() { return envelope }
      _ = try hub.turn(alsoWaitingFor: [(peer.descriptor, .reading)])
    }
    throw ExplorerProcess.Failure(description: "Nothing came in \(patience).")
  }

  /// Turns until something happens.
  func turn(until isDone: (HubEvent) -> Bool) throws {
    let deadline = ContinuousClock.now + patience
    while ContinuousClock.now < deadline {
      if try hub.turn().contains(where: isDone) { return }
    }
    throw ExplorerProcess.Failure(
      description: "Nothing of the kind happened within \(patience)."
    )
  }
}
