import SluiceTree
import SluiceWire
import TestSupport
import Testing

@testable import ExplorerKit

@Suite(.inTurn) struct PeerSessionTests {
  /// A session to which a program has said hello.
  private static func greeted(longestRecord: Int = 1 << 20, isRelaying: Bool = false)
    -> SessionUnderTest
  {
    var peer = SessionUnderTest(longestRecord: longestRecord, isRelaying: isRelaying)
    peer.send(.hello())
    return peer
  }

  static let refusals: [(sent: [UInt8], problem: String)] = [
    (Array("garbage\n".utf8), "The line is damaged at byte 0: “g” is not expected here."),
    (
      Array("{\"type\":\"".utf8) + [0xFF, 0xFE] + Array("\"}\n".utf8),
      "The line is damaged at byte 9: the bytes are not UTF-8."
    ),
    (
      Array("[]\n".utf8),
      #"The line is JSON but not an object. A record looks like {"type":"bye"}."#
    ),
    (
      Array("{\"type\":\"commit\",\"number\":1}\n".utf8),
      #"The commit record lacks the key "time". Send it, or skip the record."#
    ),
    (
      WireRecord.snapshot(.init(request: 1)).line(),
      "A program does not send snapshot; the Explorer does."
    ),
    (
      WireRecord.hello("x", instance: "b").line(),
      "A second hello came. Send hello once for each connection."
    ),
    (
      [UInt8](repeating: 0x5B, count: 50_000) + [0x0A],
      "The line is damaged at byte 256: more than 256 arrays and objects are nested"
    ),
    (
      [UInt8](repeating: 0x41, count: 300_000) + [0x0A],
      "The record is 293 KiB long; at most 97.7 KiB are read. Raise --max-record, or redact part"
    ),
  ]

  @Test func `a faulty record is reported to both sides, and the connection continues`() {
    for (sent, problem) in Self.refusals {
      var peer = Self.greeted(longestRecord: 100_000)
      // As much at once as a connection brings.
      for start in stride(from: 0, to: sent.count, by: 10_000) {
        peer.send(bytes: Array(sent[start..<min(start + 10_000, sent.count)]))
      }
      peer.send(.state(7, 1))
      #expect(peer.problems.count == 1 && peer.problems[0].hasPrefix(problem), "\(peer.problems)")
      #expect(peer.answers.last == .error(peer.problems[0]), "\(sent)")
      #expect(!peer.output.isOver, "\(sent)")
      #expect(peer.output.events.last == .record(.state(7, 1)), "\(sent)")
    }
  }

  @Test func `a peer that sends much without hello is disconnected`() {
    var silent = SessionUnderTest()
    silent.send(bytes: [UInt8](repeating: 0x41, count: 65_537))
    #expect(silent.output.isOver)
    #expect(silent.problems == ["More than 64 KiB came without hello. Send hello first."])

    var talkative = SessionUnderTest()
    while !talkative.output.isOver, talkative.problems.count < 100_000 {
      talkative.send(text: #"{"type":"x"}"# + String(repeating: " ", count: 1000) + "\n")
    }
    #expect(talkative.problems.count < 70)
  }

  @Test func `a peer that sends another record first is asked for hello`() {
    var peer = SessionUnderTest()
    peer.send(.state(1, 1))
    #expect(peer.problems == ["The first record is state. Send hello first."])
    peer.send(.hello())
    #expect(peer.answers.last == .welcome(WireRecord.Welcome(longestRecord: 1 << 20)))
  }

  @Test func `a peer that is silent for too long receives the reason before it is disconnected`() {
    var peer = SessionUnderTest()
    peer.session.timeOut(after: .seconds(5), output: &peer.output)
    #expect(peer.output.isOver)
    #expect(peer.problems == ["No hello came within 5.0 seconds. Send hello first."])
  }

  @Test func `after a hundred damaged records a peer is disconnected`() {
    var peer = Self.greeted()
    for _ in 0..<200 { peer.send(text: "x\n") }
    #expect(peer.problems.count == 100)
    #expect(peer.output.isOver)
  }

  @Test func `half a record at the end is reported`() {
    var peer = Self.greeted()
    peer.send(text: #"{"type":"sta"#)
    peer.end()
    #expect(peer.problems.first?.hasPrefix("The stream ends within a record, 12 bytes") == true)
    #expect(peer.output.events.last == .disconnected(label: "Todo", instance: "a", .cutOff))
  }

  @Test(arguments: [
    #"{"instance":null,"type":"commit","number":1,"time":0,"action":{"type":"Act"}}"#,
    #"{"type":"commit","number":1,"time":0,"action":{"type":"Act"},"\u0069nstance":null}"#,
    #"{"instance":"other","type":"commit","number":1,"time":0,"action":{"type":"Act"}}"#,
  ])
  func `a record that names an instance is relayed with the program's own`(line: String) throws {
    var peer = Self.greeted(isRelaying: true)
    peer.send(text: line + "\n")
    let relayed = try #require(peer.output.relays.last?.line)
    #expect(try WireEnvelope(line: relayed[...]) == WireEnvelope(instance: "a", .commit(1)))
  }

  @Test func `only a hub gives a label`() {
    var peer = SessionUnderTest(isRelaying: true)
    var hello = WireRecord.Hello("a")
    hello.label = "Other"
    peer.send(.hello(hello))
    hello.label = nil
    #expect(peer.output.events == [.connected(label: "Todo", hello)])
    #expect(peer.output.relays.count == 1)
  }
}
