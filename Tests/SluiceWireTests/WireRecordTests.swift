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
  func `a golden line is read, and written as it is written today`(line: Golden.Line) throws {
    let envelope = try decoded(line.text)
    #expect(envelope.record.type == line.type)
    #expect(String(decoding: envelope.line(), as: UTF8.self) == line.written + "\n")
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
        info: "from the widget",
        carried: ["trace": "4f"]
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

  @Test(arguments: 0..<volume(100, nightly: 1_000))
  func `random records survive the trip in one line, which says where it came from if relayed`(
    seed: UInt64
  ) throws {
    var random = RandomRecords(seed: seed)
    let record = try random.record()
    let line = record.line()
    #expect(line.firstIndex(of: 10) == line.count - 1)
    #expect(try WireRecord(line: line[...]) == record)
    if case .hello = record { return }
    let envelope = WireEnvelope(instance: random.text(), record)
    var relayed = Array("before\n".utf8)
    WireEnvelope.relay(line[...], from: envelope.instance ?? "", to: &relayed)
    for line in [relayed.dropFirst(7), envelope.line()[...]] {
      #expect(line.last == 10)
      #expect(try WireEnvelope(line: line) == envelope)
    }
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

  private static let noObject =
    #"The line is JSON but not an object. A record looks like {"type":"bye"}."#
  private static func lacks(_ record: String, _ key: String) -> String {
    #"The \#(record) record lacks the key "\#(key)". Send it, or skip the record."#
  }
  private static func must(_ record: String, _ key: String, be what: String) -> String {
    #"In the \#(record) record, "\#(key)" must be \#(what)."#
  }
  private static func must(_ record: String, _ key: String, beLeftOutFor other: String) -> String {
    must(record, key, be: "left out where “\(other)” is given")
  }
  private static func isNumber(
    _ record: String,
    _ key: String,
    _ value: String,
    from least: Int = 0,
    to most: String = "9007199254740991"
  ) -> String {
    #"In the \#(record) record, "\#(key)" is \#(value). Send a whole number from \#(least) to \#(most)."#
  }
  private static let numbers = "an array of whole numbers from 0 to 9007199254740991"
  private static func commit(_ rest: String) -> String {
    #"{"type":"commit","number":1,"time":1,\#(rest)}"#
  }
  private static func change(_ fields: String) -> String {
    commit(#""action":{"type":"A"},"changes":[{\#(fields)}]"#)
  }
  private static func hello(_ fields: String) -> String { #"{"type":"hello",\#(fields)}"# }
  private static func restore(_ fields: String) -> String {
    #"{"type":"restore","request":1\#(fields)}"#
  }

  static let refused: [(text: String, message: String)] = [
    ("[]", noObject), (#"{"$":"redacted"}"#, noObject), ("{}", lacks("nameless", "type")),
    (#"{"type":7}"#, #"In the nameless record, "type" must be a string."#),
    (#"{"type":"commit"}"#, lacks("commit", "number")),
    (
      #"{"type":"commit","number":1.0}"#,
      must("commit", "number", be: "a whole number from 0 to 9007199254740991")
    ),
    (#"{"type":"commit","number":-1}"#, isNumber("commit", "number", "-1")),
    (
      #"{"type":"state","number":9223372036854775807,"state":1}"#,
      isNumber("state", "number", "9223372036854775807")
    ),
    (
      #"{"type":"dropped","count":9007199254740992,"from":1,"to":2}"#,
      isNumber("dropped", "count", "9007199254740992")
    ),
    (
      #"{"type":"commit","number":1,"time":99999999999999999999,"action":{"type":"A"}}"#,
      isNumber("commit", "time", "99999999999999999999", to: "9223372036854775807")
    ),
    (
      #"{"type":"welcome","version":0,"longestRecord":1}"#,
      isNumber("welcome", "version", "0", from: 1)
    ),
    (commit(#""action":{}"#), lacks("commit.action", "type")),
    (commit(#""action":[]"#), must("commit", "action", be: "an object")),
    (change(#""kind":"set""#), lacks("commit.changes[0]", "path")),
    (change(#""kind":"set","path":[]"#), lacks("commit.changes[0]", "new")),
    (
      change(#""kind":"bend","path":[]"#),
      must("commit.changes[0]", "kind", be: #"one of "add", "remove", "set", "move""#)
    ),
    (
      change(#""kind":"move","path":[-1],"to":1"#),
      must("commit.changes[0]", "path", be: "an array of keys and of indices from 0")
    ),
    (
      hello(#""versions":[2,1],"role":"program""#),
      must("hello", "versions", be: "the lowest and the highest version, as [1,1]")
    ),
    (
      hello(#""versions":[1,1],"role":"spy""#),
      must("hello", "role", be: #"one of "program", "viewer", "asker""#)
    ),
    (
      hello(#""versions":[1,1],"role":"program","instance":"i","name":"n","pid":1,"accepts":[1]"#),
      must("hello", "accepts", be: "an array of strings")
    ),
    (#"{"type":"state","number":1}"#, lacks("state", "state")),
    (restore(""), lacks("restore", "number")),
    (restore(#","number":1,"state":null"#), must("restore", "number", beLeftOutFor: "state")),
    (restore(#","without":[1],"state":null"#), must("restore", "without", beLeftOutFor: "state")),
    (restore(#","number":1,"without":[]"#), must("restore", "number", beLeftOutFor: "without")),
    (restore(#","without":[1,2.0]"#), must("restore", "without", be: numbers)),
    (restore(#","without":[-1]"#), must("restore", "without", be: numbers)),
    (
      #"{"type":"effect","event":"exploded"}"#,
      must("effect", "event", be: #"one of "started", "ended", "cancelled", "failed", "retrying""#)
    ),
  ]

  @Test(arguments: refused)
  func `a record that lacks something is refused by record and key`(text: String, message: String) {
    let error = #expect(throws: WireError.self) { try decoded(text) }
    #expect(error?.description == message)
  }

  @Test(arguments: 0..<volume(60, nightly: 600))
  func `damaged and random bytes never trap`(seed: UInt64) throws {
    var random = RandomRecords(seed: seed)
    var noise = (0..<random.pick(0..<200)).map { _ in
      UInt8.random(in: 0 ... .max, using: &random.random)
    }
    _ = try? WireRecord(line: noise[...])
    let alphabet = Array(#"{}[]",:$\u0e-+.1tnf d8"#.utf8)
    for index in noise.indices { noise[index] = alphabet[Int(noise[index]) % alphabet.count] }
    _ = try? WireRecord(line: noise[...])

    let line = try random.record().line()
    for _ in 0..<20 {
      var damaged = line
      switch random.pick(0..<4) {
      case 0: damaged.removeLast(random.pick(1..<damaged.count))
      case 1: damaged.remove(at: random.pick(0..<damaged.count))
      case 2:
        damaged.insert(alphabet[random.pick(0..<alphabet.count)], at: random.pick(0..<line.count))
      default: damaged[random.pick(0..<damaged.count)] = UInt8(random.pick(0..<256))
      }
      _ = try? WireRecord(line: damaged[...])
    }
  }

  @Test func `instances have names of one length that do not repeat`() {
    let names = (0..<100).map { _ in WireRecord.Hello.makeInstance() }
    #expect(Set(names).count == 100)
    #expect(names.allSatisfy { $0.utf8.count == 32 })
  }

  @Test func `both sides choose the highest common version`() throws {
    let (two, three) = (WireVersion(2), WireVersion(3))
    #expect(try WireVersion.agreed(theirs: .one...three, ours: .one...two) == two)
    #expect(try WireVersion.agreed(theirs: two...three, ours: .one...WireVersion(9)) == three)
    #expect(throws: WireError.self) { try WireVersion.agreed(theirs: two...three) }
  }
}
