import ExplorerTerminal
import Sluice
import SluiceTesting
import SluiceWire
import TestSupport
import Testing

@testable import ExplorerKit

/// Applying a filter to much that is held.
@Suite(.inTurn, .unsanitized) struct FilterSearchTests {
  /// Lets pieces of long work begin when a test says so.
  private final class Gate: Sendable {
    private struct State {
      var isOpen = false
      var passes = 0
      var waiting: [CheckedContinuation<Void, Never>] = []
    }

    private let state = Guarded(State())

    var environment: ScreenEnvironment {
      var environment = ScreenEnvironment.unused
      environment.pause = { await self.pass() }
      return environment
    }

    func letOnePass() {
      state.withLock { state in
        guard state.waiting.isEmpty else { return state.waiting.removeFirst().resume() }
        state.passes += 1
      }
    }

    func open() {
      state.withLock { state in
        state.isOpen = true
        for waiting in state.waiting { waiting.resume() }
        state.waiting = []
      }
    }

    private func pass() async {
      await withCheckedContinuation { continuation in
        state.withLock { state in
          if state.isOpen || state.passes > 0 {
            state.passes -= state.isOpen ? 0 : 1
            continuation.resume()
          } else {
            state.waiting.append(continuation)
          }
        }
      }
    }
  }

  /// What a filter admits that has seen every event as it came.
  private static func admitted(_ filter: Filter, _ events: [HubEvent]) -> [Int] {
    var past = ShownPast(instance: ScreenFixture.counter.instance, filter: filter)
    for case .record(_, _, let record) in events { past.take(record) }
    return past.rows.map(\.number)
  }

  private static func effect(_ event: WireRecord.Effect.Event, _ commit: Int) -> HubEvent {
    ScreenFixture.record(
      .effect(.init(event: event, effect: "save", run: commit, commit: commit, time: Int64(commit)))
    )
  }

  /// Commits and the runs of effects that some of them set off, which end a thousand commits later.
  private static func session(to last: Int) -> [HubEvent] {
    var events: [HubEvent] = []
    var number = 0
    for event in ScreenFixture.counting(to: last) {
      events.append(event)
      guard case .record(_, _, .commit) = event else { continue }
      number += 1
      if number % 700 == 0 { events.append(effect(.started, number)) }
      if number > 1_000, (number - 1_000) % 700 == 0 {
        events.append(effect(number % 3 == 0 ? .failed : .ended, number - 1_000))
      }
    }
    return events
  }

  static let filters = [
    "type:Third", "failed", "effect:save", "state:count>4900", "became:third==3000",
    "not type:Third",
  ]

  @Test(arguments: filters)
  func `what is held is looked through in pieces, with what came meanwhile`(
    text: String
  ) async throws {
    let events = Self.session(to: 5_000)
    let later = ScreenFixture.counting(to: 5_040, from: 5_001) + [Self.effect(.started, 5_040)]
    let filter = try Filter(parsing: text)
    let gate = Gate()
    defer { gate.open() }
    try await withScreen(ScreenFixture.screen(events), environment: gate.environment) { store in
      try await store.type("f\(text)\r")
      #expect(store.state.past.rows.isEmpty)
      var pieces = 0
      while store.state.past.isSearching {
        gate.letOnePass()
        try await store.receive(SearchAdvanced.self)
        pieces += 1
        if pieces == 1 { try await store.send(Arrived(events: later, after: store.state)) }
      }
      #expect(pieces == 3)
      #expect(store.state.past.rows.map(\.number) == Self.admitted(filter, events + later))
      // From now on, the filter sees what comes.
      let last = ScreenFixture.counting(to: 5_050, from: 5_041)
      try await store.send(Arrived(events: last, after: store.state))
      #expect(store.state.past.rows.map(\.number) == Self.admitted(filter, events + later + last))
    }
  }

  @Test func `keys are answered while a filter looks for matches`() async throws {
    let gate = Gate()
    defer { gate.open() }
    let state = ScreenFixture.screen(Self.session(to: 5_000))
    try await withScreen(state, environment: gate.environment) { store in
      try await store.type("ftype:Third\r")
      gate.letOnePass()
      try await store.receive(SearchAdvanced.self)
      #expect(store.state.past.lastRow == 1_998)
      // The search waits, and the list shows what it has found.
      try await store.type("g3")
      try await store.awaitAnswers()
      #expect(store.state.summary == "at 3; only type:Third; State")
      #expect(store.state.past.isSearching)
      let head = ScreenSelectors.grid.value(in: store.state).text().split(separator: "\n")[0]
      #expect(head.contains("type:Third … 40 %"), "\(head)")
      gate.open()
      while store.state.past.isSearching { try await store.receive(SearchAdvanced.self) }
      #expect(store.state.past.rows.count == 1_666)
      #expect(store.state.list.selected == 3)
    }
  }

