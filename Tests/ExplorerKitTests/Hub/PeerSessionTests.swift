import SluiceTree
import SluiceWire
import TestSupport
import Testing

@testable import ExplorerKit

@Suite(.inTurn)
struct PeerSessionTests {
  @Test func `a program that sends hello receives a welcome with the longest record`() {
    var peer = SessionUnderTest(longestRecord: 4_000_000)
    peer.send(.hello())
    #expect(peer.answers == [.welcome(WireRecord.Welcome(longestRecord: 4_000_000))])
    #expect(peer.problems.isEmpty)
  }

  @Test func `bytes may come in any pieces`() {
    var peer = SessionUnderTest()
    for byte in WireRecord.hello().line() + WireRecord.state(0, 1).line() {
      peer.send(bytes: [byte])
    }
    #expect(peer.output.events.count == 2)
  }

  static let refusals: [(sent: String, problem: String)] = [
    ("garbage\n", "The line is damaged at byte 0: “g” is not expected here."),
    ("[]\n", #"The line is JSON but not an object. A record looks like {"type":"bye"}."#),
    (
      "{\"type\":\"commit\",\"number\":1}\n",
      #"The commit record lacks the key "time". Send it, or pass over the record."#
    ),
    (
      "{\"type\":\"snapshot\",\"request\":1}\n",
      "A program does not send snapshot; the Explorer does."
    ),
    (
      "{\"type\":\"hello\",\"versions\":[1,1],\"role\":\"program\",\"instance\":\"b\","
        + "\"name\":\"x\",\"pid\":1}\n",
      "A second hello came. Send hello once for each connection."
    ),
  ]

  @Test(arguments: refusals)
  func `a faulty record is reported to both sides, and the connection continues`(
    sent: String,
    problem: String
  ) {
    var peer = SessionUnderTest()
    peer.send(.hello())
    peer.send(text: sent)
    peer.send(.state(7, 1))
    #expect(peer.problems == [problem])
    #expect(peer.answers.last == .error(WireRecord.Failure(message: problem)))
    #expect(!peer.output.isOver)
    #expect(peer.output.events.last == .record(label: "Todo", instance: "a", .state(7, 1)))
  }

  @Test func `text that is not UTF-8 is refused like any other damage`() {
    var peer = SessionUnderTest()
    peer.send(.hello())
    peer.send(bytes: Array("{\"type\":\"".utf8) + [0xFF, 0xFE] + Array("\"}\n".utf8))
    #expect(peer.problems == ["The line is damaged at byte 9: the bytes are not UTF-8."])
    #expect(!peer.output.isOver)
  }

  @Test func `a record that is too long is skipped, and the next one is read`() {
    var peer = SessionUnderTest(longestRecord: 100_000)
    peer.send(.hello())
    for _ in 0..<30 { peer.send(bytes: [UInt8](repeating: 0x41, count: 10_000)) }
    peer.send(text: "\n")
    peer.send(.state(1, 1))
    #expect(peer.problems.count == 1)
    #expect(peer.problems.first?.hasPrefix("The record is 293 KiB long; at most 97.7 KiB") == true)
    #expect(peer.output.events.last == .record(label: "Todo", instance: "a", .state(1, 1)))
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
    var peer = SessionUnderTest()
    peer.send(.hello())
    for _ in 0..<200 { peer.send(text: "x\n") }
    #expect(peer.problems.count == 100)
    #expect(peer.output.isOver)
  }

  @Test func `half a record at the end is reported`() {
    var peer = SessionUnderTest()
    peer.send(.hello())
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
    var peer = SessionUnderTest(isRelaying: true)
    peer.send(.hello())
    peer.send(text: line + "\n")
    let relayed = try #require(peer.output.relays.last?.line)
    #expect(try WireEnvelope(line: relayed[...]) == WireEnvelope(instance: "a", .commit(1)))
  }

  @Test func `records of later versions are ignored`() {
    var peer = SessionUnderTest()
    peer.send(.hello())
    peer.send(text: "{\"type\":\"telepathy\",\"strength\":11}\n")
    #expect(peer.problems.isEmpty)
    #expect(peer.output.events.count == 1)
  }

  @Test func `a program's hello answers no peer`() {
    var peer = SessionUnderTest(isRelaying: true)
    var hello = WireRecord.Hello(instance: "a", name: "Todo", processID: 1)
    hello.reply = 7
    peer.send(.hello(hello))
    hello.reply = nil
    #expect(peer.output.events == [.connected(label: "Todo", hello)])
    #expect(peer.output.relays.count == 1)
  }
}
