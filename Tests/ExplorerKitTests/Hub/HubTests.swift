import Foundation
import SluiceSocket
import SluiceTree
import SluiceWire
import TestSupport
import Testing

@testable import ExplorerKit

/// The hub with real sockets, turned by the test.
@Suite(.inTurn) struct HubTests {
  @Test func `a connection that sends no hello is closed in time`() throws {
    let hub = try TurnedHub(helloTimeout: .milliseconds(200))
    let good = try hub.program("Good", [])
    let silent = try hub.program()
    let events = try hub.turn { $0.label == nil }
    #expect(events.problems.first?.hasPrefix("No hello came") == true)
    #expect(try silent.next()?.failure != nil)
    #expect(try silent.next() == nil)
    try hub.take(.state(0, 1), from: good)
  }

  @Test func `a connection beyond the maximum is refused with a message`() throws {
    let hub = try TurnedHub(maximumPeers: 1)
    let first = try hub.program("First", [])
    let second = try hub.program()
    let message = "At most 1 connections are accepted at once. End another program."
    try hub.turn { $0 == .problem(label: nil, message) }
    #expect(try second.next() == .error(message))
    #expect(try second.next() == nil)
    withExtendedLifetime(first) {}
  }

  #if os(Linux)
    @Test func `a hub that rests notices that its socket was removed`() throws {
      let socket = try TestSocket()
      // Doesn't look by itself before the test is over: only the removal ends the turn.
      let hub = try Hub(
        at: socket.endpoint,
        longestRecord: 1 << 20,
        repairInterval: .seconds(3_600)
      )
      _ = try hub.turn(atMost: .zero)
      try FileManager.default.removeItem(atPath: socket.path)
      _ = try hub.turn(atMost: .seconds(60))
      #expect(FileManager.default.fileExists(atPath: socket.path))
      withExtendedLifetime(hub) {}
    }
  #endif
}
