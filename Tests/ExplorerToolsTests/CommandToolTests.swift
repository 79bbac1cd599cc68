import SluiceTree
import SluiceWire
import TestSupport
import Testing

@testable import ExplorerKit

/// `send` and `restore` wait for the program, and answer with what came of it.
@Suite(.inTurn)
struct CommandToolTests {
  private static let commands: [(tool: Tool, arguments: Tree, sent: WireRecord)] = [
    (
      .send, ["type": "AddTodo", "payload": ["title": "Milk"]],
      .dispatch(.init(request: 0, action: .init(type: "AddTodo", payload: ["title": "Milk"])))
    ),
    (.restore, ["number": 2], .restore(.init(request: 0, to: .number(2)))),
  ]

  private func conversation(about events: [HubEvent] = Sessions.counter(to: 3)) -> Conversation {
    Conversation(about: events, allowingCommands: true)
  }

  /// A program that allows something.
  private func conversation(_ capabilities: [WireRecord.Hello.Capability]) -> Conversation {
    conversation(
      about: [Sessions.connected("Todo", capabilities: capabilities), Sessions.state(["n": 0])]
    )
  }

  @Test(arguments: commands.indices)
  func `a command is answered by its commit, once, or by a state`(index: Int) throws {
    let (tool, arguments, sent) = Self.commands[index]
    var conversation = conversation()
    #expect(try conversation.start(tool, arguments, request: 5) == sent)
    #expect(conversation.commands.map(\.instance) == ["1"])
    // It answers no command of this server.
    #expect(conversation.hear(Sessions.commit(4, [], reply: nil)).isEmpty)
    let action = WireRecord.Action(type: "AddTodo", payload: ["title": "Milk"])
    let change = TreeChange.set(["n"], old: 3, new: 9)
    let reply = Sessions.commit(5, [change], action: action, reply: 5)
    let commit = conversation.hear(reply).first?.answer?["lines"]?.elements.first
    #expect(commit?["number"] == 5 && commit?["action"]?["payload"] == ["title": "Milk"])
    #expect(try conversation.lines(.state, ["path": "n"])[0]["state"] == 9)
    #expect(conversation.hear(reply).isEmpty)

    // A viewer that lags gets the state in the place of commits.
    try conversation.start(tool, arguments, request: 7)
    let state = WireRecord.state(.init(number: 12, state: ["n": 9], reply: 7))
    let message = try #require(conversation.hear(Sessions.record(state)).first)
    #expect(message["result"]?["isError"] == false)
    #expect(message.answer?["lines"]?.elements.first?["number"] == 12)
    #expect(conversation.server.nextDeadline == nil)
  }

  @Test func `tags in a payload are values, as on the wire`() throws {
    var conversation = conversation()
    // Written as {"at":{"$":"date","seconds":5},"$$key":1}.
    let payload: Tree = ["at": .date(.init(secondsSince1970: 5)), "$key": 1]
    let sent = try conversation.start(.send, ["type": "AddTodo", "payload": payload])
    #expect(sent == .dispatch(.init(request: 0, action: .init(type: "AddTodo", payload: payload))))
    let wrong = #""name":"send","arguments":{"type":"AddTodo","payload":{"$":"date"}}"#
    let answers = conversation.send(Conversation.line("9", "tools/call", wrong))
    #expect(answers.first?.failure?["argument"] == "payload")
  }

  @Test func `commits are left out where the program allows it`() throws {
    var conversation = conversation([.restoreByNumber, .restoreWithout])
    for commits in [[7, 9], []] {
      let list = Tree.array(Tree.Elements(commits.map { Tree.number($0) }))
      let sent = try conversation.start(.restore, ["without": list])
      #expect(sent == .restore(.init(request: 0, to: .without(commits))))
    }
    let program = try conversation.lines(.stats)[0]["program"]
    #expect(program?["allowsLeavingOut"] == true && program?["accepts"] == ["AddTodo"])
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
    var conversation = conversation(capabilities)
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
    let sent = try conversation.start(.restore, ["number": .number(WireNumber.maximum)])
    #expect(throws: Never.self) { try WireEnvelope(line: sent.line().dropLast()) }
  }

