import SluiceSocket
import SluiceTree
import SluiceWire
import TestSupport
import Testing

@testable import ExplorerKit

/// The hub, programs and viewers over real sockets.
@Suite(.inTurn)
struct ViewerTests {
  @Test func `a viewer that attaches late gets each program's hello and its state as it is now`()
    throws
  {
    let hub = try TurnedHub()
    let one = try hub.program()
    try one.send(.hello("One"), .state(0, ["a": 1]), .commit(1, .set(["a"], old: 1, new: 2)))
    try hub.turn {
      $0 == .record(label: "One", instance: "a", .commit(1, .set(["a"], old: 1, new: 2)))
    }
    let other = try hub.program()
    try other.send(.hello("Other", instance: "b"), .state(7, "x"))
    try hub.turn { $0 == .record(label: "Other", instance: "b", .state(7, "x")) }

    let viewer = try hub.viewer()
    #expect(try hub.next(for: viewer) == WireEnvelope(instance: "a", .hello("One")))
    #expect(try hub.next(for: viewer) == WireEnvelope(instance: "a", .state(1, ["a": 2])))
    #expect(
      try hub.next(for: viewer) == WireEnvelope(instance: "b", .hello("Other", instance: "b"))
    )
    #expect(try hub.next(for: viewer) == WireEnvelope(instance: "b", .state(7, "x")))
  }

  @Test func `a viewer receives the programs' records, and when they disconnect`() throws {
    let hub = try TurnedHub()
    let viewer = try hub.viewer()
    var program: WireProgram? = try hub.program()
    try program?.send(.hello("One"), .state(0, 1))
    try program?.send(
      text: #"{"number":1,"time":0,"action":{"type":"Act"},"type":"commit","new":[]}"# + "\n"
    )
    try program?.send(text: "nonsense\n")
    try program?.send(.bye(.init()))
    try hub.turn { $0 == .record(label: "One", instance: "a", .bye(.init())) }
    program = nil
    try hub.turn { $0 == .disconnected(label: "One", instance: "a", .goodbye) }
    var types: [String] = []
    for _ in 0..<6 {
      let envelope = try hub.next(for: viewer)
      types.append(envelope.record.type)
      #expect(envelope.instance == "a")
    }
    #expect(types == ["hello", "state", "commit", "problem", "bye", "disconnected"])
  }

  @Test func `a command reaches its program, and only its sender receives the reply`() throws {
    let hub = try TurnedHub()
    let program = try hub.program()
    try program.send(.hello("One"))
    try hub.turn { $0.label == "One" }
    guard case .welcome = try hub.next(for: program).record else {
      throw unexpected("No welcome came.")
    }
    let asking = try hub.viewer()
    let other = try hub.viewer()
    for viewer in [asking, other] { _ = try hub.next(for: viewer).record }

    let add = WireRecord.Action(type: "Add", payload: ["by": 1])
    try asking.send(.dispatch(.init(request: 77, action: add)), to: "a")
    guard case .dispatch(let dispatch) = try hub.next(for: program).record else {
      throw unexpected("The command did not arrive.")
    }
    #expect(dispatch.action == add)
    try program.send(
      .commit(.init(number: 1, time: 0, action: add, reply: dispatch.request)),
      .error(.init(message: "a reply to nobody", reply: 1_000))
    )
    try hub.turn {
      $0 == .record(label: "One", instance: "a", .commit(.init(number: 1, time: 0, action: add)))
    }
    #expect(try hub.next(for: asking).record.reply == 77)
    #expect(try hub.next(for: other).record == .commit(.init(number: 1, time: 0, action: add)))

    try asking.send(.restore(.init(request: 78, to: .number(9))), to: "a")
    guard case .restore(let restore) = try hub.next(for: program).record else {
      throw unexpected("The command did not arrive.")
    }
    try program.send(.error(.init(message: "no", reply: restore.request)), .commit(2))
    var events: [HubEvent] = []
    try hub.turn { event in
      events.append(event)
      return event == .record(label: "One", instance: "a", .commit(2))
    }
    #expect(!events.contains(.record(label: "One", instance: "a", .error(.init(message: "no")))))
    _ = try hub.next(for: asking).record
    #expect(try hub.next(for: asking).record == .error(.init(message: "no", reply: 78)))
    _ = try hub.next(for: other).record
    #expect(try hub.next(for: other).record == .commit(2))
  }

  @Test func `a command that cannot reach a program is refused with its number`() throws {
    let hub = try TurnedHub()
    let viewer = try hub.viewer()
    try viewer.send(.snapshot(.init(request: 5)), to: "x")
    #expect(
      try hub.next(for: viewer).record
        == .error(
          .init(
            message: CommandRefusal.unknownProgram("x").description,
            reply: 5
          )
        )
    )
    try viewer.send(.snapshot(.init(request: 6)))
    #expect(try hub.next(for: viewer).record.reply == 6)

    var program: WireProgram? = try hub.program()
    try program?.send(.hello("One"))
    _ = try hub.next(for: viewer)
    try viewer.send(.restore(.init(request: 7, to: .number(1))), to: "a")
    _ = try hub.next(for: #require(program))
    program = nil
    #expect(
      try hub.next(for: viewer).record
        == .error(.init(message: "The program went away before it answered.", reply: 7))
    )
  }

  @Test func `a snapshot is answered by the hub, and a pause is for one viewer`()
    throws
  {
    let hub = try TurnedHub()
    let program = try hub.program()
    try program.send(.hello("One"), .state(3, "x"))
    try hub.turn { $0 == .record(label: "One", instance: "a", .state(3, "x")) }
    let pausing = try hub.viewer()
    let other = try hub.viewer()
    for viewer in [pausing, other] { for _ in 0..<2 { _ = try hub.next(for: viewer).record } }

    let state = WireRecord.State(number: 3, state: "x", reply: 1)
    try pausing.send(.pause(.init(request: 1)), to: "a")
    #expect(try hub.next(for: pausing).record == .state(state))
    for number in 4...6 { try program.send(.commit(number)) }
    try hub.turn { $0 == .record(label: "One", instance: "a", .commit(6)) }
    for number in 4...6 { #expect(try hub.next(for: other).record == .commit(number)) }
    #expect(try pausing.poll() == nil)

    try pausing.send(.resume(.init(request: 2)), to: "a")
    #expect(try hub.next(for: pausing).record == .dropped(4, 6, .pause))
    #expect(try hub.next(for: pausing).record == .state(.init(number: 6, state: "x", reply: 2)))
    try program.send(.commit(7))
    try hub.turn { $0 == .record(label: "One", instance: "a", .commit(7)) }
    #expect(try hub.next(for: pausing).record == .commit(7))
  }

  @Test(.unsanitized)
  func `a viewer that does not read loses counted commits, and delays no one`()
    throws
  {
    let hub = try TurnedHub(pending: 2 << 20)
    let program = try hub.program()
    try program.send(.hello("One"), .state(0, 1))
    let viewer = try hub.viewer()
    let payload = Tree.string(String(repeating: "x", count: 200_000))
    let action = WireRecord.Action(type: "Big", payload: payload)
    for number in 1...40 {
      try program.send(.commit(.init(number: number, time: 0, action: action)))
      try hub.turn { event in
        if case .record(_, _, .commit(let commit)) = event {
          commit.number == number
        } else {
          false
        }
      }
    }
    var last = 0
    var dropped = 0
    while last < 40 {
      switch try hub.next(for: viewer).record {
      case .commit(let commit):
        #expect(commit.number == last + 1)
        last = commit.number
      case .dropped(let gap):
        #expect(gap.from == last + 1)
        dropped += gap.count
        last = gap.to
      case .state(let state): #expect(state.number == last)
      case .hello: break
      default: throw unexpected("The viewer received something else.")
      }
    }
    #expect(dropped > 10)
  }
}

private func unexpected(_ what: String) -> ExplorerProcess.Failure {
  ExplorerProcess.Failure(description: what)
}
