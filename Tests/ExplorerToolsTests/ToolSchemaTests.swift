import SluiceTree
import SluiceWire
import TestSupport
import Testing

@testable import ExplorerKit

/// What the tools return is what their schemas say.
@Suite(.inTurn)
struct ToolSchemaTests {
  static let calls: [(tool: Tool, arguments: Tree)] = [
    (.programs, [:]),
    (.commits, [:]), (.commits, ["limit": 200]),
    (.commits, ["filter": "type:Ask or failed", "limit": 2, "order": "oldest"]),
    (.commits, ["from": 10, "to": 20, "filter": "changed:cart"]),
    (.commit, ["number": 43]), (.commit, ["number": 14]), (.commit, ["number": 41]),
    (.state, [:]), (.state, ["depth": 1]), (.state, ["path": "products", "limit": 2]),
    (.state, ["at": 0]), (.state, ["path": "orders[id:1].lines", "limit": 1]),
    (.state, ["limit": 2]), (.state, ["path": "revenue"]),
    (.why, ["path": "cart[id:spoon]", "at": 44]), (.why, ["path": "cart[id:spoon]"]),
    (.why, ["path": "orders[0].status"]), (.why, ["path": "isOpen", "at": 0]),
    (.history, ["path": "revenue"]), (.history, ["path": "cart", "limit": 3]),
    (.history, ["path": "products[id:espresso].stock", "from": 5, "at": 30]),
    (.blame, [:]), (.blame, ["path": "cart", "at": 44]),
    (.compare, ["from": 40, "to": 45]), (.compare, ["from": 45, "to": 40, "limit": 1]),
    (.effects, [:]), (.effects, ["outcome": "failed"]), (.effects, ["effect": "Shop.res*"]),
    (.statistics, [:]), (.statistics, ["filter": "state:isOpen==true", "limit": 3]),
    (.find, ["text": "spoon", "at": 44]), (.find, ["text": "e", "limit": 3]),
    (.diagnostics, [:]), (.find, ["condition": "cart.count>1"]),
    (.find, ["condition": "revenue exists"]),
  ]

  @Test(arguments: calls.indices)
  func `an answer about the demo is as its schema says`(index: Int) throws {
    let (tool, arguments) = Self.calls[index]
    var conversation = Conversation(about: try Sessions.demo())
    let answer = try conversation.call(tool, arguments)
    #expect(SchemaValidator.faults(of: arguments, tool.tree["inputSchema"] ?? .null) == [])
    // The schema that is listed says less, and nothing else.
    #expect(SchemaValidator.faults(of: answer, tool.tree["outputSchema"] ?? .null) == [])
  }

  @Test func `an answer about gaps, restarts and no state is as its schema says`() throws {
    var late = WireRecord.Diagnostic(number: 1, id: "late-send", time: 5, cause: "a", cure: "b")
    (late.commit, late.effect, late.run, late.position) = (3, "load", 1, "A.swift:1")
    var conversation = Conversation(
      about: [
        Sessions.connected("Todo", store: "main", notes: ["a note"]),
        Sessions.state(["a": 0, "b": [["id": 1]]]),
        Sessions.record(.dropped(.init(count: 3, from: 1, to: 3, reason: .room))),
        Sessions.state(["a": 1, "b": [["id": 1]]], number: 3),
        Sessions.record(.diagnostic(late)),
        Sessions.commit(4, [.move(["b", 0], to: 0), .remove(["a"], old: 1)]),
      ]
    )
    let calls: [(Tool, Tree)] = [
      (.programs, [:]), (.commits, [:]), (.state, ["at": 2]), (.why, ["path": "a", "at": 3]),
      (.why, ["path": "a"]), (.history, ["path": "a"]), (.blame, ["at": 2]), (.statistics, [:]),
      (.compare, ["from": 2, "to": 4]), (.find, ["condition": "a==1"]), (.effects, [:]),
      (.diagnostics, [:]),
    ]
    for (tool, arguments) in calls { _ = try conversation.call(tool, arguments) }
    let why = try conversation.call(.why, ["path": "a", "at": 3])
    #expect(why["author"] == ["gap": ["from": 1, "to": 3, "reason": "room"]])
    #expect(try conversation.call(.state, ["at": 2])["asked"] == 2)
    #expect(try conversation.call(.commits)["held"]?["gaps"] == 1)
  }

  @Test func `a history ends at the requested commit`() throws {
    var conversation = Conversation(about: Sessions.counter(to: 5))
    let answer = try conversation.call(.history, ["path": "n", "from": 2, "at": 3])
    #expect(answer["value"] == 3)
    #expect(answer["changes"]?.elements.map { $0["author"]?["commit"] } == [2, 3])
    let wrong = try conversation.failure(.history, ["path": "n", "from": 4, "at": 3])
    #expect(wrong["argument"] == "at")
  }

