import ExplorerTerminal
import Sluice
import SluiceSocket
import SluiceTesting
import SluiceTree
import SluiceWire
import TestSupport
import Testing

@testable import ExplorerKit

/// The rows of the list, as its history loses commits.
@Suite(.inTurn) struct RowTests {
  private static let limits = History.Limits(commits: 100)

  /// A commit whose action has a type of its own.
  private static func rare(_ number: Int) -> HubEvent {
    var commit = ScreenFixture.commit(number)
    commit.action.type = "Rare"
    return ScreenFixture.record(.commit(commit))
  }

  /// A screen with room for a hundred commits that has heard of a thousand.
  ///
  /// - Parameter rare: The commits that a filter for `type:Rare` admits.
  private static func screen(_ rare: Set<Int>) throws -> ScreenState {
    var state = ScreenState()
    state.watching.filter = try Filter(parsing: "type:Rare")
    var desk = Desk(state)
    desk.take(Resized(size: GridSize(columns: 80, rows: 24)))
    let events = ScreenFixture.counting(to: 1_000)
    // In front are the connection and the state.
    let commits = events.dropFirst(2).enumerated().map { index, event in
      rare.contains(index + 1) ? Self.rare(index + 1) : event
    }
    desk.take(Arrived(events: Array(events[..<2]) + commits, after: state, limits: limits))
    desk.type("3ljph1")
    return desk.state
  }

  @Test func `each row stands for a commit that is held`() {
    var past = ShownPast(instance: "x", limits: Self.limits)
    past.take(.state(.init(number: 0, state: ScreenFixture.state(0))))
    for number in 1...1_000 {
      past.take(.commit(ScreenFixture.commit(number)))
      let first = past.history.numbers?.lowerBound ?? 0
      guard past.rows.first?.number == first + 1 else {
        Issue.record("\(past.rows.first?.number ?? 0) is the first row, behind \(first).")
        return
      }
    }
    #expect(past.history.numbers?.lowerBound ?? 0 > 700)
    #expect(past.rows.last?.number == 1_000)
  }

  @Test(arguments: [1_001, 940])
  func `the first row of a filter leads to a commit that is held`(_ next: Int) async throws {
    let rare = [5] + Array(next..<1_001)
    let state = try Self.screen(Set(rare))
    let held = rare.filter { state.past.history.commit($0) != nil }
    #expect(state.past.rows.map(\.number) == held)
    var desk = Desk(state)
    desk.type("g[")
    #expect(!desk.grid.text().contains("missing"))
  }

  private static func dropped(_ numbers: ClosedRange<Int>) -> WireRecord {
    .dropped(.init(count: numbers.count, from: numbers.lowerBound, to: numbers.upperBound))
  }

  @Test func `commits that are dropped on and on are one row`() {
    var state = ScreenFixture.screen(ScreenFixture.counting(to: 3), columns: 200)
    for number in 4...1_003 {
      state.watching.programs[0].past.take(Self.dropped(number...number))
    }
    #expect(state.past.rows.map(\.number) == [1, 2, 3, 1_003])
    #expect(state.past.tally.dropped == 1_000)
    #expect(ScreenSelectors.grid.value(in: state).text().contains("… 4–1003 missing"))
  }

  @Test func `gaps say which commits are missing between others`() {
    var state = ScreenFixture.screen(ScreenFixture.counting(to: 3), columns: 200)
    let records: [WireRecord] = [
      Self.dropped(4...5), .commit(ScreenFixture.commit(6)), Self.dropped(7...7),
      Self.dropped(8...8), .state(.init(number: 9, state: ScreenFixture.state(9))),
      Self.dropped(10...11),
    ]
    for record in records { state.watching.programs[0].past.take(record) }
    #expect(state.past.rows.map(\.number) == [1, 2, 3, 5, 6, 9, 11])
    let text = ScreenSelectors.grid.value(in: state).text()
    for gap in ["… 4–5 missing", "… 7–9 missing", "… 10–11 missing"] {
      #expect(text.contains(gap), "\(gap) is not in\n\(text)")
    }
  }

  @Test func `a file with a name of any length is no candidate`() {
    var past = ShownPast(instance: "x")
    for (number, file) in ["App/Counter.swift", String(repeating: "x", count: 5_000)].enumerated() {
      var commit = ScreenFixture.commit(number + 1)
      commit.origin?.file = file
      past.take(.commit(commit))
    }
    #expect(past.tally.files == ["App/Counter.swift"])
  }

  @Test func `an effect that fails late shows no commit that is no longer held`() throws {
    var state = try Self.screen([])
    let first = try #require(state.past.history.numbers?.lowerBound)
    state.watching.programs[0].past
      .show(try Filter(parsing: "effect:load"))
    for number in [5, first, first + 1] {
      let failure = WireRecord.Effect(
        event: .failed,
        effect: "load",
        run: number,
        commit: number,
        time: 1
      )
      state.watching.programs[0].past.take(.effect(failure))
    }
    #expect(state.past.rows.map(\.number) == [first + 1])
    state.watching.programs[0].past
      .show(try Filter(parsing: "effect:load"))
    #expect(state.past.rows.map(\.number) == [first + 1])
  }
}
