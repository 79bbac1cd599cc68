import SluiceTree
import SluiceWire
import TestSupport
import Testing

@testable import ExplorerKit

/// `wait` answers when what it waits for has happened.
@Suite(.inTurn)
struct WaitToolTests {
  struct Case: Sendable, CustomTestStringConvertible {
    let arguments: Tree
    /// The commit that answers; those up to 3 are made before the call, and 8 is the last.
    let number: Int?

    init(_ arguments: Tree, _ number: Int?) {
      self.arguments = arguments
      self.number = number
    }

    var testDescription: String { arguments.summary() }
  }

  static let cases = [
    Case([:], 4), Case(["from": 2], 2), Case(["from": 3], 3), Case(["from": 6], 6),
    Case(["from": 99], nil), Case(["filter": "type:Add*"], 6),
    Case(["filter": "type:Add*", "from": 1], 1), Case(["filter": "type:Add*", "from": 2], 6),
    Case(["filter": "changed:n and not type:Act"], 6), Case(["filter": "state:n>=5"], 5),
    Case(["filter": "became:n==7"], 7), Case(["filter": "became:n==2"], nil),
    Case(["filter": "became:n==2", "from": 1], 2), Case(["filter": "payload:x"], nil),
    Case(["condition": "n==3"], 3), Case(["condition": "n>0"], 3), Case(["condition": "n>4"], 5),
    Case(["condition": "n==2"], nil), Case(["condition": "n==2", "from": 1], 2),
    Case(["condition": "n==0", "from": 0], 0), Case(["condition": "n<9", "from": 7], 7),
    Case(["condition": "missing exists"], nil),
  ]

  private static func event(_ number: Int) -> HubEvent {
    let change = TreeChange.set(["n"], old: .number(number - 1), new: .number(number))
    let type = number == 1 || number == 6 ? "AddTodo" : "Act"
    return Sessions.commit(number, [change], action: WireRecord.Action(type: type))
  }

  private static func conversation() -> Conversation {
    Conversation(
      about: [Sessions.connected("Todo"), Sessions.state(["n": 0])] + (1...3).map(event)
    )
  }

