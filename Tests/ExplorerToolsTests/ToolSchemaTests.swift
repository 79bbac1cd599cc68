import SluiceTree
import SluiceWire
import TestSupport
import Testing

@testable import ExplorerKit

/// What the tools take, and what they answer.
@Suite(.inTurn)
struct ToolSchemaTests {
  static let calls: [(tool: Tool, arguments: Tree)] = [
    (.log, ["filter": "failed"]), (.log, ["kinds": ["diagnostic"], "limit": 3]),
    (.show, ["number": 41]),
    (.state, ["at": 0]), (.state, ["path": "products"]),
    (.why, ["path": "cart[id:spoon]", "at": 44]),
    (.history, ["path": "revenue"]), (.history, ["path": "cart", "limit": 3]), (.blame, [:]),
    (.diff, ["from": 40, "to": 45]), (.stats, ["filter": "state:isOpen==true", "to": 30]),
  ]

  @Test(arguments: calls.indices)
  func `a call about the demo is answered with what the command prints as JSON`(index: Int) throws {
    let (tool, arguments) = Self.calls[index]
    var conversation = Conversation(about: try Sessions.demo())
    let answer = try conversation.call(tool, arguments)
    #expect(answer["app"] == "Shop" && answer["ended"] == true)
    #expect(SchemaValidator.faults(of: arguments, tool.tree["inputSchema"] ?? .null) == [])
    let path = try StatePath(parsing: arguments["path"]?.text ?? "")
    let at = arguments["at"]?.number
    let question: Question? =
      switch tool {
      case .why: .why(path, at: at)
      case .state: .state(path, at: at)
      case .show: .show(arguments["number"]?.number ?? 0)
      case .diff: .diff(40, 45)
      default: nil
      }
    guard let question else { return }
    let past = try #require(conversation.pasts.all.first)
    let lines = AnswerJSON.lines(try past.history.answer(question, file: ""))
    // As the client reads it.
    let text = lines.map { Conversation.tree(of: JSONText.bytes(of: $0)) }
    #expect(answer["lines"]?.elements == text)
  }

  @Test func `a log has commits, effects and problems, the newest, and says what is left out`()
    throws
  {
    var late = WireRecord.Diagnostic(number: 1, id: "late-send", time: 5, cause: "a", cure: "b")
    late.commit = 3
    let events =
      Sessions.counter(to: 40) + [Sessions.started(40), Sessions.record(.diagnostic(late))]
    var conversation = Conversation(about: events)
    let all = try conversation.call(.log)
    #expect(all["lines"]?.elements.count == 20)
    #expect(all["lines"]?.elements.last?["type"] == "diagnostic")
    #expect(all["omitted"] == ["lines": 22, "end": "earlier"])
    let commits = try conversation.lines(.log, ["kinds": ["commit"], "from": 3, "to": 5])
    #expect(commits.map { $0["number"] } == [3, 4, 5])
    let effects = try conversation.lines(.log, ["filter": "effect:save"])
    #expect(effects.map { $0["type"] } == ["effect", "diagnostic"])
    let history = try conversation.call(.history, ["path": "n", "limit": 2])
    #expect(history["lines"]?.elements.map { $0["new"] } == [39, 40])
    #expect(history["omitted"] == ["lines": 38, "end": "earlier"])
  }

  @Test func `a program without a known past says so`() throws {
    var conversation = Conversation(about: [Sessions.connected("Todo")])
    let failure = try conversation.failure(.state)
    #expect(failure["code"] == "noAnswer" && failure["reason"]?.text?.hasPrefix("Nothing") == true)
  }

  @Test func `the validator finds what is wrong`() {
    let wrong: [(value: Tree, schema: Tree)] = [
      (300, ToolSchema.integer(maximum: 200).tree), (-1, ToolSchema.integer(minimum: 0).tree),
      ("c", ToolSchema.choice(["a", "b"]).tree), ([1, "x"], ToolSchema.array(.integer()).tree),
      (["more": 1], Tool.show.tree["inputSchema"] ?? .null), (1, ["pattern": "x"]),
    ]
    for (value, schema) in wrong { #expect(SchemaValidator.faults(of: value, schema) != []) }
  }

  static let wrongArguments: [(tool: Tool, arguments: Tree, argument: String)] = [
    (.log, ["limit": 0], "limit"), (.log, ["limit": 201], "limit"), (.log, ["limit": "3"], "limit"),
    (.log, ["limit": 1.5], "limit"), (.log, ["kinds": ["random"]], "kinds"),
    (.log, ["kinds": "commit"], "kinds"), (.log, ["nmber": 1], "nmber"),
    (.log, ["filter": 1], "filter"),
    (.show, [:], "number"), (.show, ["number": .null], "number"), (.show, ["number": -1], "number"),
    (.why, [:], "path"), (.why, ["path": 1], "path"), (.state, ["at": 1e300], "at"),
    (.until, [:], "filter"),
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

  static let failures: [(tool: Tool, arguments: Tree, part: Tree, reason: String)] = [
    (.show, ["number": 99], ["code": "noAnswer"], "There is no commit 99. The last one is 48."),
    (.show, ["number": 0], ["code": "noAnswer"], "0 is the initial state"),
    (.diff, ["from": 0, "to": 99], ["code": "noAnswer"], "There is no commit 99."),
    (.why, ["path": "crat"], ["code": "noAnswer"], "cart"),
    (.why, ["path": "cart["], ["code": "invalidPath", "place": 5], ""),
    (.log, ["filter": "type:"], ["code": "invalidFilter", "place": 0], ""),
    (.state, ["app": "Sho"], ["code": "noProgram", "programs": [["app": "Shop"]]], ""),
    (.state, ["store": "x"], ["code": "noProgram"], ""),
  ]

  @Test(arguments: failures.indices)
  func `what has no answer says why in fields`(index: Int) throws {
    let (tool, arguments, part, reason) = Self.failures[index]
    var conversation = Conversation(about: try Sessions.demo())
    let failure = try conversation.failure(tool, arguments)
    #expect(part.isPart(of: failure), "\(failure)")
    #expect(failure["reason"]?.text?.contains(reason) ?? reason.isEmpty, "\(failure)")
  }

  @Test func `null means an argument that is left out`() throws {
    var conversation = Conversation(about: try Sessions.demo())
    let lines = try conversation.lines(.state, ["path": .null, "at": .null, "app": .null])
    #expect(lines[0]["number"] == 48)
  }
}
