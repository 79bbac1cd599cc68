import SluiceTree
import SluiceWire
import TestSupport
import Testing

@testable import ExplorerKit

@Suite(.inTurn) struct DispatchFormTests {
  private static let loaded = Tree.enumCase(
    name: "loaded",
    payload: .init([.init(key: "_0", value: 3)])
  )
  private static let payload: Tree = [
    "title": "Milk", "count": 2, "price": 1.5, "large": .init(UInt64.max), "done": false,
    "nothing": .null, "tags": ["a", "b"], "none": [],
    "kind": .enumCase(name: "daily", payload: .init()),
    "phase": loaded, "date": .date(1.5), "bytes": .data([1, 2]),
  ]

  private static func form(_ payload: Tree?) -> DispatchForm {
    DispatchForm(.init(type: "Add", payload: payload))
  }

  private static func paths(_ form: DispatchForm) -> [String] {
    form.fields.map(\.path.description)
  }

  @Test func `a form without changes returns its example`() throws {
    let action = WireRecord.Action(type: "Add", id: "x", payload: Self.payload)
    #expect(try DispatchForm(action).action() == action)
    for payload in [nil, "text", 5, .null, [], [[1], [2]]] as [Tree?] {
      #expect(try Self.form(payload).action() == .init(type: "Add", payload: payload))
    }
  }

  @Test func `fields stand under the containers and cases that they are in`() {
    let lines = DispatchPane(of: Self.form(["list": [1], "phase": Self.loaded]), width: 40).lines
    #expect(lines.map(\.text) == ["Add", "list:", "[0]: 1", "phase: .loaded", "loaded: 3"])
  }

  @Test func `each field sets its leaf`() throws {
    let rows: [String: (text: String, value: Tree)] = [
      "title": ("Say \"hi\"", "Say \"hi\""), "count": ("-7", -7), "price": ("2e3", 2000.0),
      "done": ("true", true), "nothing": (#"{"a": [1]}"#, ["a": [1]]),
      "kind": ("weekly", .enumCase(name: "weekly", payload: .init())), "none": ("[1, 2]", [1, 2]),
    ]
    var form = Self.form(Self.payload)
    for (index, path) in Self.paths(form).enumerated() {
      if let text = rows[path]?.text { form.set(text, at: index) }
    }
    let payload = try #require(try form.action().payload)
    for (path, row) in rows { #expect(payload[.key(path)] == row.value, "\(path)") }
    #expect(payload["tags"] == ["a", "b"])
    let json = try form.json()
    #expect(try JSONText.tree(of: Array(json.utf8)[...]) == payload)
  }

  @Test func `a mistake names its field`() throws {
    var form = Self.form(["a": "x", "count": 2, "done": false])
    form.set("two\u{1B}", at: 1)
    let mistake = try #require(throws: DispatchForm.Mistake.self) { try form.action() }
    let text = #""two\u{1B}" is no number."#
    #expect(mistake == .init(field: 1, description: text))
    let lines = DispatchPane(of: form, mistake: mistake, width: 40).lines.map(\.text)
    #expect(lines.contains("! " + text))
    form.set("3", at: 1)
    form.set("yes", at: 2)
    let second = DispatchForm.Mistake(field: 2, description: #""yes" is neither true nor false."#)
    #expect(throws: second) { try form.action() }
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
      let form = Self.form(payload)
      #expect(form.fields.count == fields)
      #expect(try form.action() == .init(type: "Add", payload: payload))
    }
  }

  @Test func `what the example hides has to be written`() throws {
    var form = Self.form(["name": "Ada", "password": .redacted])
    #expect(throws: DispatchForm.Mistake.self) { try form.action() }
    form.set(#""secret""#, at: 1)
    #expect(try form.action().payload == ["name": "Ada", "password": "secret"])
  }

  @Test func `a type is made from nothing, or from the fields that the program names`() throws {
    var other = DispatchForm(type: "Unknown", PaneHistory.varied)
    #expect(try other.action() == .init(type: "Unknown"))
    other.set("[1]", at: 0)
    #expect(try other.action() == .init(type: "Unknown", payload: [1]))
    other.set("[1", at: 0)
    #expect(throws: DispatchForm.Mistake.self) { try other.action() }

    let example: Tree = [
      "title": "", "count": 0, "isDone": false, "place": ["x": .double(0)], "due": .null,
    ]
    var form = DispatchForm(type: "Unknown", PaneHistory.varied, example: example)
    #expect(Self.paths(form) == ["title", "count", "isDone", "place.x", "due"])
    #expect(form.fields.map(\.kind) == [.text, .number, .truth, .number, .json])
    form.set("Milk", at: 0)
    #expect(try form.action().payload?[["title"]] == "Milk")
    // What was dispatched before says more.
    for known in [example, nil] {
      let form = DispatchForm(type: "Edit", PaneHistory.varied, example: known)
      #expect(Self.paths(form) == ["notes", "tags[0]", "tags[1]"])
    }
  }
}
