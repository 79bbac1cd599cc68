import ExplorerTerminal
import SluiceWire
import TestSupport
import Testing

@testable import ExplorerKit

@Suite(.inTurn) struct ListTests {
  @Test func `the list follows new commits until a key moves up`() {
    var desk = Desk(ScreenFixture.counting(to: 5))
    #expect(desk.state.selected == 5)
    desk.type("k")
    desk.hear(ScreenFixture.counting(to: 7, from: 6))
    #expect(desk.state.selected == 4)
    #expect(desk.numbers == Array(1...7))
    desk.type("G")
    #expect(desk.state.selected == 7)
  }

  @Test func `a page is what fits, and the ends are ends`() {
    var desk = Desk(ScreenFixture.counting(to: 100))
    desk.type("g")
    let height = desk.state.rows.rows.count
    for (keys, selected) in [("", 1), ("⇟", height), ("⇞", 1), ("k", 1), ("⇟j⇟", 2 * height)] {
      desk.type(keys)
      #expect(desk.state.selected == selected, "\(keys)")
      #expect(desk.state.rows.rows.count == height)
    }
  }

  @Test func `what comes during a pause is held, and shown afterwards`() {
    var desk = Desk(ScreenFixture.counting(to: 5))
    desk.type(" ")
    desk.hear(ScreenFixture.counting(to: 9, from: 6))
    #expect(desk.numbers == Array(1...5))
    #expect(desk.state.selected == 5)
    #expect(desk.lines[0].contains("paused, 4 commits held back"))
    desk.type(" ")
    #expect(desk.state.past.rows.map(\.number) == Array(1...9))
    #expect(desk.state.selected == 9)
  }

  @Test func `a pause shows what it did, however much comes, and all can be asked about it`() {
    let limits = History.Limits(commits: 100)
    var desk = Desk(ScreenState())
    desk.take(Arrived(events: ScreenFixture.counting(to: 50), after: desk.state, limits: limits))
    desk.type("k ")
    for end in stride(from: 1_000, through: 5_000, by: 1_000) {
      let more = ScreenFixture.counting(
        to: end,
        from: desk.state.program?.latest.history.lastNumber.map { $0 + 1 } ?? 1
      )
      desk.take(Arrived(events: more, after: desk.state, limits: limits))
    }
    #expect(desk.state.past.rows.map(\.number) == Array(1...50))
    desk.type("3lj[")
    #expect(desk.state.selected == 48)
    #expect(desk.state.detail.answer?.lines.contains { $0.text.contains("third: 48") } == true)
    desk.type("h ")
    #expect(desk.state.past.rows.last?.number == 5_000)
    #expect(desk.state.past.rows.first?.number ?? 0 > 4_500)
  }

  @Test func `the way to a commit that a pause hides ends the pause`() {
    var desk = Desk(ScreenFixture.counting(to: 8))
    desk.type("3ljph ")
    desk.hear(ScreenFixture.counting(to: 12, from: 9))
    desk.type(":7\r")
    #expect(desk.state.program?.isPaused == true)
    desk.type(":11\r")
    #expect(desk.state.program?.isPaused == false)
    #expect(desk.state.selected == 11)
  }

  @Test func `a restarted program begins from its first commit`() {
    var state = ScreenFixture.screen(ScreenFixture.counting(to: 5))
    state.watching.programs[0].past
      .take(.state(.init(number: 0, state: ScreenFixture.state(0))))
    #expect(state.past.rows.isEmpty)
    state.watching.programs[0].past.take(.commit(ScreenFixture.commit(1)))
    #expect(state.past.rows.map(\.number) == [1])
  }

  @Test func `a click selects, a second one opens, and the wheel moves`() throws {
    var desk = Desk(ScreenFixture.counting(to: 5), columns: 120)
    let layout = desk.state.layout
    let list = try #require(layout.list)
    desk.use(.left, row: list.rows.lowerBound + 1)
    #expect(desk.state.selected == 2 && !desk.state.detail.isFocused)
    desk.use(.left, row: list.rows.lowerBound + 1)
    #expect(desk.state.detail.isFocused)
    desk.use(.left, row: list.rows.lowerBound + 1)
    #expect(!desk.state.detail.isFocused)
    desk.use(.wheelDown, row: list.rows.lowerBound)
    #expect(desk.state.selected == 5)
    desk.use(.wheelUp, row: list.rows.lowerBound)
    #expect(desk.state.selected == 2)
    desk.use(.left, row: list.rows.upperBound - 1)
    #expect(desk.state.selected == 2)
    let tabs = try #require(layout.tabs)
    desk.use(.left, row: tabs.rows.lowerBound, column: tabs.columns.lowerBound + 28)
    #expect(desk.state.detail.tab == .state)
    let detail = try #require(layout.detail)
    desk.use(.left, row: detail.rows.lowerBound + 1, column: detail.columns.lowerBound + 2)
    #expect(desk.state.detail.isFocused && desk.state.pane.cursor == 1)
    desk.use(.wheelUp, row: detail.rows.lowerBound, column: detail.columns.lowerBound + 2)
    #expect(desk.state.pane.cursor == 0)
  }

  @Test func `the screen says that a commit is no longer held`() {
    let state = WireRecord.State(number: 4, state: ScreenFixture.state(4))
    var desk = Desk(
      [.connected(label: "Counter", ScreenFixture.counter), ScreenFixture.record(.state(state))]
        + ScreenFixture.counting(to: 5, from: 5)
    )
    for (number, notice) in [
      (0, "There is no commit 0."), (2, "Commit 2 is no longer held."),
      (6, "There is no commit 6."),
    ] {
      desk.type(":\(number)\r")
      #expect(desk.state.notice == Notice(notice, isProblem: true))
    }
  }

  @Test func `commits that a program dropped are counted at the top`() {
    let dropped = WireRecord.Dropped(count: 3, from: 6, to: 8, reason: .room)
    let desk = Desk(ScreenFixture.counting(to: 5) + [ScreenFixture.record(.dropped(dropped))])
    #expect(desk.lines.prefix(2).contains { $0.contains("3 dropped") }, "\(desk.lines)")
  }
}
