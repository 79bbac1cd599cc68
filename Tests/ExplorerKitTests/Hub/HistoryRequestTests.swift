import SluiceTree
import SluiceWire
import TestSupport
import Testing

@testable import ExplorerKit

/// Requests for the past that a hub refuses, and replies to none.
@Suite(.inTurn) struct HistoryRequestTests {
  private let hub: TurnedHub

  init() throws {
    hub = try TurnedHub()
  }

  static let damaged = [
    #"{"type":"history"}"#, #"{"type":"history","request":-1}"#,
    #"{"type":"history","request":1,"instance":7}"#,
    #"{"type":"history","request":1,"instance":"a","after":"b"}"#,
    #"{"type":"history","request":1,"instance":"a","limit":0}"#,
    #"{"type":"history","request":1,"instance":"a","state":1}"#,
    #"{"type":"history","request":1,"instance":"a","through":99999999999999999999}"#,
    #"{"type":"page","reply":1}"#,
  ]

  @Test(arguments: damaged)
  func `a damaged request is answered with an error, and the next one with a page`(line: String)
    throws
  {
    let program = try hub.program("One", [.state(0, ["a": 0])])
    let viewer = try hub.viewer(greetedBy: 1)
    try viewer.send(text: line + "\n")
    #expect(try hub.next(for: viewer).record.failure != nil)
    let most = WireNumber.maximum
    try viewer.send(
      .history(.init(request: 2, after: most, through: most, limit: most, includesState: true)),
      to: "a"
    )
    #expect(
      try hub.next(2, for: viewer) == [
        .state(.init(number: 0, state: ["a": 0], reply: 2)), .page(.init(reply: 2, last: 0)),
      ]
    )
    _ = try hub.hub.turn(atMost: .zero)
    withExtendedLifetime(program) {}
  }

  @Test func `a reply without a request reaches no history`() throws {
    let program = try hub.program("One", [.state(0, ["a": 0])])
    let viewer = try hub.viewer(greetedBy: 1)
    let sent = [WireRecord.effect(.started), .dropped(1, 1)]
    for var record in sent + [.page(.init(reply: 1))] {
      record.reply = 1
      try program.send(record)
    }
    #expect(try hub.next(2, for: viewer) == sent)
    // The page is refused.
    #expect(try hub.next(for: viewer).record.type == "problem")
  }
}