  @Test(arguments: [["9007199254740992"], ["--without", "9007199254740992"]])
  func `a command line's number that the wire cannot carry is refused`(line: [String]) throws {
    let directory = try TemporaryDirectory()
    // It would wait for a program otherwise.
    let endpoint = ["--endpoint", "unix:" + directory.socketPath]
    #expect(try ToolsProcess(command: "restore", line + endpoint).end() == 64)
  }

  @Test func `a refusal, a silence and an end are reported`() throws {
    var conversation = conversation()
    func start(request: Int) throws {
      try conversation.start(.send, ["type": "AddTodo"], request: request)
    }
    func failure(_ outputs: [ToolServer.Output]) -> Tree? {
      conversation.take(outputs).first?.failure
    }
    try start(request: 1)
    let no = Sessions.record(.error(.init(message: "No.", reply: 1)))
    #expect(conversation.hear(no).first?.failure?["code"] == "refused")

    conversation.message(.send, ["type": "AddTodo"])
    let call = try #require(conversation.commands.last).call
    let refusal = CommandRefusal.tooManyWait(100)
    let notSent = failure(conversation.server.refused(call, refusal))
    #expect(notSent?["code"] == "notSent")
    #expect(notSent?["reason"]?.text == refusal.description)

    try start(request: 2)
    let deadline = try #require(conversation.server.nextDeadline)
    #expect(deadline == Conversation.clock + .seconds(5))
    #expect(conversation.server.expire(now: Conversation.clock + .seconds(4)).isEmpty)
    #expect(failure(conversation.server.expire(now: deadline))?["code"] == "noAnswer")
    #expect(conversation.server.nextDeadline == nil)

    try start(request: 3)
    let end = HubEvent.disconnected(label: "Todo", instance: "1", .cutOff)
    #expect(conversation.hear(end).first?.failure?["code"] == "gone")
    #expect(try conversation.failure(.send, ["type": "AddTodo"])["code"] == "notRunning")
  }

  @Test func `of several programs, the chosen one is asked`() throws {
    let events =
      Sessions.counter(to: 2) + [
        Sessions.connected("Shop", instance: "2", store: "main"),
        Sessions.state(["n": 7], instance: "2"),
      ]
    var conversation = conversation(about: events)
    let failure = try conversation.failure(.state)
    #expect(failure["code"] == "severalPrograms")
    let apps = failure["programs"]?.elements.map { $0["app"]?.text }
    #expect(apps == ["Todo", "Shop"])
    let chosen: [(arguments: Tree, number: Tree)] = [
      (["app": "Shop"], 7), (["store": "main"], 7), (["app": "Todo"], 2), (["app": "Todo#7"], 2),
    ]
    for (arguments, number) in chosen {
      #expect(try conversation.lines(.state, arguments)[0]["state"] == ["n": number])
    }
    // The one that is still there.
    conversation.hear(Sessions.disconnected())
    #expect(try conversation.lines(.state)[0]["state"] == ["n": 7])
    #expect(try conversation.call(.state, ["app": "Todo"])["ended"] == true)
    // Which programs may be asked about is chosen when it starts.
    var limited = Conversation(about: events, choice: ProgramChoice(app: "Todo"))
    #expect(try limited.lines(.state)[0]["state"] == ["n": 2])
    var other = Conversation(about: events, choice: ProgramChoice(app: "Other"))
    #expect(try other.failure(.state)["code"] == "noProgram")
  }
}

extension Conversation {
  /// Starts a command; returns what was sent, as a request of a number.
  @discardableResult
  fileprivate mutating func start(
    _ tool: Tool,
    _ arguments: Tree,
    request: Int = 1
  ) throws -> WireRecord {
    #expect(message(tool, arguments) == .null)
    let command = try #require(commands.last)
    server.sent(command.call, request: request)
    return command.record
  }
}
