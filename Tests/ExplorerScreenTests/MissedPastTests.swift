import ExplorerTerminal
import Foundation
import Sluice
import SluiceMonitor
import SluiceSocket
import SluiceTesting
import SluiceTree
import SluiceWire
import TestSupport
import Testing

@testable import ExplorerKit

/// What a screen gets from the Explorer to which it attaches.
@Suite(.inTurn, .unsanitized) struct MissedPastTests {
  /// A hub that answers in the events of the next turn.
  private final class HubStandIn: HistorySource {
    var pasts: HeldPasts
    var answers: [HubEvent] = []
    var requests: [WireRecord] = []
    let holdsHistory: Bool? = true

    init(_ events: [HubEvent]) {
      pasts = HeldPasts()
      for event in events { pasts.take(event) }
    }

    func send(_ command: WireRecord, to instance: String?) throws(CommandRefusal) -> Int {
      requests.append(command)
      guard case .history(let request) = command else { return requests.count }
      guard let records = pasts.answer(request, about: instance) else {
        let failure = WireRecord.error(.init(message: "Nothing is held."))
        answers.append(.held(request: requests.count, failure))
        return requests.count
      }
      answers += records.map { .held(request: requests.count, $0) }
      return requests.count
    }

    func turn() -> [HubEvent] {
      defer { answers = [] }
      return answers
    }
  }

  /// Shows events, and what the hub then answers.
  ///
  /// - Parameter meanwhile: What happens between a request and its answer.
  private static func show(
    _ events: [HubEvent],
    meanwhile: [HubEvent] = [],
    _ missed: inout MissedPast,
    _ hub: HubStandIn,
    in state: inout ScreenState
  ) {
    let store = Store(initialState: state, environment: ScreenEnvironment.unused)
    store.registerScreen()
    var events = events
    var meanwhile = meanwhile
    repeat {
      let shown = events.compactMap { missed.take($0, canAsk: true) }
      store.dispatch(action: Arrived(events: shown))
      missed.ask(hub)
      events = meanwhile + hub.turn()
      meanwhile = []
    } while !events.isEmpty
    state = store.state
  }

  /// The records that a viewer receives when it attaches after a commit.
  private static func greeting(after number: Int) -> [HubEvent] {
    [
      .connected(label: "Counter", ScreenFixture.counter),
      ScreenFixture.record(.state(.init(number: number, state: ScreenFixture.state(number)))),
    ]
  }

  @Test func `what was before it attached is shown in front of what happens now`() {
    let hub = HubStandIn(ScreenFixture.counting(to: 1_300))
    var missed = MissedPast()
    var state = ScreenState()
    // The last commit comes while the past is on its way, and is in a later page.
    let last = ScreenFixture.counting(to: 1_301, from: 1_301)
    for event in last { hub.pasts.take(event) }
    Self.show(Self.greeting(after: 1_300) + last, &missed, hub, in: &state)
    #expect(state.past.rows.map(\.number) == Array(1...1_301))
    #expect(state.past.history.lastState == ScreenFixture.state(1_301))
    #expect(state.past.history.state(after: 700)?.tree == ScreenFixture.state(700))
    #expect(state.past.dropped == 0)

    let next = ScreenFixture.counting(to: 1_302, from: 1_302)
    let count = hub.requests.count
    Self.show(next, &missed, hub, in: &state)
    #expect(state.past.lastRow == 1_302)
    #expect(hub.requests.count == count)
  }

  @Test func `what was left out for a slow viewer is asked for`() {
    let hub = HubStandIn(ScreenFixture.counting(to: 10))
    var missed = MissedPast()
    var state = ScreenState()
    Self.show(Self.greeting(after: 10), &missed, hub, in: &state)
    for event in ScreenFixture.counting(to: 20, from: 11) { hub.pasts.take(event) }
    let gap = WireRecord.Dropped(count: 10, from: 11, to: 20, reason: .viewer)
    let events = [ScreenFixture.record(.dropped(gap))] + Self.greeting(after: 20).dropFirst()
    Self.show(events, &missed, hub, in: &state)
    #expect(state.past.rows.map(\.number) == Array(1...20))
    #expect(state.past.rows.allSatisfy { !$0.isGap })
  }

  @Test func `a program that connects again goes on where it was`() {
    let hub = HubStandIn(ScreenFixture.counting(to: 10))
    var missed = MissedPast()
    var state = ScreenState()
    Self.show(Self.greeting(after: 10), &missed, hub, in: &state)
    let away = HubEvent.disconnected(label: "Counter", instance: "counter", .cutOff)
    for event in ScreenFixture.counting(to: 16, from: 11) { hub.pasts.take(event) }
    let last = ScreenFixture.counting(to: 16, from: 16)
    Self.show([away] + Self.greeting(after: 15), meanwhile: last, &missed, hub, in: &state)
    #expect(state.past.rows.map(\.number) == Array(1...16))
    #expect(state.past.rows.allSatisfy { !$0.isGap })
    #expect(hub.requests.last == .history(.init(request: 0, after: 10)))
  }

  @Test func `a hub that refuses is asked for the state`() {
    let hub = HubStandIn([])
    var missed = MissedPast()
    var state = ScreenState()
    Self.show(Self.greeting(after: 10), &missed, hub, in: &state)
    #expect(hub.requests.last == .snapshot(.init(request: 0)))
    Self.show(ScreenFixture.counting(to: 11, from: 11), &missed, hub, in: &state)
    #expect(state.past.rows.map(\.number) == [11])
  }

  @Test func `without another Explorer everything is shown as it comes`() {
    var missed = MissedPast()
    let events = ScreenFixture.counting(to: 20)
    #expect(events.compactMap { missed.take($0, canAsk: false) } == events)
  }

  @Test func `a second screen shows what the first one has seen`() async throws {
    let directory = try PrivateDirectory(removing: ["x.sock", "x.sock.lock"])
    let endpoint = "unix:\(directory.path)/x.sock"
    do {
      let program = try BuiltProgram.url()
      let first = try TerminalSession(running: program, ["--endpoint", endpoint])
      try await first.screen(containing: "No program is connected yet.")
      let store = Store(initialState: 0, environment: ())
      store.register(reducer: Reducer<Int>(ReduceOn(Count.self) { state, _ in state += 1 }))
      store.register(
        interceptor: ExplorerInterceptor<Int>(name: "Counter", endpoint: endpoint) {
          $0.isEnabled = true
        }
      )
      try await first.screen(containing: "Counter is connected")
      for _ in 0..<30 { store.dispatch(action: Count()) }
      try await first.screen(containing: "▶ 30")

      let second = try TerminalSession(running: program, ["--endpoint", endpoint])
      try await second.screen(containing: "30 commits")
      second.type("g")
      try await second.screen(containing: "▶  1 ")
      store.dispatch(action: Count())
      second.type("G")
      try await second.screen(containing: "▶ 31")
      for session in [second, first] {
        session.type("q")
        #expect(try await session.end() == .exited(0))
      }
    }
    // The socket has to go before its directory.
    _ = consume directory
  }

  private struct Count: Action {}
}
