import SluiceTree
import SluiceWire
import TestSupport
import Testing

@testable import ExplorerKit

@Suite(.inTurn) struct DispatchFormTests {
  private static let payload: Tree = [
    "title": "Milk", "count": 2, "price": 1.5, "large": .init(UInt64.max), "done": false,
    "nothing": .null, "tags": ["a", "b"], "none": [],
    "kind": .enumCase(name: "daily", payload: .init()),
    "phase": .enumCase(name: "loaded", payload: .init([.init(key: "_0", value: 3)])),
    "date": .date(1.5), "bytes": .data([1, 2]),
  ]

  @Test func `a form without changes returns its example`() throws {
    let action = WireRecord.Action(type: "Add", id: "x", payload: Self.payload)
    #expect(try DispatchForm(action).action() == action)
    for payload in [nil, "text", 5, .null, [], [[1], [2]]] as [Tree?] {
      let action = WireRecord.Action(type: "Add", payload: payload)
      #expect(try DispatchForm(action).action() == action)
    }
  }

  @Test func `each field sets its leaf`() throws {
    var form = DispatchForm(.init(type: "Add", payload: Self.payload))
    let texts = [
      "title": "Say \"hi\"", "count": "-7", "price": "2e3", "done": "true",
      "nothing": #"{"a": [1]}"#,
      "kind": "weekly", "none": "[1, 2]",
    ]
    for (index, field) in form.fields.enumerated() {
      if let text = texts[field.path.description] { form.set(text, at: index) }
    }
    let payload = try #require(try form.action().payload)
    #expect(payload["title"] == "Say \"hi\"")
    #expect(payload["count"] == -7)
    #expect(payload["price"] == 2000.0)
    #expect(payload["done"] == true)
    #expect(payload["nothing"] == ["a": [1]])
    #expect(payload["kind"] == .enumCase(name: "weekly", payload: .init()))
    #expect(payload["none"] == [1, 2])
    #expect(payload["tags"] == ["a", "b"])
    let json = try form.json()
    #expect(try JSONText.tree(of: Array(json.utf8)[...]) == payload)
  }

  @Test func `a mistake names its field`() throws {
    var form = DispatchForm(.init(type: "Add", payload: ["a": "x", "count": 2, "done": false]))
    form.set("two\u{1B}", at: 1)
    let mistake = try #require(throws: DispatchForm.Mistake.self) { try form.action() }
    #expect(mistake.field == 1)
    #expect(mistake.description == #""two\u{1B}" is no number."#)
    let lines = DispatchPane(of: form, mistake: mistake, width: 40).lines.map(\.text)
    #expect(lines.contains(#"! "two\u{1B}" is no number."#))
    form.set("3", at: 1)
    form.set("yes", at: 2)
    #expect(
      throws: DispatchForm.Mistake(field: 2, description: #""yes" is neither true nor false."#)
    ) {
      try form.action()
    }
    form.toggleNull(at: 2)
    #expect(try form.action().payload == ["a": "x", "count": 3, "done": .null])
    form.toggleNull(at: 2)
    form.set("true", at: 2)
    #expect(try form.action().payload == ["a": "x", "count": 3, "done": true])
  }

  @Test func `a payload of very many leaves is one field`() throws {
    let most = DispatchForm.maximalFields
    for (count, fields) in [(most, most), (most + 1, 1), (10_000, 1)] {
      let payload = Tree.array(Tree.Elements((0..<count).map { .integer(Int64($0)) }))
      let action = WireRecord.Action(type: "Add", payload: payload)
      let form = DispatchForm(action)
      #expect(form.fields.count == fields)
      #expect(try form.action() == action)
    }
  }

  @Test func `what the example hides has to be written`() throws {
    var form = DispatchForm(.init(type: "LogIn", payload: ["name": "Ada", "password": .redacted]))
    #expect(throws: DispatchForm.Mistake.self) { try form.action() }
    form.set(#""secret""#, at: 1)
    #expect(try form.action().payload == ["name": "Ada", "password": "secret"])
  }

  @Test func `a type is made from its last action, or from nothing`() throws {
    let form = DispatchForm(type: "Edit", PaneHistory.varied)
    #expect(form.fields.map(\.path.description) == ["notes", "tags[0]", "tags[1]"])
    var other = DispatchForm(type: "Unknown", PaneHistory.varied)
    #expect(try other.action() == .init(type: "Unknown"))
    other.set("[1]", at: 0)
    #expect(try other.action() == .init(type: "Unknown", payload: [1]))
    other.set("[1", at: 0)
    #expect(throws: DispatchForm.Mistake.self) { try other.action() }
  }

  @Test func `a type that was never dispatched has the fields that the program names`() throws {
    let example: Tree = [
      "title": "", "count": 0, "isDone": false, "place": ["x": .double(0)], "due": .null,
    ]
    var form = DispatchForm(type: "Unknown", PaneHistory.varied, example: example)
    #expect(form.fields.map(\.path.description) == ["title", "count", "isDone", "place.x", "due"])
    #expect(form.fields.map(\.kind) == [.text, .number, .truth, .number, .json])
    form.set("Milk", at: 0)
    #expect(try form.action().payload?[["title"]] == "Milk")
    // What was there before says more.
    let known = DispatchForm(type: "Edit", PaneHistory.varied, example: example)
    #expect(known.fields.map(\.path.description) == ["notes", "tags[0]", "tags[1]"])
  }
}
