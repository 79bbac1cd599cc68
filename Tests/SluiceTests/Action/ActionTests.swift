import Foundation
import Sluice
import TestSupport
import Testing

@Suite(.inTurn) struct ActionTests {
  private let rename = ActionTemplate(id: "Rename", payloadType: String.self)
  private let retitle = ActionTemplate(id: "Retitle", payloadType: String.self)
  private let count = ActionTemplate(id: "Rename", payloadType: Int.self)
  private let clear = ActionTemplate(id: "Clear")
  private let reset = ActionTemplate(id: "Reset", payloadType: Void.self)

  @Test func `a template makes actions with its id and a payload`() {
    let action = rename(payload: "Anna")
    #expect(action.id == "Rename")
    #expect(action.payload == "Anna")
    #expect(rename.payloadType == String.self)
    #expect(clear().id == "Clear")
    #expect(reset(payload: ()).id == "Reset")
  }

  @Test func `anonymous actions are equal when id and payload are`() {
    #expect(rename(payload: "Anna") == rename(payload: "Anna"))
    #expect(rename(payload: "Anna") != rename(payload: "Bert"))
    #expect(rename(payload: "Anna") != retitle(payload: "Anna"))
    #expect(clear() == ActionTemplate(id: "Clear")())
    #expect(clear() != reset())
    // Through the conformance, as XCTest and collections compare.
    #expect([clear(), reset()].firstIndex(of: reset()) == 1)
    let actions: Set = [rename(payload: "Anna"), rename(payload: "Anna"), retitle(payload: "Anna")]
    #expect(actions.count == 2)
    #expect(actions.contains(retitle(payload: "Anna")))
  }

  @Test func `payloads without == are compared by their contents`() {
    struct Point: Sendable {
      var x = 0
      var names: [String] = []
    }
    let move = ActionTemplate(id: "Move", payloadType: Point.self)
    #expect(move(payload: Point(x: 1, names: ["a"])) == move(payload: Point(x: 1, names: ["a"])))
    #expect(move(payload: Point(x: 1, names: ["a"])) != move(payload: Point(x: 1, names: ["b"])))
    let moves: Set = [move(payload: Point()), move(payload: Point()), move(payload: Point(x: 2))]
    #expect(moves.count == 2)
  }

  @Test func `every anonymous action is encoded with its id and payload, whatever that is`() throws
  {
    struct Point: Sendable { let x = 1 }
    func text(_ action: any Action) throws -> String {
      let encoder = JSONEncoder()
      encoder.outputFormatting = .sortedKeys
      let encodable = try #require(action as? any EncodableAction)
      return String(decoding: try encoder.encode(encodable), as: UTF8.self)
    }
    let move = ActionTemplate(id: "Move", payloadType: Point.self)
    let forget = ActionTemplate(id: "Forget", payloadType: String?.self)
    let close = ActionTemplate(id: "Close", payloadType: (@Sendable () -> Void).self)
    #expect(try text(rename(payload: "Anna")) == #"{"id":"Rename","payload":"Anna"}"#)
    #expect(try text(clear()) == #"{"id":"Clear"}"#)
    #expect(try text(move(payload: Point())) == #"{"id":"Move","payload":"Point(x: 1)"}"#)
    #expect(try text(forget(payload: nil)) == #"{"id":"Forget","payload":null}"#)
    #expect(try text(close(payload: {})).hasPrefix(#"{"id":"Close","payload":""#))
  }

  @Test func `origins are equal when place, note and cause are, and found in sets`() {
    func origin(
      _ note: String? = "tap",
      cause: Int? = 1,
      _ fileID: StaticString = "A.swift",
      _ line: UInt = 1,
      _ function: StaticString = "f()"
    ) -> ActionOrigin {
      let cause = cause.map { ActionOrigin.Cause(commit: $0) }
      return ActionOrigin(note: note, cause: cause, fileID: fileID, line: line, function: function)
    }
    let others = [
      origin(nil), origin(cause: nil), origin("tap", "B.swift"), origin("tap", "A.swift", 2),
      origin("tap", "A.swift", 1, "g()"),
    ]
    #expect(origin() == origin())
    #expect(others.allSatisfy { $0 != origin() })
    #expect(Set(others + [origin(), origin()]).count == 6)
  }

  @Test func `an action knows the template it was created from`() {
    let action: any Action = rename(payload: "Anna")
    #expect(action.wasCreated(from: rename))
    #expect(action.wasCreated(from: ActionTemplate(id: "Rename", payloadType: String.self)))
    #expect(!action.wasCreated(from: retitle))
    // The same id, and another type of payload.
    #expect(!action.wasCreated(from: count))
    #expect(clear().wasCreated(from: clear))
    #expect(!Increment().wasCreated(from: clear))
  }
}
