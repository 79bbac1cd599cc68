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
    maximumPeers: Int = Hub.standardMaximumPeers,
    pasts: Pasts = Pasts()
  ) throws {
    socket = try TestSocket()
    hub = try Hub(
      at: socket.endpoint,
      longestRecord: 1 << 20,
      helloTimeout: helloTimeout,
      pasts: pasts,
      maximumPeers: maximumPeers,
      maximumPendingForViewer: pending
    )
  }

  /// A peer that has connected, and has sent nothing.
  func program() throws -> WireProgram { try WireProgram(at: socket) }

  /// A program that has sent records, which the hub has taken in.
  func program(
    _ name: String,
    instance: String = "a",
    _ records: [WireRecord]
  ) throws -> WireProgram {
    let program = try program()
    try program.send(.hello(name, instance: instance))
    try turn { $0.label == name }
    // No more at once than the system keeps for a connection.
    for start in stride(from: 0, to: records.count, by: 100) {
      try take(Array(records[start..<min(start + 100, records.count)]), from: program)
    }
    return program
  }

  /// Lets a program send records, and turns until they were taken in.
  func take(_ records: WireRecord..., from program: WireProgram) throws {
    try take(records, from: program)
  }

  private func take(_ records: [WireRecord], from program: WireProgram) throws {
    try program.send(bytes: records.flatMap { $0.line() })
    // Old values are filled in on the way.
    guard let last = records.last else { return }
    try turn {
      $0.content?.type == last.type && $0.content?.asCommit?.number == last.asCommit?.number
    }
  }

  /// A viewer, or a peer that only asks, that has been welcomed.
  ///
  /// - Parameter programs: How many programs' greetings it has read, each a hello and a state.
  func viewer(
    _ role: WireRecord.Hello.Role = .viewer,
    greetedBy programs: Int = 0
  ) throws -> WireProgram {
    let viewer = try program()
    try viewer.send(
      .hello(WireRecord.Hello(role: role, instance: "v", name: "viewer", processID: 2))
    )
    guard case .welcome = try next(for: viewer).record else {
      throw ExplorerProcess.Failure(description: "The hub did not welcome the viewer.")
    }
    for _ in 0..<(2 * programs) { _ = try next(for: viewer) }
    return viewer
  }

  /// The next record that a peer receives, turning until it comes.
  ///
  /// - Parameter isLiveShown: Whether the end of the past counts.
  func next(for peer: WireProgram, isLiveShown: Bool = false) throws -> WireEnvelope {
    let deadline = ContinuousClock.now + patience
    while ContinuousClock.now < deadline {
      if let envelope = try peer.poll() {
        if envelope.record == .live(.init()), !isLiveShown { continue }
        return envelope
      }
      _ = try hub.turn(alsoWaitingFor: [(peer.descriptor, .reading)])
    }
    throw ExplorerProcess.Failure(description: "Nothing came in \(patience).")
  }

  /// The next records that a peer receives.
  func next(_ count: Int, for peer: WireProgram) throws -> [WireRecord] {
    try (0..<count).map { _ in try next(for: peer).record }
  }

  /// Turns until something happens; returns what happened.
  @discardableResult
  func turn(until isDone: (HubEvent) -> Bool) throws -> [HubEvent] {
    var events: [HubEvent] = []
    let deadline = ContinuousClock.now + patience
    while ContinuousClock.now < deadline {
      let more = try hub.turn()
      events += more
      if more.contains(where: isDone) { return events }
    }
    throw ExplorerProcess.Failure(
      description: "Nothing of the kind happened within \(patience): \(events)"
    )
  }
}
