import ExplorerTerminal
import Sluice
import SluiceSocket
import SluiceTesting
import SluiceTree
import SluiceWire
import TestSupport
import Testing

@testable import ExplorerKit

@Suite(.inTurn) struct ListTests {
  @Test func `the list follows what comes until somebody goes up`() async throws {
    try await withScreen(ScreenFixture.counting(to: 5)) { store in
      #expect(store.selectCurrent(ScreenSelectors.selected) == 5)
      store.press("j")
      store.press("k")
      try await store.receive(SelectCommit(number: 4, top: 1)) {
        $0.list.selected = 4
        $0.list.top = 1
      }
      let more = ScreenFixture.counting(to: 7, from: 6)
      try await store.send(Arrived(events: more, after: store.state)) { state in
        for event in more {
          guard case .record(_, _, let record) = event else { continue }
          state.watching.programs[0].past.take(record)
        }
      }
      #expect(store.selectCurrent(ScreenSelectors.selected) == 4)
      #expect(store.past.rows.map(\.number) == Array(1...7))
      store.press("G")
      try await store.receive(SelectCommit(number: nil)) {
        $0.list.selected = nil
        $0.list.top = nil
      }
      #expect(store.selectCurrent(ScreenSelectors.selected) == 7)
    }
  }

  @Test func `a page is what fits, and the ends are ends`() async throws {
    try await withScreen(ScreenFixture.counting(to: 100)) { store in
      store.press("g")
      try await store.receive(SelectCommit(number: 1, top: 1)) {
        $0.list.selected = 1
        $0.list.top = 1
      }
      let height = store.selectCurrent(ScreenSelectors.rows).rows.count
      store.press(KeyPress(.pageDown))
      try await store.receive(SelectCommit(number: height, top: 1)) {
        $0.list.selected = height
      }
      store.press("k", "g")
      try await store.receive(SelectCommit(number: height - 1, top: 1)) {
        $0.list.selected = height - 1
      }
      try await store.receive(SelectCommit(number: 1, top: 1)) { $0.list.selected = 1 }
    }
  }

  @Test func `what comes during a pause is held, and shown afterwards`() async throws {
    var state = ScreenFixture.screen(ScreenFixture.counting(to: 5))
    state.list.pausedAfter = 5
    for commit in 6...9 {
      state.watching.programs[0].past.take(.commit(ScreenFixture.commit(commit)))
    }
    let window = ScreenSelectors.rows.value(in: state)
    #expect(window.count == 5)
    #expect(window.hidden == 4)
    #expect(window.selected?.number == 5)
    let head = ScreenSelectors.grid.value(in: state).text().prefix { $0 != "\n" }
    #expect(head.contains("paused, 4 commits held back"))
    state.list.pausedAfter = nil
    #expect(ScreenSelectors.selected.value(in: state) == 9)
  }

  @Test func `space pauses after the last commit, and again goes on`() async throws {
    try await withScreen(ScreenFixture.counting(to: 5)) { store in
      store.press(" ", " ")
      try await store.receive(PauseList(after: 5)) { $0.list.pausedAfter = 5 }
      try await store.receive(PauseList(after: nil)) { $0.list.pausedAfter = nil }
    }
  }

  @Test func `a program that is started anew begins anew`() {
    var state = ScreenFixture.screen(ScreenFixture.counting(to: 5))
    state.watching.programs[0].past
      .take(.state(.init(number: 0, state: ScreenFixture.state(0))))
    #expect(state.past.rows.isEmpty)
    state.watching.programs[0].past.take(.commit(ScreenFixture.commit(1)))
    #expect(state.past.rows.map(\.number) == [1])
  }

  @Test func `a click selects, and the wheel moves`() async throws {
    try await withScreen(ScreenFixture.counting(to: 5)) { store in
      let list = try #require(store.selectCurrent(ScreenSelectors.layout).list)
      let input = ScreenInput(store: store)
      input.take(.mouse(MousePress(.left, row: list.rows.lowerBound + 1, column: 3)))
      try await store.receive(SelectCommit(number: 2, top: 1)) {
        $0.list.selected = 2
        $0.list.top = 1
      }
      input.take(.mouse(MousePress(.wheelDown, row: list.rows.lowerBound, column: 3)))
      try await store.receive(SelectCommit(number: 5, top: 1)) { $0.list.selected = 5 }
    }
  }
}
