import SluiceTree
import SluiceWire
import TestSupport
import Testing

@testable import ExplorerKit

/// `wait` answers when what it waits for has happened.
@Suite(.inTurn)
struct WaitToolTests {
  /// What is waited for, and the commit that answers: those up to 3 are made before, and 8 is the last.
  static let cases: [(arguments: Tree, number: Int?)] = [
    ([:], 4), (["from": 2], 2), (["from": 3], 3), (["from": 6], 6), (["from": 99], nil),
    (["filter": "type:Add*"], 6), (["filter": "type:Add*", "from": 1], 1),
    (["filter": "type:Add*", "from": 2], 6), (["filter": "changed:n and not type:Act"], 6),
    (["filter": "state:n>=5"], 5), (["filter": "became:n==7"], 7), (["filter": "became:n==2"], nil),
    (["filter": "became:n==2", "from": 1], 2), (["filter": "payload:x"], nil),
    (["condition": "n==3"], 3), (["condition": "n>0"], 3), (["condition": "n>4"], 5),
    (["condition": "n==2"], nil), (["condition": "n==2", "from": 1], 2),
    (["condition": "n==0", "from": 0], 0), (["condition": "n<9", "from": 7], 7),
    (["condition": "missing exists"], nil),
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

  /// A conversation in which `wait` has no answer yet.
  private static func waiting(_ arguments: Tree = [:]) -> Conversation {
    var conversation = conversation()
    #expect(conversation.message(.wait, arguments) == .null)
    return conversation
  }

  @Test(arguments: cases.indices)
  func `the first commit that matches is the answer`(index: Int) throws {
    let (arguments, number) = Self.cases[index]
    var conversation = Self.conversation()
    var answer = conversation.message(.wait, arguments).answer(of: .wait)
    // What matched before the call is answered at once, and nothing else.
    #expect((answer != nil) == (number.map { $0 <= 3 } ?? false))
    for next in 4...8 where answer == nil {
      answer = conversation.hear(Self.event(next)).first?.answer(of: .wait)
      #expect((answer != nil) == (next == number))
    }
    #expect(answer?["number"]?.number == number)
    #expect(answer?["commit"]?["number"]?.number == (number == 0 ? nil : number))
    #expect(conversation.server.calls.isEmpty == (number != nil))
  }

  @Test func `a wait continues after missing commits`() throws {
    let missing = Sessions.record(.dropped(.init(count: 6, from: 4, to: 9, reason: .room)))
    let state = Sessions.state(["n": 9], number: 9)
    var holding = Self.waiting(["condition": "n==9"])
    #expect(holding.hear(missing).isEmpty)
    let answer = try #require(holding.hear(state).first?.answer(of: .wait))
    #expect(answer["number"] == 9 && answer["commit"] == nil)

    var matching = Self.waiting(["filter": "state:n==10"])
    #expect(matching.hear(missing).isEmpty && matching.hear(state).isEmpty)
    #expect(matching.hear(Self.event(10)).first?.answer(of: .wait)?["number"] == 10)
  }

  @Test func `a wait ends with its time, its program or its cancellation`() throws {
    var late = Self.waiting(["timeout": 7, "filter": "type:Add*"])
    late.hear(Self.event(4))
    let deadline = Conversation.clock + .seconds(7)
    #expect(late.server.nextDeadline == deadline)
    #expect(late.server.expire(now: deadline - .seconds(1)).isEmpty)
    let silence = late.take(late.server.expire(now: deadline)).first?.failure
    #expect(silence?["code"] == "timedOut" && silence?["last"] == 4)
    #expect(late.server.nextDeadline == nil)

    var orphaned = Self.waiting()
    #expect(orphaned.hear(Sessions.disconnected()).first?.failure?["code"] == "gone")
    #expect(try orphaned.failure(.wait)["code"] == "notRunning")
    // What it was before can still be waited for.
    #expect(try orphaned.call(.wait, ["condition": "n==3"])["number"] == 3)

    var cancelled = Self.waiting()
    #expect(cancelled.send(Conversation.cancellation(of: 1)).isEmpty)
    #expect(cancelled.hear(Self.event(4)).isEmpty)
    #expect(cancelled.server.nextDeadline == nil)
  }

  @Test func `waits for other programs continue, and their number is bounded`() throws {
    var conversation = Self.conversation()
    conversation.hear(Sessions.connected("Shop", instance: "2"))
    conversation.hear(Sessions.state(["n": 9], instance: "2"))
    for _ in 0..<ToolServer.mostCalls {
      #expect(conversation.message(.wait, ["program": "Todo", "filter": "type:Add*"]) == .null)
    }
    #expect(try conversation.failure(.wait, ["program": "Shop"])["code"] == "busy")
    let theirs = Sessions.commit(1, [], action: .init(type: "AddTodo"), instance: "2")
    #expect(conversation.hear(theirs).isEmpty)
    for number in 4...5 { conversation.hear(Self.event(number)) }
    let answers = conversation.hear(Self.event(6))
    #expect(answers.map { $0["id"]?.number } == Array(1...ToolServer.mostCalls))
  }

  private static let wrong: [(arguments: Tree, field: String, value: Tree)] = [
    (["filter": "type:Act", "condition": "n==1"], "argument", "condition"),
    (["filter": "type:"], "code", "invalidFilter"), (["condition": "n=="], "code", "invalidFilter"),
    (["timeout": 601], "argument", "timeout"),
  ]

  @Test func `a wait for what can't be understood is refused`() throws {
    var conversation = Self.conversation()
    for (arguments, field, value) in Self.wrong {
      #expect(try conversation.failure(.wait, arguments)[field] == value, "\(arguments)")
    }
    #expect(conversation.server.calls.isEmpty)
  }
}
