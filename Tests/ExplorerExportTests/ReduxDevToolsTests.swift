import SluiceTree
import SluiceWire
import TestSupport
import Testing

@testable import ExplorerKit

/// The file that Redux DevTools imports.
///
/// The code of github.com/reduxjs/redux-devtools (of June 2026) was run with this golden file, with sessions
/// of the demo and of the to-do application, and with one of 10,000 commits. jsan, by which `importState`
/// of redux-devtools-utils parses, gives back what is written; `IMPORT_STATE` of redux-devtools-instrument
/// keeps `actionsById`, `stagedActionIds` and `nextActionId`, and with `noRecompute` `computedStates`;
/// jumps then lead to those states. Without it, the store's reducer computes them again from
/// `committedState`, and toggles, reorders and sweeps the actions. The reducer `instances` of
/// redux-devtools-app-core takes the file as it is for a connection whose `features.import` is true, and
/// sends a page to which it jumps the state of the file.
@Suite(.inTurn)
struct ReduxDevToolsTests {
  private func file(_ session: ExportedSession) throws -> [UInt8] {
    let history = try session.onlyStore(in: "x").history
    return collected { ReduxDevToolsFile(history: history).write($0) }
  }

  /// An object with the key `$jsan` is no value of the program for its parser: one gets another dollar sign.
  @Test func `a session becomes a lifted state of the DevTools`() throws {
    try GoldenText.expect(try file(SmallSession.exported()), matches: "redux-devtools.json")
  }

  /// What its own code relies on: see `recomputeStates` and the reducer in its instrument.ts.
  @Test(arguments: [nil, "type:AddTodo", "not changed:todos", "type:none"])
  func `every staged action has an entry and a state`(filter: String?) throws {
    let filter = try filter.map { try Filter(parsing: $0) }
    let lifted = try json(file(SmallSession.exported(filter: filter)))
    let actions = try #require(lifted["actionsById"] as? [String: [String: Any]])
    let staged = try #require(lifted["stagedActionIds"] as? [Int])
    let states = try #require(lifted["computedStates"] as? [[String: Any]])
    #expect(staged == Array(0..<actions.count))
    #expect(states.count == staged.count)
    #expect(states.allSatisfy { $0["state"] != nil })
    #expect(lifted["nextActionId"] as? Int == staged.count)
    #expect(lifted["currentStateIndex"] as? Int == staged.count - 1)
    for id in staged {
      let entry = try #require(actions["\(id)"])
      #expect(entry["type"] as? String == "PERFORM_ACTION")
      let action = try #require(entry["action"] as? [String: Any])
      #expect(action["type"] is String)
    }
  }

  @Test func `states are those after their actions, and unknown ones say so`() throws {
    func commit(_ number: Int, _ type: String, _ changes: [TreeChange] = []) -> WireRecord {
      .commit(.init(number: number, time: 1, action: .init(type: type), changes: changes))
    }
    let session = ExportedSession(of: [
      commit(3, "Early"), .state(.init(number: 3, state: ["n": 3])),
      commit(4, "Four", [.set(["n"], old: nil, new: 4)]), commit(6, "Six"),
    ])
    let lifted = try json(file(session))
    let states = try #require(lifted["computedStates"] as? [[String: Any]])
    let numbers = states.map { ($0["state"] as? [String: Int])?["n"] }
    #expect(numbers == [nil, nil, 4, 4, 4])
    #expect(states.map { $0["error"] != nil } == [true, true, false, true, true])
    let actions = try #require(lifted["actionsById"] as? [String: [String: Any]])
    let types = (0..<actions.count).map { id in
      (actions["\(id)"]?["action"] as? [String: Any])?["type"] as? String
    }
    #expect(types == ["@@INIT", "Early", "Four", "Six", "@@MISSING"])
  }

  @Test func `the size is estimated before anything is written`() throws {
    let state: Tree = ["text": .string(String(repeating: "x", count: 10_000)), "n": 0]
    var records = [WireRecord.state(.init(number: 0, state: state))]
    for number in 1...200 {
      var commit = WireRecord.Commit(number: number, time: 1, action: .init(type: "A"))
      commit.changes = [.set(["n"], old: nil, new: .integer(Int64(number)))]
      records.append(.commit(commit))
    }
    let session = ExportedSession(of: records)
    let file = ReduxDevToolsFile(history: try session.onlyStore(in: "x").history)
    let ratio = Double(file.estimatedSize) / Double(collected { file.write($0) }.count)
    #expect(ratio > 0.9 && ratio < 1.1)
  }

  @Test func `values have the form that other tools expect`() {
    let payload = Tree.Object([.init(key: "_0", value: 1)])
    let cases: [(Tree, String)] = [
      (.enumCase(name: "came", payload: payload), #"{"came":{"_0":1}}"#),
      (.enumCase(name: "gone", payload: .init()), #""gone""#),
      (.date(.init(secondsSince1970: 0.5)), #"{"$jsan":"d500"}"#),
      (["$jsan": "x", "$id": ["$": 1]], #"{"$$jsan":"x","$id":{"$":1}}"#),
      (.redacted, #""<redacted>""#), (.data([1, 2]), #""<2 bytes>""#),
      (.double(.infinity), #"{"$jsan":"i"}"#), (.double(-.infinity), #"{"$jsan":"y"}"#),
      (.double(.nan), #"{"$jsan":"n"}"#), (.double(0.25), "0.25"),
      (.integer(1 << 53), "9007199254740992"), (.integer(1 << 53 + 1), #""9007199254740993""#),
      (Tree(UInt64.max), #""18446744073709551615""#),
      (.array([.opaque(typeName: "Socket")]), #"["<Socket>"]"#),
    ]
    for (tree, text) in cases {
      let bytes = JSONText.bytes(of: tree.plain(.jsan), doublesDollars: false)
      #expect(String(decoding: bytes, as: UTF8.self) == text)
    }
  }

  @Test func `without a store there is no lifted state`() {
    #expect(throws: QuestionError.nothingRecorded(file: "x")) { try file(ExportedSession()) }
  }
}