  @Test(arguments: cases)
  func `the first commit that matches is the answer`(waits: Case) throws {
    var conversation = Self.conversation()
    var answer = conversation.result(.wait, waits.arguments)["structuredContent"]
    // What matched before the call is answered at once, and nothing else.
    #expect((answer != nil) == (waits.number.map { $0 <= 3 } ?? false))
    for number in 4...8 where answer == nil {
      let answers = conversation.take(conversation.hear(Self.event(number)))
      answer = answers.first?["result"]?["structuredContent"]
      #expect((answer != nil) == (number == waits.number))
    }
    #expect(answer?["number"]?.number == waits.number)
    #expect(answer?["commit"]?["number"]?.number == waits.number.flatMap { $0 == 0 ? nil : $0 })
    if let answer { #expect(SchemaValidator.faults(of: answer, Tool.wait.outputSchema.tree) == []) }
    #expect(conversation.server.calls.isEmpty == (waits.number != nil))
  }

  @Test func `a condition that holds after commits that are missing is answered`() throws {
    var conversation = Self.conversation()
    #expect(conversation.result(.wait, ["condition": "n==9"]) == .null)
    let missing = WireRecord.dropped(.init(count: 6, from: 4, to: 9, reason: .room))
    let dropped = HubEvent.record(label: "Todo", instance: "1", missing)
    #expect(conversation.take(conversation.hear(dropped)).isEmpty)
    let answers = conversation.take(conversation.hear(Sessions.state(["n": 9], number: 9)))
    let answer = try #require(answers.first?["result"]?["structuredContent"])
    #expect(answer["number"] == 9 && answer["commit"] == nil)
    #expect(SchemaValidator.faults(of: answer, Tool.wait.outputSchema.tree) == [])
  }

  @Test func `a filter about the state continues after missing commits`() throws {
    var conversation = Self.conversation()
    #expect(conversation.result(.wait, ["filter": "state:n==10"]) == .null)
    let missing = WireRecord.dropped(.init(count: 6, from: 4, to: 9, reason: .room))
    let dropped = HubEvent.record(label: "Todo", instance: "1", missing)
    #expect(conversation.take(conversation.hear(dropped)).isEmpty)
    let state = Sessions.state(["n": 9], number: 9)
    #expect(conversation.take(conversation.hear(state)).isEmpty)
    let answers = conversation.take(conversation.hear(Self.event(10)))
    #expect(answers.first?["result"]?["structuredContent"]?["number"] == 10)
  }

  @Test func `a wait ends with its time, its program or its cancellation`() throws {
    func waiting(_ arguments: Tree = [:]) -> Conversation {
      var conversation = Self.conversation()
      #expect(conversation.result(.wait, arguments) == .null)
      return conversation
    }
    func failure(_ conversation: inout Conversation, _ outputs: [ToolServer.Output]) throws -> Tree
    {
      let content = conversation.take(outputs).first?["result"]?["content"]
      let text = try #require(content?.string("text", at: 0))
      return try #require(Conversation.tree(of: text.utf8)["error"])
    }
    var late = waiting(["timeout": 7, "filter": "type:Add*"])
    _ = late.hear(Self.event(4))
    #expect(late.server.nextDeadline == Conversation.clock + .seconds(7))
    #expect(late.server.expire(now: Conversation.clock + .seconds(6)).isEmpty)
    let silence = try failure(&late, late.server.expire(now: Conversation.clock + .seconds(7)))
    #expect(silence["code"] == "timedOut" && silence["last"] == 4)
    #expect(late.server.nextDeadline == nil)

    var orphaned = waiting()
    let end = HubEvent.disconnected(label: "Todo", instance: "1", .goodbye)
    #expect(try failure(&orphaned, orphaned.hear(end))["code"] == "gone")
    #expect(try orphaned.failure(.wait)["code"] == "notRunning")
    // What it was before can still be waited for.
    #expect(try orphaned.call(.wait, ["condition": "n==3"])["number"] == 3)

    var cancelled = waiting()
    _ = cancelled.send(
      #"{"jsonrpc":"2.0","method":"notifications/cancelled","params":{"requestId":1}}"#
    )
    #expect(cancelled.take(cancelled.hear(Self.event(4))).isEmpty)
    #expect(cancelled.server.nextDeadline == nil)
  }

  @Test func `waits for other programs continue, and their number is bounded`() throws {
    var conversation = Self.conversation()
    _ = conversation.hear(Sessions.connected("Shop", instance: "2"))
    let other = WireRecord.state(.init(number: 0, state: ["n": 9]))
    _ = conversation.hear(.record(label: "Shop", instance: "2", other))
    for _ in 0..<ToolServer.mostCalls {
      #expect(conversation.result(.wait, ["program": "Todo", "filter": "type:Add*"]) == .null)
    }
    #expect(try conversation.failure(.wait, ["program": "Shop"])["code"] == "busy")
    let theirs = Sessions.commit(1, [], action: .init(type: "AddTodo"), instance: "2")
    #expect(conversation.take(conversation.hear(theirs)).isEmpty)
    for number in 4...5 { _ = conversation.hear(Self.event(number)) }
    let answers = conversation.take(conversation.hear(Self.event(6)))
    #expect(answers.count == ToolServer.mostCalls)
    #expect(answers.compactMap { $0["id"]?.number } == Array(1...ToolServer.mostCalls))
  }

  @Test func `a filter and a condition exclude each other`() throws {
    var conversation = Self.conversation()
    let both: Tree = ["filter": "type:Act", "condition": "n==1"]
    #expect(try conversation.failure(.wait, both)["argument"] == "condition")
    #expect(try conversation.failure(.wait, ["filter": "type:"])["code"] == "invalidFilter")
    #expect(try conversation.failure(.wait, ["condition": "n=="])["code"] == "invalidFilter")
    #expect(try conversation.failure(.wait, ["timeout": 601])["argument"] == "timeout")
    #expect(conversation.server.calls.isEmpty)
  }
}