  @Test func `another filter ends the search for the one before`() async throws {
    let gate = Gate()
    defer { gate.open() }
    let events = Self.session(to: 5_000)
    try await withScreen(ScreenFixture.screen(events), environment: gate.environment) { store in
      try await store.type("ftype:Third\r")
      gate.letOnePass()
      try await store.receive(SearchAdvanced.self)
      #expect(store.state.past.lastRow == 1_998)
      try await store.type("f\u{15}failed\r")
      #expect(store.state.past.rows.isEmpty && store.state.past.isSearching)
      gate.open()
      while store.state.past.isSearching { try await store.receive(SearchAdvanced.self) }
      let filter = try Filter(parsing: "failed")
      #expect(store.state.past.rows.map(\.number) == Self.admitted(filter, events))
      // And no filter shows all at once.
      try await store.type("f\u{15}type:Third\r\u{1B}")
      #expect(!store.state.past.isSearching && store.state.past.rows.count == 5_000)
    }
  }

  @Test func `what a search found before its filter was applied again is left out`() throws {
    let filter = try Filter(parsing: "type:Third")
    var past = ShownPast(instance: "counter")
    for case .record(_, _, let record) in Self.session(to: 3_000) { past.take(record) }
    past.show(filter)
    var earlier = try #require(past.search)
    let found = earlier.advance(in: past.history)
    past.show(filter)
    past.show(found, foundBy: earlier)
    #expect(past.rows.isEmpty && past.search?.position == nil)
    while past.isSearching, var next = past.search {
      past.show(next.advance(in: past.history), foundBy: next)
    }
    #expect(past.rows.count == 1_000)
  }

  @Test func `much that came during a pause is looked through in pieces`() throws {
    var state = ScreenFixture.screen(ScreenFixture.counting(to: 9))
    try state.filter(typed: "type:Third")
    #expect(!state.past.isSearching)
    state.togglePause()
    let events = ScreenFixture.counting(to: 6_000, from: 10)
    _ = ScreenState.reducer.reduce(&state, Arrived(events: events, after: state))
    state.endPause()
    #expect(state.past.isSearching && state.past.lastRow == 9)
    state.answerAll()
    #expect(state.past.rows.count == 2_000 && !state.past.isSearching)
  }

  @Test func `a state behind a commit of unknown changes is seen by the filter`() throws {
    let filter = try Filter(parsing: "state:count>=0")
    var past = ShownPast(instance: "counter")
    for case .record(_, _, let record) in Self.session(to: 1_500) {
      past.take(record)
    }
    let action = WireRecord.Action(type: "Cut")
    let cut = WireRecord.Commit(number: 1_501, time: 0, action: action, omittedChanges: 1)
    past.take(.commit(cut))
    past.take(.state(.init(number: 1_501, state: ScreenFixture.state(1_501))))
    past.show(filter)
    while past.isSearching, var next = past.search {
      past.show(next.advance(in: past.history), foundBy: next)
    }
    past.take(.commit(ScreenFixture.commit(1_502)))
    #expect(past.rows.last?.number == 1_502)
  }

  @Test func `a search goes on where the oldest commits were removed, and ends with the program`()
    throws
  {
    let filter = try Filter(parsing: "state:count>=0")
    var past = ShownPast(instance: "counter", limits: History.Limits(commits: 2_000))
    for case .record(_, _, let record) in Self.session(to: 3_000) {
      past.take(record)
    }
    past.show(filter)
    var search = try #require(past.search)
    for number in 3_001...6_000 {
      past.take(.commit(ScreenFixture.commit(number)))
    }
    past.show(search.advance(in: past.history), foundBy: search)
    while past.isSearching, var next = past.search {
      past.show(next.advance(in: past.history), foundBy: next)
    }
    let numbers = try #require(past.history.numbers)
    #expect(past.rows.map(\.number) == Array(numbers.lowerBound + 1...6_000))

    past.show(filter)
    search = try #require(past.search)
    past.take(.state(.init(number: 0, state: ScreenFixture.state(0))))
    #expect(!past.isSearching && past.rows.isEmpty)
    past.show([7], foundBy: search)
    #expect(past.rows.isEmpty)
    past.take(.commit(ScreenFixture.commit(1)))
    #expect(past.rows.map(\.number) == [1])
  }
}