  @Test func `a program without a known past says so`() throws {
    var conversation = Conversation(about: [Sessions.connected("Todo")])
    #expect(try conversation.call(.programs)["total"] == 1)
    for tool in Tool.allCases where !tool.isCommand && tool != .programs {
      let failure = try conversation.failure(tool, Self.calls.first { $0.tool == tool }?.1 ?? [:])
      #expect(failure["code"] == "noState", "\(tool)")
    }
  }

  @Test func `the validator finds what is wrong`() {
    let schema = Tool.commit.outputSchema.tree
    let faults = SchemaValidator.faults(of: ["isCut": 1, "held": ["from": "x"], "more": 1], schema)
    #expect(faults.contains { $0.hasPrefix(".isCut: not of type") })
    #expect(faults.contains { $0.hasPrefix(".held.from: not of type") })
    #expect(faults.contains(": more is not in the schema"))
    #expect(faults.contains(": commit is missing"))
    let wrong: [(value: Tree, schema: Tree)] = [
      (300, ToolSchema.integer(maximum: 200).tree), (-1, ToolSchema.integer(minimum: 0).tree),
      ("c", ToolSchema.choice(["a", "b"]).tree), ([1, "x"], ToolSchema.array(.integer()).tree),
      (1, ["pattern": "x"]),
    ]
    for (value, schema) in wrong { #expect(SchemaValidator.faults(of: value, schema) != []) }
  }

  static let wrongArguments: [(tool: Tool, arguments: Tree, argument: String)] = [
    (.commits, ["limit": 0], "limit"), (.commits, ["limit": 201], "limit"),
    (.commits, ["limit": "3"], "limit"), (.commits, ["limit": 1.5], "limit"),
    (.commits, ["order": "random"], "order"), (.commits, ["nmber": 1], "nmber"),
    (.commits, ["from": 5, "to": 4], "to"), (.commits, ["filter": 1], "filter"),
    (.commit, [:], "number"), (.commit, ["number": .null], "number"),
    (.commit, ["number": -1], "number"), (.why, [:], "path"), (.why, ["path": 1], "path"),
    (.find, [:], "text"), (.find, ["text": "a", "condition": "a==1"], "text"),
    (.find, ["text": ""], "text"), (.effects, ["outcome": "lost"], "outcome"),
    (.state, ["depth": 0], "depth"), (.state, ["at": 1e300], "at"),
  ]

  @Test(arguments: wrongArguments.indices)
  func `a wrong argument is named`(index: Int) throws {
    let (tool, arguments, argument) = Self.wrongArguments[index]
    var conversation = Conversation(about: try Sessions.demo())
    let failure = try conversation.failure(tool, arguments)
    #expect(failure["code"] == "invalidArgument" && failure["argument"] == .string(argument))
    // In the revision of June 2025 it is an error of the protocol.
    var earlier = Conversation(about: try Sessions.demo(), in: .june2025)
    let error = earlier.message(tool, arguments)["error"]
    #expect(error?["code"] == -32_602)
    #expect(error?["data"]?["field"] == .string("params.arguments.\(argument)"))
    #expect(error?["message"]?.text?.contains(argument) == true)
  }

  static let failures: [(tool: Tool, arguments: Tree, part: Tree)] = [
    (.commit, ["number": 99], ["code": "noCommit", "from": 0, "to": 48]),
    (.commit, ["number": 0], ["code": "onlyState", "number": 0]),
    (.state, ["at": 99], ["code": "noCommit"]),
    (.compare, ["from": 0, "to": 99], ["code": "noCommit", "number": 99]),
    (.why, ["path": "crat"], ["code": "noValue", "near": ["suggestion": "cart"]]),
    (.state, ["path": "cart[0].qty", "at": 44], ["near": ["suggestion": "cart[0].quantity"]]),
    (.blame, ["path": "nothing"], ["code": "noValue", "near": ["children": ["cart", "revenue"]]]),
    (.history, ["path": "cart[id:fork]"], ["code": "noValue"]),
    (.why, ["path": "cart["], ["code": "invalidPath", "place": 5]),
    (.commits, ["filter": "type:"], ["code": "invalidFilter", "place": 0]),
    (.find, ["condition": "a=="], ["code": "invalidFilter"]),
    (.commits, ["cursor": "abc"], ["code": "invalidCursor"]),
    (.programs, ["cursor": ""], ["code": "invalidCursor"]),
    (.state, ["program": "Sho"], ["code": "noProgram", "programs": ["Shop"]]),
    (.state, ["store": "x"], ["code": "noProgram"]),
  ]

  @Test(arguments: failures.indices)
  func `what has no answer says why in fields`(index: Int) throws {
    let (tool, arguments, part) = Self.failures[index]
    var conversation = Conversation(about: try Sessions.demo())
    let failure = try conversation.failure(tool, arguments)
    #expect(part.isPart(of: failure), "\(failure)")
  }

  @Test func `null means an argument that is left out`() throws {
    var conversation = Conversation(about: try Sessions.demo())
    let answer = try conversation.call(.state, ["path": .null, "at": .null, "program": .null])
    #expect(answer["number"] == 48)
  }
}
