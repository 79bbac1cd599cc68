import SluiceSocket
import SluiceTree
import SluiceWire
import TestSupport
import Testing

@testable import ExplorerKit

/// Peers that are older or newer than we are.
@Suite(.inTurn)
struct VersionTests {
  static let pairs: [(ours: ClosedRange<Int>, theirs: ClosedRange<Int>, chosen: Int)] = [
    (1...1, 1...1, 1), (1...1, 1...4, 1), (1...3, 1...1, 1), (2...5, 1...3, 3), (2...2, 2...9, 2),
  ]

  private static func versions(_ range: ClosedRange<Int>) -> ClosedRange<WireVersion> {
    WireVersion(range.lowerBound)...WireVersion(range.upperBound)
  }

  @Test(arguments: pairs.indices, WireRecord.Hello.Role.allCases)
  func `an older and a newer peer speak the newest common version`(
    index: Int,
    role: WireRecord.Hello.Role
  ) {
    let (ours, theirs, chosen) = Self.pairs[index]
    var peer = SessionUnderTest(versions: Self.versions(ours))
    let versions = Self.versions(theirs)
    peer.send(.hello(.init(versions: versions, role: role, name: "x", processID: 1)))
    let welcome = WireRecord.Welcome(version: WireVersion(chosen), longestRecord: 1 << 20)
    #expect(peer.answers == [.welcome(welcome)])
    #expect(peer.problems.isEmpty)
    #expect(!peer.output.isOver)
  }

  @Test func `without a common version both sides receive an error, and the connection ends`() {
    var peer = SessionUnderTest(versions: Self.versions(1...2))
    peer.send(.hello(.init(versions: Self.versions(3...4), name: "new", processID: 1)))
    #expect(peer.output.isOver)
    guard case .error(let failure)? = peer.answers.first else {
      Issue.record("The peer received no error.")
      return
    }
    #expect(failure.message == peer.problems.first)
    #expect(failure.message.contains("versions 3 to 4"))
  }

  @Test func `what a newer program adds reaches a newer viewer, and others ignore it`() throws {
    let hub = try TurnedHub()
    let viewer = try hub.viewer()
    let program = try hub.program()
    let hello =
      #"{"type":"hello","versions":[1,7],"role":"program","instance":"a","name":"New","#
      + #""pid":1,"mood":"good","capabilities":["fly"]}"#
    try program.send(text: hello + "\n")
    try program.send(text: #"{"type":"telepathy","strength":11}"# + "\n")
    try program.send(text: #"{"type":"state","number":3,"state":{"a":1},"weather":"fine"}"# + "\n")
    try hub.turn { $0 == .record(label: "New", instance: "a", .state(3, ["a": 1])) }
    guard case .hello = try hub.next(for: viewer).record else {
      Issue.record("No hello came.")
      return
    }
    #expect(
      try hub.next(for: viewer) == WireEnvelope(instance: "a", .unknown(type: "telepathy"))
    )
    #expect(try hub.next(for: viewer).record == .state(3, ["a": 1]))
  }

  @Test func `a viewer that the hub refuses says why`() throws {
    let hub = try TurnedHub()
    let viewer = try Viewer(
      to: hub.socket.endpoint,
      longestRecord: 1 << 20,
      helloTimeout: patience,
      versions: Self.versions(8...9)
    )
    try hub.turn { if case .problem = $0 { true } else { false } }
    let error = #expect(throws: SocketError.self) { while true { _ = try viewer.turn() } }
    #expect(error?.description.contains("does not take this one: ") == true)
    #expect(error?.description.contains("versions 8 to 9") == true)
  }
}
