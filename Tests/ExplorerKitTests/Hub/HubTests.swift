import Foundation
import SluiceSocket
import SluiceTree
import SluiceWire
import TestSupport
import Testing

@testable import ExplorerKit

/// The hub with real sockets, turned by the test.
@Suite(.inTurn)
struct HubTests {
  private static func turn(_ hub: Hub, until isDone: (HubEvent) -> Bool) throws {
    let deadline = ContinuousClock.now + patience
    while ContinuousClock.now < deadline {
      if try hub.turn().contains(where: isDone) { return }
    }
    Issue.record("Nothing of the kind happened within \(patience).")
  }

  @Test func `a connection that sends no hello is closed in time, and one that has sent it is not`()
    throws
  {
    let socket = try TestSocket()
    let hub = try Hub(
      at: socket.endpoint,
      longestRecord: 1 << 20,
      helloTimeout: .milliseconds(200)
    )
    let good = try WireProgram(at: socket)
    try good.send(.hello("Good"))
    let silent = try WireProgram(at: socket)
    try Self.turn(hub) { event in
      if case .problem(nil, let message) = event {
        message.hasPrefix("No hello came")
      } else {
        false
      }
    }
    guard case .error = try silent.next() else {
      Issue.record("The silent peer received no reason.")
      return
    }
    #expect(try silent.next() == nil)

    try good.send(.state(0, 1))
    try Self.turn(hub) { $0 == .record(label: "Good", instance: "a", .state(0, 1)) }
  }

  @Test func `a connection beyond the maximum is refused with a message`() throws {
    let socket = try TestSocket()
    let hub = try Hub(at: socket.endpoint, longestRecord: 1 << 20, maximumPeers: 1)
    let first = try WireProgram(at: socket)
    try first.send(.hello("First"))
    try Self.turn(hub) { $0.label == "First" }
    let second = try WireProgram(at: socket)
    let message = "More than 1 connections at once are not taken. End another program."
    try Self.turn(hub) { $0 == .problem(label: nil, message) }
    #expect(try second.next() == .error(WireRecord.Failure(message: message)))
    #expect(try second.next() == nil)
  }

  @Test func `a socket that was removed is created again`() throws {
    let socket = try TestSocket()
    let hub = try Hub(at: socket.endpoint, longestRecord: 1 << 20)
    try FileManager.default.removeItem(atPath: socket.path)
    let start = ContinuousClock.now
    while !FileManager.default.fileExists(atPath: socket.path),
      ContinuousClock.now < start + patience
    {
      _ = try hub.turn()
    }
    let program = try WireProgram(at: socket)
    try program.send(.hello("Back"))
    try Self.turn(hub) { $0.label == "Back" }
  }

  @Test func `a hub that ends removes its socket`() throws {
    let socket = try TestSocket()
    var hub: Hub? = try Hub(at: socket.endpoint, longestRecord: 1 << 20)
    _ = try hub?.turn(alsoWaitingFor: [])
    hub = nil
    #expect(!FileManager.default.fileExists(atPath: socket.path))
  }
}
