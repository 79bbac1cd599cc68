import SluiceSocket
import SluiceTree
import SluiceWire
import TestSupport
import Testing

@testable import ExplorerKit

/// The hub, programs and viewers over real sockets.
@Suite(.inTurn) struct ViewerTests {
  private let hub: TurnedHub

  init() throws {
    hub = try TurnedHub()
  }

  @Test func `a viewer that attaches late gets each program's hello and state`() throws {
    let one = try hub.program("One", [.state(0, ["n": 0]), .counting(1)])
    let other = try hub.program("Other", instance: "b", [.state(7, "x")])
    let viewer = try hub.viewer()
    #expect(
      try (0..<4).map { _ in try hub.next(for: viewer) } == [
        WireEnvelope(instance: "a", .hello("One")),
        WireEnvelope(instance: "a", .state(1, ["n": 1])),
        WireEnvelope(instance: "b", .hello("Other", instance: "b")),
        WireEnvelope(instance: "b", .state(7, "x")),
      ]
    )
    withExtendedLifetime((one, other)) {}
  }

  @Test func `a viewer receives the programs' records, and when they disconnect`() throws {
    let viewer = try hub.viewer()
    var program: WireProgram? = try hub.program("One", [.state(0, 1)])
    try program?.send(
      text: #"{"number":1,"time":0,"action":{"type":"Act"},"type":"commit","new":[]}"#
        + "\nnonsense\n"
    )
    try program?.send(.bye(.init()))
    try hub.turn { $0 == .record("One", .bye(.init())) }
    program = nil
    try hub.turn { $0 == .disconnected(label: "One", instance: "a", .goodbye) }
    let received = try (0..<6).map { _ in try hub.next(for: viewer) }
    let types = received.map(\.record.type)
    #expect(types == ["hello", "state", "commit", "problem", "bye", "disconnected"])
    #expect(received.allSatisfy { $0.instance == "a" })
  }

  @Test func `a command reaches its program, and only its sender receives the reply`() throws {
    let program = try hub.program("One", [])
    #expect(try hub.next(for: program).record.type == "welcome")
    let asking = try hub.viewer()
    let other = try hub.viewer()
    for viewer in [asking, other] { _ = try hub.next(for: viewer) }

    let add = WireRecord.Action(type: "Add", payload: ["by": 1])
    try asking.send(.dispatch(.init(request: 77, action: add)), to: "a")
    guard case .dispatch(let dispatch) = try hub.next(for: program).record else {
      throw ExplorerProcess.Failure(description: "The command did not arrive.")
    }
    #expect(dispatch.action == add)
    try program.send(
      .commit(1, add, reply: dispatch.request),
      .error("a reply to nobody", reply: 1_000)
    )
    try hub.turn { $0 == .record("One", .commit(1, add)) }
    #expect(try hub.next(for: asking).record.reply == 77)
    #expect(try hub.next(for: other).record == .commit(1, add))

    try asking.send(.restore(.init(request: 78, to: .number(9))), to: "a")
    let restore = try hub.next(for: program).record
    #expect(restore.type == "restore")
    try program.send(.error("no", reply: restore.request), .commit(2))
    let events = try hub.turn { $0 == .record("One", .commit(2)) }
    #expect(!events.contains(.record("One", .error("no"))))
    #expect(try hub.next(2, for: asking)[1] == .error("no", reply: 78))
    #expect(try hub.next(2, for: other)[1] == .commit(2))
  }

  @Test func `a command that cannot reach a program is refused with its number`() throws {
    let viewer = try hub.viewer()
    try viewer.send(.snapshot(.init(request: 5)), to: "x")
    try viewer.send(.snapshot(.init(request: 6)))
    for (number, refusal) in [
      (5, .unknownProgram("x")), (6, .unknownProgram(nil)),
    ] as [(Int, CommandRefusal)] {
      #expect(try hub.next(for: viewer).record == .error(refusal.description, reply: number))
    }

    var program: WireProgram? = try hub.program("One", [])
    _ = try hub.next(for: viewer)
    try viewer.send(.restore(.init(request: 8, to: .number(1))), to: "a")
    _ = try hub.next(for: #require(program))
    program = nil
    let loss = "The program disconnected before it answered."
    #expect(try hub.next(for: viewer).record == .error(loss, reply: 8))
  }

  @Test func `a snapshot is answered by the hub, and a pause is for one viewer`() throws {
    let program = try hub.program("One", [.state(3, "x")])
    let pausing = try hub.viewer(greetedBy: 1)
    let other = try hub.viewer(greetedBy: 1)

    try pausing.send(.pause(.init(request: 1)), to: "a")
    let state = WireRecord.State(number: 3, state: "x", reply: 1)
    #expect(try hub.next(for: pausing).record == .state(state))
    try hub.take(.commit(4), .commit(5), .commit(6), from: program)
    #expect(try hub.next(3, for: other) == [.commit(4), .commit(5), .commit(6)])
    #expect(try pausing.poll() == nil)

    try pausing.send(.resume(.init(request: 2)), to: "a")
    let resumed = WireRecord.State(number: 6, state: "x", reply: 2)
    #expect(try hub.next(2, for: pausing) == [.dropped(4, 6, .pause), .state(resumed)])
    try hub.take(.commit(7), from: program)
    #expect(try hub.next(for: pausing).record == .commit(7))
  }
}
