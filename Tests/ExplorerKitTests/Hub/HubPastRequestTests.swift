import SluiceTree
import SluiceWire
import TestSupport
import Testing

@testable import ExplorerKit

/// What a past of a hub asks for, and when.
@Suite(.inTurn)
struct HubPastRequestTests {
  /// Records what it is asked.
  private final class Source: HistorySource {
    var holdsHistory: Bool? = true
    var refusal: CommandRefusal?
    private(set) var sent: [WireRecord] = []

    func send(_ command: WireRecord, to instance: String?) throws(CommandRefusal) -> Int {
      if let refusal { throw refusal }
      sent.append(command)
      return sent.count
    }
  }

  @Test func `when a hub ends, the next one is asked for what follows`() {
    let source = Source()
    var past = HubPast(of: "a")
    func hello() -> HubEvent {
      .connected(label: "One", WireRecord.Hello(instance: "a", name: "One", processID: 1))
    }
    past.ask(source)
    let page: [WireRecord] = [
      .state(0, ["a": 0]), HubPastTests.changing(1), .page(.init(reply: 1, last: 1)),
    ]
    for record in page { past.take(.held(request: 1, record)) }
    #expect(past.isUpToDate)
    past.take(.disconnected(label: "One", instance: "a", .hubWentAway))
    past.ask(source)
    #expect(!past.isUpToDate)
    #expect(source.sent.count == 1)
    past.take(hello())
    past.ask(source)
    #expect(source.sent == [.history(.init(request: 0)), .history(.init(request: 0, after: 1))])

    // The program began anew meanwhile.
    past.take(.held(request: 2, .page(.init(reply: 2, last: 0))))
    past.ask(source)
    #expect(source.sent.last == .history(.init(request: 0)))
    past.take(.held(request: 3, .state(0, ["a": 9])))
    // A page that promises more, and has nothing, is not asked for again and again.
    past.take(.held(request: 3, .page(.init(reply: 3, last: 0, hasMore: true))))
    past.ask(source)
    past.take(.held(request: 4, .page(.init(reply: 4, last: 0, hasMore: true))))
    past.ask(source)
    #expect(source.sent.count == 4)
    #expect(past.isUpToDate)
    #expect(past.history.state(after: 0)?.tree == ["a": 9])
  }

  @Test func `nothing is asked before it is known whether history is held`() {
    let source = Source()
    source.holdsHistory = nil
    var past = HubPast(of: "a")
    past.ask(source)
    #expect(source.sent.isEmpty)
    #expect(!past.isUpToDate)
    source.holdsHistory = true
    past.ask(source)
    #expect(source.sent == [.history(.init(request: 0))])
  }

  @Test func `what is refused for good ends the loop, and a later answer the refusal`() {
    let source = Source()
    source.refusal = .nothingHeld("a")
    var past = HubPast(of: "a")
    past.ask(source)
    #expect(past.isUpToDate)
    #expect(past.refusal == CommandRefusal.nothingHeld("a").description)
    source.refusal = .tooManyPages(16)
    past.take(.record(label: "One", instance: "a", .state(0, ["a": 0])))
    past.ask(source)
    #expect(!past.isUpToDate)
    source.refusal = nil
    past.ask(source)
    #expect(past.refusal == nil)
    past.take(.held(request: 1, .state(0, ["a": 0])))
    past.take(.held(request: 1, .page(.init(reply: 1, last: 0))))
    #expect(past.isUpToDate)
    #expect(past.history.lastNumber == 0)
  }

  @Test(arguments: [nil, .pause, .viewer, .room, .connection] as [WireRecord.Dropped.Reason?])
  func `the hub is asked about a gap that it may not have`(reason: WireRecord.Dropped.Reason?) {
    let source = Source()
    var past = HubPast(of: "a")
    past.ask(source)
    past.take(.held(request: 1, .state(0, ["a": 0])))
    past.take(.held(request: 1, .page(.init(reply: 1, last: 0))))
    past.take(.record(label: "One", instance: "a", .dropped(1, 2, reason)))
    past.ask(source)
    let isAsked = reason != .room && reason != .connection
    #expect(source.sent.count == (isAsked ? 2 : 1))
    // What comes with the answer is not asked about.
    past.take(.held(request: 2, .dropped(1, 2, reason)))
    past.take(.held(request: 2, .state(2, ["a": 2])))
    past.take(.held(request: 2, .page(.init(reply: 2, last: 2))))
    past.ask(source)
    #expect(past.isUpToDate)
    #expect(source.sent.count == (isAsked ? 2 : 1))
  }
}
