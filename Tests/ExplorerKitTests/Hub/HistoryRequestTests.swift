import SluiceTree
import SluiceWire
import TestSupport
import Testing

@testable import ExplorerKit

/// Requests for the past that a hub refuses, and viewers that know nothing of them.
@Suite(.inTurn)
struct HistoryRequestTests {
  @Test func `a request about an unknown program is refused`() throws {
    let hub = try FetchedPastTests.makeHub()
    let viewer = try hub.viewer()
    try viewer.send(.history(.init(request: 1)), to: "x")
    let refusal = CommandRefusal.nothingHeld("x").description
    #expect(try hub.next(for: viewer).record == .error(.init(message: refusal, reply: 1)))
  }

  @Test func `a viewer that does not request history receives none`() throws {
    let hub = try FetchedPastTests.makeHub()
    let program = try hub.program()
    try program.send(.hello("One"), .state(0, ["a": 0]), FetchedPastTests.changing(1))
    try hub.turn { $0 == .record(label: "One", instance: "a", FetchedPastTests.changing(1)) }
    let viewer = try WireProgram(at: hub.socket)
    // As it stood in a version without history.
    try viewer.send(
      text: #"{"type":"hello","versions":[1,1],"role":"viewer","instance":"v","name":"v","pid":1}"#
        + "\n"
    )
    guard case .welcome(let welcome) = try hub.next(for: viewer).record else {
      Issue.record("No welcome came.")
      return
    }
    #expect(welcome.capabilities == [.history, .question])
    #expect(try hub.next(for: viewer).record == .hello("One"))
    #expect(try hub.next(for: viewer).record == .state(1, ["a": 1]))
    try program.send(FetchedPastTests.changing(2))
    #expect(try hub.next(for: viewer).record == FetchedPastTests.changing(2))
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
    let hub = try FetchedPastTests.makeHub()
    let program = try hub.program()
    try program.send(.hello("One"), .state(0, ["a": 0]))
    try hub.turn { $0 == .record(label: "One", instance: "a", .state(0, ["a": 0])) }
    let viewer = try hub.viewer()
    for _ in 0..<2 { _ = try hub.next(for: viewer) }
    try viewer.send(text: line + "\n")
    guard case .error = try hub.next(for: viewer).record else {
      Issue.record("No error came.")
      return
    }
    let most = WireNumber.maximum
    try viewer.send(
      .history(.init(request: 2, after: most, through: most, limit: most, includesState: true)),
      to: "a"
    )
    #expect(
      try hub.next(for: viewer).record == .state(.init(number: 0, state: ["a": 0], reply: 2))
    )
    #expect(try hub.next(for: viewer).record == .page(.init(reply: 2, last: 0)))
    _ = try hub.hub.turn(atMost: .zero)
  }

  @Test func `a reply without a request reaches no history`() throws {
    let hub = try FetchedPastTests.makeHub()
    let program = try hub.program()
    try program.send(.hello("One"), .state(0, ["a": 0]))
    try hub.turn { $0 == .record(label: "One", instance: "a", .state(0, ["a": 0])) }
    let viewer = try hub.viewer()
    for _ in 0..<2 { _ = try hub.next(for: viewer) }
    let effect = WireRecord.Effect(event: .started, effect: "e", run: 1, commit: nil, time: 0)
    var made = effect
    made.reply = 1
    let gap = WireRecord.Dropped(count: 1, from: 1, to: 1, reply: 1)
    try program.send(.effect(made), .dropped(gap), .page(.init(reply: 1)))
    #expect(try hub.next(for: viewer).record == .effect(effect))
    #expect(try hub.next(for: viewer).record == .dropped(.init(count: 1, from: 1, to: 1)))
    guard case .problem = try hub.next(for: viewer).record else {
      Issue.record("The page was not refused.")
      return
    }
  }
}
