import Foundation
import SluiceTree
import SluiceWire
import TestSupport
import Testing

@testable import ExplorerKit

/// `dispatch` and `restore` wait for the program, and answer with what came of it.
@Suite(.inTurn)
struct CommandToolTests {
  private func conversation(
    in revision: ToolRevision = .july2026,
    about events: [HubEvent] = Sessions.counter(to: 3)
  ) -> Conversation {
    Conversation(about: events, in: revision, allowingCommands: true)
  }

  @Test func `a dispatched action is answered by its commit`() throws {
    var conversation = conversation()
    let arguments: Tree = ["type": "AddTodo", "payload": ["title": "Milk"]]
    #expect(conversation.result(.dispatch, arguments) == .null)
    let command = try #require(conversation.commands.first)
    #expect(command.instance == "1")
    let sent = WireRecord.Action(type: "AddTodo", payload: ["title": "Milk"])
    #expect(command.record == .dispatch(.init(request: 0, action: sent)))
    conversation.server.sent(command.call, request: 5)
    // Ignores commits that answer no command of its own.
    let other = Sessions.commit(4, [], reply: nil)
    #expect(conversation.take(conversation.hear(other)).isEmpty)
    let change = TreeChange.set(["n"], old: 3, new: 9)
    let reply = Sessions.commit(5, [change], action: sent, reply: 5)
    let answers = conversation.take(conversation.hear(reply))
    let answer = try #require(answers.first?["result"]?["structuredContent"])
    #expect(SchemaValidator.faults(of: answer, Tool.dispatch.outputSchema.tree) == [])
    #expect(answer["commit"]?["number"] == 5)
    #expect(answer["commit"]?["action"]?["payload"] == ["title": "Milk"])
    #expect(try conversation.call(.state, ["path": "n"])["state"] == 9)
    // It is answered once.
    #expect(conversation.take(conversation.hear(reply)).isEmpty)
  }

  @Test func `tags in a payload are values, as on the wire`() throws {
    var conversation = conversation()
    // Written as {"at":{"$":"date","seconds":5},"$$key":1}.
    let payload: Tree = ["at": .date(5), "$key": 1]
    _ = conversation.result(.dispatch, ["type": "AddTodo", "payload": payload])
    guard case .dispatch(let dispatch)? = conversation.commands.first?.record else {
      return #expect(Bool(false))
    }
    #expect(dispatch.action.payload == ["at": .date(5), "$key": 1])
    let answers = conversation.send(
      #"{"jsonrpc":"2.0","id":9,"method":"tools/call","params":{"name":"dispatch","arguments":"#
        + #"{"type":"AddTodo","payload":{"$":"date"}},"_meta":"#
        + String(decoding: JSONText.bytes(of: Conversation.metadata), as: UTF8.self) + "}}"
    )
    #expect(answers.first?["result"]?["isError"] == true)
    let text = answers.first?["result"]?["content"]?.string("text", at: 0)
    #expect(text?.contains(#""argument":"payload""#) == true)
  }

  @Test func `a restored state is answered by its commit`() throws {
    var conversation = conversation()
    _ = conversation.result(.restore, ["number": 2])
    let command = try #require(conversation.commands.first)
    #expect(command.record == .restore(.init(request: 0, to: .number(2))))
    conversation.server.sent(command.call, request: 1)
    let reply = Sessions.commit(4, [.set(["n"], old: 3, new: 2)], reply: 1)
    let answer = conversation.take(conversation.hear(reply)).first
    #expect(answer?["result"]?["structuredContent"]?["commit"]?["number"] == 4)
  }

