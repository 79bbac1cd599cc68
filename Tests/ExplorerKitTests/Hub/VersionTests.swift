import SluiceSocket
import SluiceTree
import SluiceWire
import TestSupport
import Testing

@testable import ExplorerKit

/// Peers that are older or newer than we are.
@Suite(.inTurn) struct VersionTests {
  static let pairs: [(ours: ClosedRange<Int>, theirs: ClosedRange<Int>, chosen: Int)] = [
    (1...1, 1...1, 1), (1...1, 1...4, 1), (1...3, 1...1, 1), (2...5, 1...3, 3), (2...2, 2...9, 2),
  ]

  private static func versions(_ range: ClosedRange<Int>) -> ClosedRange<WireVersion> {
    WireVersion(range.lowerBound)...WireVersion(range.upperBound)
  }

  @Test(arguments: pairs, WireRecord.Hello.Role.allCases)
  func `an older and a newer peer speak the newest common version`(
    pair: (ours: ClosedRange<Int>, theirs: ClosedRange<Int>, chosen: Int),
    role: WireRecord.Hello.Role
  ) {
    var peer = SessionUnderTest(longestRecord: 4_000_000, versions: Self.versions(pair.ours))
    let versions = Self.versions(pair.theirs)
    peer.send(.hello(.init(versions: versions, role: role, name: "x", processID: 1)))
    let version = WireVersion(pair.chosen)
    #expect(peer.answers == [.welcome(.init(version: version, longestRecord: 4_000_000))])
    #expect(peer.problems.isEmpty && !peer.output.isOver)
  }

  @Test func `without a common version both sides receive an error, and the connection ends`() {
    var peer = SessionUnderTest(versions: Self.versions(1...2))
    peer.send(.hello(.init(versions: Self.versions(3...4), name: "new", processID: 1)))
    #expect(peer.output.isOver)
    #expect(peer.answers.compactMap(\.failure).map(\.message) == peer.problems)
    #expect(peer.problems.first?.contains("versions 3 to 4") == true)
  }

  @Test func `what a newer program adds reaches a newer viewer, and others ignore it`() throws {
    let hub = try TurnedHub()
    let viewer = try hub.viewer()
    let program = try hub.program()
    let hello =
      #"{"type":"hello","versions":[1,7],"role":"program","instance":"a","name":"New","#
      + #""pid":1,"mood":"good","capabilities":["fly"]}"#
    let state = #"{"type":"state","number":3,"state":{"a":1},"weather":"fine"}"#
    for line in [hello, #"{"type":"telepathy","strength":11}"#, state] {
      try program.send(text: line + "\n")
    }
    try hub.turn { $0 == .record("New", .state(3, ["a": 1])) }
    let received = try hub.next(3, for: viewer)
    #expect(received[0].type == "hello")
    #expect(received[1...] == [.unknown(type: "telepathy"), .state(3, ["a": 1])])
  }

  @Test func `a viewer that the hub refuses says why`() throws {
    let hub = try TurnedHub()
    let viewer = try Viewer(
      to: hub.socket.endpoint,
      longestRecord: 1 << 20,
      helloTimeout: patience,
      versions: Self.versions(8...9)
    )
    try hub.turn { $0.label == nil }
    let error = #expect(throws: SocketError.self) { while true { _ = try viewer.turn() } }
    #expect(error?.description.contains("refuses this one: ") == true)
    #expect(error?.description.contains("versions 8 to 9") == true)
  }
}
