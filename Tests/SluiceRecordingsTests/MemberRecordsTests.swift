import SluiceRecordings
import SluiceTree
import SluiceWire
import TestSupport
import Testing

@Suite(.inTurn)
struct MemberRecordsTests {
  private static let state: Tree = [
    "cart": ["total": 1], "user": ["name": "Ada", "list": [1, 2]],
  ]

  /// Those of the member `cart` behind the state after commit 4.
  private static func records() throws -> MemberRecords {
    var records = try #require(MemberRecords(of: "cart", instance: "a"))
    let first = records.take(WireEnvelope(.state(.init(number: 4, state: state))))
    #expect(first == [.state(.init(number: 4, state: ["cart": ["total": 1]]))])
    return records
  }

  private static func needs(_ line: [UInt8]) throws -> Bool {
    var records = try records()
    return records.needed(of: LineHead(line[...])) != nil
  }

  /// A line of commit 5.
  private static func commit(_ rest: String, number: Int = 5) -> String {
    #"{"type":"commit","number":\#(number),"time":1,"action":{"type":"A","payload":{"path":["cart"]}}"#
      + rest + "}"
  }

  private static func change(at path: String, _ rest: String = "") -> String {
    commit(#","changes":[{"kind":"set","path":\#(path),"old":null,"new":"cart"}\#(rest)]"#)
  }

  @Test(
    arguments: [
      commit(""), commit(#","changes":[]"#), change(at: #"["user","name"]"#),
      change(at: #"["user","cart"]"#), change(at: #"[ "user" ]"#), change(at: #"["carts"]"#),
      commit(#","count":2"#, number: 6), commit(#","note":"long, \" and é and \n""#),
      #"{"type":"effect","event":"started","effect":"e","run":1,"time":1}"#,
      #"{"type":"commit","instance":"b","number":5,"changes":[{"path":["cart"]}]}"#,
    ]
  )
  func `a line that has nothing to do with the member is not read`(line: String) throws {
    #expect(try !Self.needs(Array(line.utf8)))
  }

  @Test(
    arguments: [
      change(at: #"["cart"]"#), change(at: #"[ "cart","total"]"#), change(at: "[]"),
      change(at: "[0]"), change(at: #"["c\u0061rt"]"#), change(at: #"["é"]"#),
      change(at: #"["user"]"#, #",{"kind":"remove","path":["cart"]}"#),
      change(at: #"["user"]"#, #",{"p\u0061th":["cart"],"kind":"remove"}"#),
      commit(#","ch\u0061nges":[]"#), commit(#","changesUnknown":true"#),
      commit(#","omittedChanges":1"#), commit("", number: 6), commit("", number: 4),
      // Damaged, so that it is read and reported.
      commit("") + "}", String(commit("").dropLast()), commit(#","note":"\x""#),
      commit(#","note":"a\#u{1}b""#), commit(",1"), commit(#","note":01"#),
      commit(#","note":[1,]"#),
      #"{"type":"commit","number":true}"#, #"{"type":"hello"}"#, #"{"type":"dropped","count":1}"#,
      #"{"later":1,"type":"commit","number":5}"#,
    ]
  )
  func `a line that may have to do with the member is read`(line: String) throws {
    #expect(try Self.needs(Array(line.utf8)))
  }

  @Test func `of a line about the member, what others changed is left out`() throws {
    func line(_ payload: String, _ rest: String, _ changes: String) -> String {
      #"{"type":"commit","number":5,"time":1,"action":{"type":"A","payload":\#(payload),"id":1},"#
        + #""count":1,\#(rest)"changes":[\#(changes)],"origin":{"file":"a","line":1,"function":"f"}}"#
    }
    func change(_ path: String) -> String { #"{"kind":"set","path":\#(path),"old":[1],"new":{}}"# }
    let (own, other) = (change(#"["cart","a"]"#), change(#"["user"]"#))
    let tagged = #"{"$":"case","name":"b"}"#
    let rest = #""cause":{"commit":4},"reducers":[{"name":"r","position":"p"}],"#
    let none = #""cause":null,"reducers":null,"#
    for (payload, kept) in [(#"{"a":[1,"]"]}"#, "null"), ("7", "null"), (tagged, tagged)] {
      for (changes, left) in [
        ([own], [own]), ([other, own], [own]), ([own, other, own], [own, own]),
      ] {
        let whole = line(payload, rest, changes.joined(separator: " , "))
        var records = try Self.records()
        let part = records.needed(of: LineHead(Array(whole.utf8)[...])) ?? []
        let expected = line(kept, none, left.joined(separator: ","))
        #expect(String(decoding: part, as: UTF8.self) == expected)
      }
    }
  }

  @Test func `a text that is no UTF-8 is read wherever it breaks`() throws {
    for length in 0...20 {
      let text = String(repeating: "x", count: length)
      var line = Array(Self.commit(#","note":"\#(text)?""#).utf8)
      #expect(try !Self.needs(line))
      let place = try #require(line.lastIndex(of: UInt8(ascii: "?")))
      for byte: UInt8 in [0xFF, 0x1F] {
        line[place] = byte
        #expect(try Self.needs(line))
      }
    }
  }

  @Test func `what is passed on leads to the same member`() throws {
    var records = try Self.records()
    var replica = StateReplica()
    func pass(_ new: [WireRecord]) {
      for var record in new {
        let problem = replica.take(&record)
        #expect(problem == nil)
      }
    }
    pass([.state(.init(number: 4, state: ["cart": ["total": 1]]))])
    for number in 5...7 {
      let line = Self.change(at: #"["user","name"]"#)
        .replacing("\"number\":5", with: "\"number\":\(number)")
      let isNeeded = records.needed(of: LineHead(Array(line.utf8)[...])) != nil
      #expect(!isNeeded)
    }
    let changes: [TreeChange] = [
      .remove(["user", "list", 0], old: nil), .set(["cart", "total"], old: 1, new: 2),
    ]
    let commit = WireRecord.Commit(number: 8, time: 1, action: .init(type: "A"), changes: changes)
    let passed = records.take(WireEnvelope(.commit(commit)))
    #expect(passed.count == 2)
    pass(passed)
    #expect(replica.tree == ["cart": ["total": 2]] && replica.lastNumber == 8)
    let rest = records.rest()
    #expect(rest.isEmpty && records.isWhole)
  }

  @Test func `what depends on other members, or on what is missing, ends it`() throws {
    let commit = WireRecord.Commit(number: 5, time: 1, action: .init(type: "A"))
    func commits(_ changes: TreeChange...) -> WireRecord {
      var commit = commit
      commit.changes = changes
      return .commit(commit)
    }
    var (partial, unknown, later) = (commit, commit, commit)
    (partial.omittedChanges, unknown.changesAreUnknown, later.number) = (1, true, 6)
    let ends: [WireRecord] = [
      commits(.set([], old: nil, new: 1)), commits(.move(["cart"], to: 1)),
      commits(.add(["cart"], 1, position: 1)), .commit(partial), .commit(unknown), .commit(later),
      .dropped(.init(count: 1, from: 5, to: 5)), .state(.init(number: 5, state: Self.state)),
    ]
    for record in ends {
      var records = try Self.records()
      let passed = records.take(WireEnvelope(record))
      #expect(passed.isEmpty && !records.isWhole)
    }
    var records = try Self.records()
    // Of another program, whose records need not name it.
    _ = records.take(WireEnvelope(.hello(.init(instance: "b", name: "B", processID: 1))))
    for record in ends {
      let passed = records.take(WireEnvelope(record))
      #expect(passed.isEmpty && records.isWhole)
    }
    let isNeeded = records.needed(of: LineHead(Array(Self.commit("").utf8)[...])) != nil
    #expect(isNeeded)
    #expect(MemberRecords(of: "é", instance: "a") == nil)
    var number = try #require(MemberRecords(of: "cart", instance: "a"))
    _ = number.take(WireEnvelope(.state(.init(number: 1, state: 1))))
    #expect(!number.isWhole)
  }
}