  @Test func `commits are left out where the program allows it`() throws {
    let capabilities: [WireRecord.Hello.Capability] = [.restoreByNumber, .restoreWithout]
    var conversation = conversation(
      about: [Sessions.connected("Todo", capabilities: capabilities), Sessions.state(["n": 0])]
    )
    for commits in [[7, 9], []] {
      let list = Tree.array(Tree.Elements(commits.map { Tree.number($0) }))
      #expect(conversation.result(.restore, ["without": list]) == .null)
      let command = try #require(conversation.commands.last)
      #expect(command.record == .restore(.init(request: 0, to: .without(commits))))
    }
    let programs = try conversation.call(.programs)["programs"]
    #expect(programs?[.index(0)]?["allowsLeavingOut"] == true)
    let wrong: [Tree] = [
      [:], ["number": 1, "without": [2]], ["without": 3], ["without": ["x"]], ["without": [-1]],
      ["without": .array(Tree.Elements(Array(repeating: 1, count: 1_001)))],
    ]
    for arguments in wrong {
      #expect(try conversation.failure(.restore, arguments)["code"] == "invalidArgument")
    }
    #expect(conversation.commands.count == 2)
  }

  static let refused: [(capabilities: [WireRecord.Hello.Capability], arguments: Tree)] = [
    ([.dispatch], ["number": 1]), ([.restoreWithout], ["number": 1]),
    ([.dispatch, .restoreByNumber], ["without": [1]]), ([.restoreFromTree], ["without": [1]]),
  ]

  @Test(arguments: refused.indices)
  func `what the program does not allow is not sent`(index: Int) throws {
    let (capabilities, arguments) = Self.refused[index]
    var conversation = conversation(
      about: [Sessions.connected("Todo", capabilities: capabilities), Sessions.state(["n": 0])]
    )
    let failure = try conversation.failure(.restore, arguments)
    #expect(failure["code"] == "notAllowed" && failure["program"] == "Todo")
    #expect(conversation.commands.isEmpty)
  }

  @Test func `a number that the wire cannot carry is refused before it is sent`() throws {
    var conversation = conversation()
    for number in [WireNumber.maximum + 1, .max] {
      let failure = try conversation.failure(.restore, ["number": .number(number)])
      #expect(failure["code"] == "invalidArgument")
      #expect(failure["expected"]?.text?.contains("\(WireNumber.maximum)") == true)
    }
    #expect(conversation.commands.isEmpty)
    #expect(conversation.result(.restore, ["number": .number(WireNumber.maximum)]) == .null)
    let command = try #require(conversation.commands.first)
    #expect(throws: Never.self) { try WireEnvelope(line: command.record.line().dropLast()) }
  }

  @Test(arguments: [["9007199254740992"], ["--without", "9007199254740992"]])
  func `a command line's number that the wire cannot carry is refused`(line: [String]) throws {
    let directory = try TemporaryDirectory()
    let process = Process()
    process.executableURL = try BuiltProgram.url()
    // It would wait for a program otherwise.
    process.arguments = ["restore"] + line + ["--endpoint", "unix:" + directory.socketPath]
    process.standardError = FileHandle.nullDevice
    try process.run()
    process.waitUntilExit()
    #expect(process.terminationStatus == 64)
  }

