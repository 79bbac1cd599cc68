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

  static let garbage: [(bytes: [UInt8], problem: String)] = [
    (Array("GET / HTTP/1.1\r\n".utf8), "“G” is not expected here"),
    (Array("\"\u{0}".utf8) + [0xC3, 0x28, 0xFF, 0x0A], "damaged at byte"),
    (Array("[1,2,3]\n".utf8), "JSON but not an object"),
    ([UInt8](repeating: 0x5B, count: 50_000) + [0x0A], "lie within each other"),
  ]

  @Test(arguments: garbage)
  func `garbage is answered with an error while another program continues`(
    bytes: [UInt8],
    problem: String
  ) throws {
    let hub = try TurnedHub()
    let good = try hub.program("Good", [.state(0, 1)])
    let bad = try hub.program()
    try bad.send(bytes: bytes)
    let events = try hub.turn { !([$0] as [HubEvent]).problems.isEmpty }
    #expect(events.problems.first?.contains(problem) == true)
    #expect(try bad.next()?.failure?.message.contains(problem) == true)
    // The bad one, too, may say hello after all.
    try bad.send(.hello("Late", instance: "b"))
    try hub.turn { $0.label == "Late" }
    try hub.take(.commit(1), from: good)
  }

  @Test func `a connection beyond the maximum is refused with a message`() throws {
    let hub = try TurnedHub(maximumPeers: 1)
    let first = try hub.program("First", [])
    let second = try hub.program()
    let message = "More than 1 connections at once are not taken. End another program."
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
