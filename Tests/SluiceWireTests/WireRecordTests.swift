import SluiceTree
import SluiceWire
import TestSupport
import Testing

private func decoded(_ text: String) throws -> WireEnvelope {
  try WireEnvelope(line: Array(text.utf8)[...])
}

@Suite(.inTurn)
struct WireRecordTests {
  @Test(arguments: Golden.lines)
  func `a golden line is read, and written the same again`(line: Golden.Line) throws {
    let envelope = try decoded(line.text)
    #expect(envelope.record.type == line.type)
    #expect(String(decoding: envelope.line(), as: UTF8.self) == line.text + "\n")
  }

  @Test(arguments: Golden.recordTypes)
  func `every record has golden lines and is known`(type: String) throws {
    let lines = Golden.lines.filter { $0.type == type }
    #expect(!lines.isEmpty)
    for line in lines {
      if case .unknown = try decoded(line.text).record { Issue.record("\(type) is not known") }
    }
  }

  @Test func `a commit line says all that a commit carries`() throws {
    let line = try #require(Golden.lines.first { $0.type == "commit" && $0.number == 2 })
    let expected = WireRecord.Commit(
      number: 2,
      time: 1_700_000_000_250_000,
      action: .init(
        type: "AnonymousAction<Todo>",
        id: "[Todos] add",
        payload: ["title": "milk", "done": false]
      ),
      origin: .init(
        file: "Shop/Todos.swift",
        line: 40,
        function: "load()",
        info: "from the widget"
      ),
      cause: .init(commit: 1, effect: "search", run: 7),
      changes: [
        .add(["todos", 0], ["title": "milk", "done": false]),
        .remove(["draft"], old: "mil"),
        .move(["todos", 3], to: 1),
        .add(["user"], .null, position: 2),
        .set(["photo"], old: nil, new: "much longer than before"),
      ]
    )
    #expect(try decoded(line.text).record == .commit(expected))
  }

  @Test(arguments: 0..<400)
  func `random records survive the trip in one line`(seed: UInt64) throws {
    var random = RandomRecords(seed: seed)
    let record = random.record()
    let line = record.line()
    #expect(line.last == 10)
    #expect(!line.dropLast().contains(10))
    #expect(try WireRecord(line: line) == record)
  }

