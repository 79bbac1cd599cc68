import SluiceTree
import SluiceWire
import TestSupport
import Testing

@testable import ExplorerKit

/// `until` answers when what it waits for has happened.
@Suite(.inTurn)
struct UntilToolTests {
  /// What is waited for, and the commit that answers: those up to 3 are made before, and 8 is the last.
  static let cases: [(filter: String, number: Int?)] = [
    ("type:Add*", 6), ("changed:n and not type:Act", 6), ("state:n>=5", 5), ("became:n==7", 7),
    ("became:n==2", nil), ("payload:x", nil), ("type:*", 4),
  ]

  private static func event(_ number: Int) -> HubEvent {
    let change = TreeChange.set(["n"], old: .number(number - 1), new: .number(number))
    let type = number == 1 || number == 6 ? "AddTodo" : "Act"
    return Sessions.commit(number, [change], action: WireRecord.Action(type: type))
  }

  /// A conversation in which `until` has no answer yet.
  private static func waiting(_ arguments: Tree) -> Conversation {
    var conversation = Conversation(
      about: [Sessions.connected("Todo"), Sessions.state(["n": 0])] + (1...3).map(event)
    )
    #expect(conversation.message(.until, arguments) == .null)
    return conversation
  }

  @Test(arguments: cases.indices)
  func `the first commit that matches is the answer, with why`(index: Int) throws {
    let (filter, number) = Self.cases[index]
    var conversation = Self.waiting(["filter": .string(filter)])
    var lines: [Tree]?
    for next in 4...8 where lines == nil {
      lines = conversation.hear(Self.event(next)).first?.answer?["lines"]?.elements
      #expect((lines != nil) == (next == number))
    }
    #expect(lines?.first?["number"]?.number == number)
    let asksForState = filter.contains("n=") || filter.contains("n>")
    #expect(lines.map { $0.count == (asksForState ? 2 : 1) } ?? true)
    if asksForState, let why = lines?.last {
      #expect(why["path"] == "n" && why["author"]?["commit"]?.number == number)
    }
    #expect(conversation.server.calls.isEmpty == (number != nil))
  }

  @Test func `a wait continues after missing commits`() throws {
    var matching = Self.waiting(["filter": "state:n==10"])
    let missing = Sessions.record(.dropped(.init(count: 6, from: 4, to: 9, reason: .room)))
    #expect(matching.hear(missing).isEmpty)
    #expect(matching.hear(Sessions.state(["n": 9], number: 9)).isEmpty)
    let lines = matching.hear(Self.event(10)).first?.answer?["lines"]
    #expect(lines?.elements.first?["number"] == 10)
  }

  @Test func `a wait ends with its time, its program or its cancellation`() throws {
    var late = Self.waiting(["timeout": 7, "filter": "type:Add*"])
    late.hear(Self.event(4))
    let deadline = Conversation.clock + .seconds(7)
    #expect(late.server.nextDeadline == deadline)
    #expect(late.server.expire(now: deadline - .seconds(1)).isEmpty)
    #expect(late.take(late.server.expire(now: deadline)).first?.failure?["code"] == "timedOut")
    #expect(late.server.nextDeadline == nil)

    var gone = Self.waiting(["filter": "type:Add*"])
    #expect(gone.hear(Sessions.disconnected()).first?.failure?["code"] == "gone")
    var cancelled = Self.waiting(["filter": "type:Add*"])
    #expect(cancelled.send(Conversation.cancellation(of: 1)).isEmpty)
    #expect(cancelled.server.calls.isEmpty && cancelled.hear(Self.event(6)).isEmpty)
    // Another program is none of its business.
    var other = Self.waiting(["filter": "type:Add*"])
    other.hear(Sessions.connected("Shop", instance: "2"))
    other.hear(Sessions.state(["n": 0], instance: "2"))
    let act = WireRecord.Action(type: "AddTodo")
    #expect(other.hear(Sessions.commit(1, [], action: act, instance: "2")).isEmpty)
  }
}