  /// A viewer that lags gets the state in the place of commits.
  @Test func `a command that is answered by a state was executed`() throws {
    for tool in [Tool.dispatch, .restore] {
      var conversation = conversation()
      _ = conversation.result(tool, tool == .restore ? ["number": 2] : ["type": "AddTodo"])
      conversation.server.sent(try #require(conversation.commands.first).call, request: 7)
      let state = WireRecord.State(number: 12, state: ["n": 9], reply: 7)
      let event = HubEvent.record(label: "Todo", instance: "1", .state(state))
      let result = conversation.take(conversation.hear(event)).first?["result"]
      #expect(result?["isError"] == false)
      let answer = try #require(result?["structuredContent"])
      #expect(SchemaValidator.faults(of: answer, tool.outputSchema.tree) == [])
      #expect(answer["number"] == 12 && answer["commit"] == nil)
      #expect(conversation.server.nextDeadline == nil)
    }
  }

  @Test func `a refusal, a silence and an end are reported`() throws {
    var conversation = conversation()
    func call() throws -> Int {
      _ = conversation.result(.dispatch, ["type": "AddTodo"])
      return try #require(conversation.commands.last).call
    }
    func failure(_ outputs: [ToolServer.Output]) throws -> Tree {
      let result = try #require(conversation.take(outputs).first?["result"])
      #expect(result["isError"] == true)
      let text = try #require(result["content"]?.string("text", at: 0))
      return try #require(Conversation.tree(of: text.utf8)["error"])
    }
    func code(_ outputs: [ToolServer.Output]) throws -> Tree {
      try #require(try failure(outputs)["code"])
    }
    conversation.server.sent(try call(), request: 1)
    let no = WireRecord.error(WireRecord.Failure(message: "No.", reply: 1))
    let refused = HubEvent.record(label: "Todo", instance: "1", no)
    #expect(try code(conversation.hear(refused)) == "refused")

    let refusal = CommandRefusal.tooManyWait(100)
    let notSent = try failure(conversation.server.refused(try call(), refusal))
    #expect(notSent["code"] == "notSent")
    #expect(notSent["reason"]?.text == refusal.description)

    conversation.server.sent(try call(), request: 2)
    let deadline = try #require(conversation.server.nextDeadline)
    #expect(deadline == Conversation.clock + .seconds(5))
    #expect(conversation.server.expire(now: Conversation.clock + .seconds(4)).isEmpty)
    #expect(try code(conversation.server.expire(now: deadline)) == "noAnswer")
    #expect(conversation.server.nextDeadline == nil)

    conversation.server.sent(try call(), request: 3)
    let disconnection = HubEvent.disconnected(label: "Todo", instance: "1", .cutOff)
    #expect(try code(conversation.hear(disconnection)) == "gone")
    #expect(try conversation.failure(.dispatch, ["type": "AddTodo"])["code"] == "notRunning")
  }

  @Test func `a cancelled call is not answered`() throws {
    var conversation = conversation()
    _ = conversation.result(.dispatch, ["type": "AddTodo"])
    conversation.server.sent(try #require(conversation.commands.first).call, request: 1)
    _ = conversation.send(
      #"{"jsonrpc":"2.0","method":"notifications/cancelled","params":{"requestId":1}}"#
    )
    let reply = Sessions.commit(4, [], reply: 1)
    #expect(conversation.take(conversation.hear(reply)).isEmpty)
  }

  @Test func `calls that wait are bounded`() throws {
    var conversation = conversation()
    for _ in 0..<ToolServer.mostCalls {
      #expect(conversation.result(.dispatch, ["type": "AddTodo"]) == .null)
    }
    #expect(try conversation.failure(.dispatch, ["type": "AddTodo"])["code"] == "busy")
  }

  @Test func `without permission nothing is sent`() {
    var conversation = Conversation(about: Sessions.counter(to: 3))
    for tool in [Tool.dispatch, .restore] {
      let params: Tree = ["name": .string(tool.rawValue), "arguments": ["number": 1]]
      #expect(conversation.request("tools/call", params)["error"]?["code"] == -32_602)
    }
    #expect(conversation.commands.isEmpty)
  }

  @Test func `of several programs, the chosen one is asked`() throws {
    let events =
      Sessions.counter(to: 2) + [
        Sessions.connected("Shop", instance: "2", store: "main"),
        .record(label: "Shop", instance: "2", .state(.init(number: 0, state: ["n": 7]))),
      ]
    var conversation = conversation(about: events)
    #expect(try conversation.failure(.state)["code"] == "severalPrograms")
    #expect(try conversation.call(.state, ["program": "Shop"])["state"] == ["n": 7])
    #expect(try conversation.call(.state, ["store": "main"])["state"] == ["n": 7])
    #expect(try conversation.call(.state, ["program": "Todo"])["state"] == ["n": 2])
    let disconnection = HubEvent.disconnected(label: "Todo", instance: "1", .goodbye)
    _ = conversation.hear(disconnection)
    // The one that is still there.
    #expect(try conversation.call(.state)["state"] == ["n": 7])
    // Which programs may be asked about is chosen when it starts.
    var chosen = Conversation(about: events, choice: ProgramChoice(app: "Todo"))
    #expect(try chosen.call(.programs)["total"] == 1)
    #expect(try chosen.call(.state)["state"] == ["n": 2])
  }
}