  @Test(arguments: 0..<100)
  func `a relayed line says the same, and where it came from`(seed: UInt64) throws {
    var random = RandomRecords(seed: seed)
    let record = random.record()
    if case .hello = record { return }
    let name = random.text()
    var relayed = Array("before\n".utf8)
    WireEnvelope.relay(record.line()[...], from: name, to: &relayed)
    let line = relayed.dropFirst(7)
    #expect(line.last == 10)
    #expect(try WireEnvelope(line: line) == WireEnvelope(instance: name, record))
    #expect(
      try WireEnvelope(line: WireEnvelope(instance: name, record).line()[...]).instance == name
    )
  }

  @Test func `records are appended to what is there`() {
    var bytes = Array("x\n".utf8)
    WireRecord.bye(.init()).write(to: &bytes)
    WireRecord.pause(.init(request: 1)).write(to: &bytes, instance: "i")
    WireRecord.unknown(type: "fly").write(to: &bytes)
    let text = "x\n{\"type\":\"bye\"}\n{\"type\":\"pause\",\"instance\":\"i\",\"request\":1}\n"
    #expect(String(decoding: bytes, as: UTF8.self) == text)
  }

  @Test func `appending to a long buffer costs no copy of it`() {
    var buffer = [UInt8](repeating: 10, count: 64 << 20)
    buffer.reserveCapacity(65 << 20)
    let time = processorTime {
      for _ in 0..<2_000 {
        WireRecord.pause(.init(request: 1)).write(to: &buffer)
        WireEnvelope.relay(Array("{}\n".utf8)[...], from: "i", to: &buffer)
      }
    }
    // Copied each time, these would be 256 GB.
    #expect(time < .seconds(10))
  }

  @Test(arguments: [
    #"{"type":"pause","request":1,"why":{"$":"date","seconds":1},"$$":2}"#,
    #"{"why":[1,2],"request":1,"type":"pause"}"#,
    #"  {"type" : "pause", "request" : 1, "instance": null}  "# + "\r\n",
  ])
  func `unknown keys, null, order and white space make no difference`(text: String) throws {
    #expect(try decoded(text) == WireEnvelope(.pause(.init(request: 1))))
  }

  @Test func `an unknown record is ignored, with its type`() throws {
    #expect(try decoded(#"{"type":"telepathy","to":7}"#).record == .unknown(type: "telepathy"))
  }

  @Test(arguments: [
    ("[]", #"The line is JSON but not an object. A record looks like {"type":"bye"}."#),
    (
      #"{"$":"redacted"}"#,
      #"The line is JSON but not an object. A record looks like {"type":"bye"}."#
    ),
    (
      "{}",
      #"The nameless record lacks the key "type". Send it, or pass over the record."#
    ),
    (#"{"type":7}"#, #"In the nameless record, "type" must be a string."#),
    (
      #"{"type":"commit"}"#,
      #"The commit record lacks the key "number". Send it, or pass over the record."#
    ),
    (
      #"{"type":"commit","number":1.0}"#,
      #"In the commit record, "number" must be a whole number from 0 to 9007199254740991."#
    ),
    (
      #"{"type":"commit","number":-1}"#,
      #"In the commit record, "number" is -1. Send a whole number from 0 to 9007199254740991."#
    ),
    (
      #"{"type":"state","number":9223372036854775807,"state":1}"#,
      """
      In the state record, "number" is 9223372036854775807. Send a whole number from 0 to \
      9007199254740991.
      """
    ),
    (
      #"{"type":"dropped","count":9007199254740992,"from":1,"to":2}"#,
      """
      In the dropped record, "count" is 9007199254740992. Send a whole number from 0 to \
      9007199254740991.
      """
    ),
    (
      #"{"type":"commit","number":1,"time":99999999999999999999,"action":{"type":"A"}}"#,
      """
      In the commit record, "time" is 99999999999999999999. Send a whole number from 0 to \
      9223372036854775807.
      """
    ),
    (
      #"{"type":"welcome","version":0,"longestRecord":1}"#,
      #"In the welcome record, "version" is 0. Send a whole number from 1 to 9007199254740991."#
    ),
    (
      #"{"type":"commit","number":1,"time":1,"action":{}}"#,
      #"The commit.action record lacks the key "type". Send it, or pass over the record."#
    ),
    (
      #"{"type":"commit","number":1,"time":1,"action":[]}"#,
      #"In the commit record, "action" must be an object."#
    ),
    (
      #"{"type":"commit","number":1,"time":1,"action":{"type":"A"},"changes":[{"kind":"set"}]}"#,
      #"The commit.changes[0] record lacks the key "path". Send it, or pass over the record."#
    ),
    (
      #"{"type":"commit","number":1,"time":1,"action":{"type":"A"},"changes":[{"kind":"set","path":[]}]}"#,
      #"The commit.changes[0] record lacks the key "new". Send it, or pass over the record."#
    ),
    (
      #"{"type":"commit","number":1,"time":1,"action":{"type":"A"},"changes":[{"kind":"bend","path":[]}]}"#,
      #"In the commit.changes[0] record, "kind" must be one of "add", "remove", "set", "move"."#
    ),
    (
      #"{"type":"commit","number":1,"time":1,"action":{"type":"A"},"changes":[{"kind":"move","path":[-1],"to":1}]}"#,
      #"In the commit.changes[0] record, "path" must be an array of keys and of indices from 0."#
    ),
    (
      #"{"type":"hello","versions":[2,1],"role":"program"}"#,
      #"In the hello record, "versions" must be the lowest and the highest version, as [1,1]."#
    ),
    (
      #"{"type":"hello","versions":[1,1],"role":"spy"}"#,
      #"In the hello record, "role" must be one of "program", "viewer", "asker"."#
    ),
    (
      #"{"type":"hello","versions":[1,1],"role":"program","instance":"i","name":"n","pid":1,"accepts":[1]}"#,
      #"In the hello record, "accepts" must be an array of strings."#
    ),
    (
      #"{"type":"state","number":1}"#,
      #"The state record lacks the key "state". Send it, or pass over the record."#
    ),
    (
      #"{"type":"restore","request":1}"#,
      #"The restore record lacks the key "number". Send it, or pass over the record."#
    ),
    (
      #"{"type":"restore","request":1,"number":1,"state":null}"#,
      #"In the restore record, "number" must be left out where “state” is given."#
    ),
    (
      #"{"type":"restore","request":1,"without":[1],"state":null}"#,
      #"In the restore record, "without" must be left out where “state” is given."#
    ),
    (
      #"{"type":"restore","request":1,"number":1,"without":[]}"#,
      #"In the restore record, "number" must be left out where “without” is given."#
    ),
    (
      #"{"type":"restore","request":1,"without":[1,2.0]}"#,
      #"In the restore record, "without" must be an array of whole numbers from 0 to 9007199254740991."#
    ),
    (
      #"{"type":"restore","request":1,"without":[-1]}"#,
      #"In the restore record, "without" must be an array of whole numbers from 0 to 9007199254740991."#
    ),
    (
      #"{"type":"effect","event":"exploded"}"#,
      #"In the effect record, "event" must be one of "started", "ended", "cancelled", "failed"."#
    ),
  ])
  func `a record that lacks something is refused by record and key`(text: String, message: String) {
    let error = #expect(throws: WireError.self) { try decoded(text) }
    #expect(error?.description == message)
  }

  @Test(arguments: 0..<200)
  func `damaged and random bytes never trap`(seed: UInt64) {
    var random = RandomRecords(seed: seed)
    var noise = (0..<random.pick(0..<200)).map { _ in
      UInt8.random(in: 0 ... .max, using: &random.random)
    }
    _ = try? WireRecord(line: noise)
    let alphabet = Array(#"{}[]",:$\u0e-+.1tnf d8"#.utf8)
    for index in noise.indices { noise[index] = alphabet[Int(noise[index]) % alphabet.count] }
    _ = try? WireRecord(line: noise)

    let line = random.record().line()
    for _ in 0..<20 {
      var damaged = line
      switch random.pick(0..<4) {
      case 0: damaged.removeLast(random.pick(1..<damaged.count))
      case 1: damaged.remove(at: random.pick(0..<damaged.count))
      case 2:
        damaged.insert(alphabet[random.pick(0..<alphabet.count)], at: random.pick(0..<line.count))
      default: damaged[random.pick(0..<damaged.count)] = UInt8(random.pick(0..<256))
      }
      _ = try? WireRecord(line: damaged)
    }
  }

  @Test func `instances have names of one length that do not repeat`() {
    let names = (0..<100).map { _ in WireRecord.Hello.makeInstance() }
    #expect(Set(names).count == 100)
    #expect(names.allSatisfy { $0.utf8.count == 32 })
  }

  @Test func `both sides choose the highest common version`() throws {
    #expect(
      try WireVersion.agreed(theirs: .one...WireVersion(3), ours: .one...WireVersion(2)).number == 2
    )
    #expect(
      try WireVersion.agreed(theirs: WireVersion(2)...WireVersion(3), ours: .one...WireVersion(9))
        .number == 3
    )
    #expect(throws: WireError.self) {
      try WireVersion.agreed(theirs: WireVersion(2)...WireVersion(3))
    }
  }
}
