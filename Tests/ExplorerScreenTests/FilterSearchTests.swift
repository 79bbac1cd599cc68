import SluiceTesting
import SluiceWire
import TestSupport
import Testing

@testable import ExplorerKit

/// Applying a filter to much that is held.
@Suite(.inTurn, .unsanitized) struct FilterSearchTests {
  /// Calls a test with a screen whose searches go on by a piece with each second of its clock.
  private static func withSearches(
    in state: ScreenState,
    _ body: (TestScreen) async throws -> Void
  ) async throws {
    let clock = TestClock()
    var environment = ScreenEnvironment.unused
    environment.pause = { try? await clock.sleep(for: .seconds(1)) }
    try await withScreen(state, environment: environment, clock: clock, body)
  }

  /// What a filter admits that has seen every event as it came.
  private static func admitted(_ filter: String, _ events: [HubEvent]) throws -> [Int] {
    var past = ShownPast(filter: try Filter(parsing: filter))
    past.take(events)
    return past.numbers
  }

  /// Commits and the runs of effects that some of them set off, which end a thousand commits later.
  private static func session(to last: Int) -> [HubEvent] {
    ScreenFixture.counting(to: last).flatMap { event -> [HubEvent] in
      guard case .record(_, _, .commit(let commit)) = event else { return [event] }
      let (number, start) = (commit.number, commit.number - 1_000)
      var events = [event]
      if number % 700 == 0 { events.append(effect(.started, number)) }
      if start > 0, start % 700 == 0 {
        events.append(effect(number % 3 == 0 ? .failed : .ended, start))
      }
      return events
    }
  }

  /// Five thousand commits and a screen that has heard them, for all tests that search there.
  private static let events = session(to: 5_000)
  private static let heard = Desk(events).state

  private static func effect(_ event: WireRecord.Effect.Event, _ commit: Int) -> HubEvent {
    ScreenFixture.record(ScreenFixture.effect(event, run: commit, commit: commit))
  }

  /// A past of which a filter is asked to look through much.
  private static func searched(
    _ filter: String,
    to last: Int,
    limits: History.Limits = History.Limits()
  ) throws -> ShownPast {
    var past = ShownPast(limits: limits)
    past.take(session(to: last))
    past.show(try Filter(parsing: filter))
    return past
  }

  @Test(arguments: [
    "type:Third", "failed", "effect:save", "state:count>4900", "became:third==3000",
    "not type:Third",
  ])
  func `a search goes in pieces, with what comes meanwhile`(filter: String) async throws {
    let later = ScreenFixture.counting(to: 5_040, from: 5_001) + [Self.effect(.started, 5_040)]
    try await Self.withSearches(in: Self.heard) { store in
      try await store.type("f\(filter)\r")
      #expect(store.state.past.rows.isEmpty)
      var pieces = 0
      while store.state.past.isSearching {
        try await store.search()
        pieces += 1
        if pieces == 1 { try await store.send(Arrived(events: later, after: store.state)) }
      }
      #expect(pieces == 3)
      var admitted = ShownPast(filter: try Filter(parsing: filter))
      admitted.take(Self.events + later)
      #expect(store.state.past.numbers == admitted.numbers)
      // From now on, the filter sees what comes.
      let last = ScreenFixture.counting(to: 5_050, from: 5_041)
      try await store.send(Arrived(events: last, after: store.state))
      admitted.take(last)
      #expect(store.state.past.numbers == admitted.numbers)
    }
  }

  @Test func `keys are answered during a search, and another filter ends it`() async throws {
    try await Self.withSearches(in: Self.heard) { store in
      try await store.type("ftype:Third\r")
      try await store.search()
      #expect(store.state.past.lastRow == 1_998)
      // The search waits, and the list shows what it has found.
      try await store.type("g2h")
      try await store.awaitAnswers()
      #expect(store.state.summary == "at 3; only type:Third; State")
      #expect(store.state.past.isSearching)
      let head = store.state.text.split(separator: "\n")[0]
      #expect(head.contains("type:Third … 40 %"), "\(head)")

      while store.state.past.isSearching { try await store.search() }
      #expect(store.state.past.rows.count == 1_666 && store.state.list.selected == 3)

      try await store.type("f\u{15}type:Add\r")
      try await store.search()
      #expect(!store.state.past.rows.isEmpty && store.state.past.isSearching)
      try await store.type("f\u{15}failed\r")
      #expect(store.state.past.rows.isEmpty && store.state.past.isSearching)
      while store.state.past.isSearching { try await store.search() }
      #expect(try store.state.past.numbers == Self.admitted("failed", Self.events))
      // And no filter shows all at once.
      try await store.type("f\u{15}type:Third\r\u{1B}")
      #expect(!store.state.past.isSearching && store.state.past.rows.count == 5_000)
    }
  }

  @Test func `what a search found before its filter was applied again is left out`() throws {
    var past = try Self.searched("type:Third", to: 3_000)
    var earlier = try #require(past.search)
    let found = earlier.advance(in: past.history)
    past.show(try Filter(parsing: "type:Third"))
    past.show(found, foundBy: earlier)
    #expect(past.rows.isEmpty && past.search?.position == nil)
    past.endSearch()
    #expect(past.rows.count == 1_000)
  }

  @Test func `much that came during a pause is looked through in pieces`() throws {
    var desk = Desk(to: 9, answersAtOnce: false)
    desk.type("ftype:Third\r")
    #expect(!desk.state.past.isSearching)
    desk.type(" ")
    desk.hear(ScreenFixture.counting(to: 6_000, from: 10))
    desk.type(" ")
    #expect(desk.state.past.isSearching && desk.state.past.lastRow == 9)
    desk.answer()
    #expect(desk.state.past.rows.count == 2_000 && !desk.state.past.isSearching)
  }

  @Test func `a state behind a commit of unknown changes is seen by the filter`() throws {
    var past = ShownPast()
    past.take(Self.session(to: 1_500))
    var cut = ScreenFixture.commit(1_501)
    (cut.changes, cut.omittedChanges) = ([], 1)
    past.take(.commit(cut))
    past.take(.state(counted: 1_501))
    past.show(try Filter(parsing: "state:count>=0"))
    past.endSearch()
    past.take(.counted(1_502))
    #expect(past.rows.last?.number == 1_502)
  }

  @Test func `a search goes on behind removed commits, and ends with the program`() throws {
    var past = try Self.searched("state:count>=0", to: 3_000, limits: .init(commits: 2_000))
    past.take(ScreenFixture.counting(to: 6_000, from: 3_001))
    past.endSearch()
    let numbers = try #require(past.history.numbers)
    #expect(past.numbers == Array(numbers.lowerBound + 1...6_000))

    past.show(try Filter(parsing: "state:count>=0"))
    let search = try #require(past.search)
    past.take(.state(counted: 0))
    #expect(!past.isSearching && past.rows.isEmpty)
    past.show([7], foundBy: search)
    #expect(past.rows.isEmpty)
    past.take(.counted(1))
    #expect(past.numbers == [1])
  }
}

extension TestScreen {
  /// Lets a search go on by a piece.
  fileprivate func search() async throws {
    await clock.advance(by: .seconds(1))
    try await receive(SearchAdvanced.self)
  }
}
