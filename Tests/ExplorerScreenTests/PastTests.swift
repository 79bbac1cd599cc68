import ExplorerTerminal
import Sluice
import SluiceSocket
import SluiceTesting
import SluiceTree
import SluiceWire
import TestSupport
import Testing

@testable import ExplorerKit

@Suite(.inTurn) struct ScreenPastTests {
  @Test func `w goes to the commit that made the value so`() async throws {
    try await withScreen(ScreenFixture.counting(to: 8)) { store in
      let path = StatePath([.key("third")])
      store.press("3")
      try await store.receive(ShowTab(tab: .state)) { $0.detail.tab = .state }
      try await store.send(MoveInDetail(cursor: 0, target: .path(path), top: 0)) {
        $0.detail.target = .path(path)
      }
      store.press("w")
      try await store.receive(SelectCommit(number: 6)) { $0.list.selected = 6 }
      try await store.receive(ShowNotice("third is so because of commit 6.")) {
        $0.notice = Notice(text: "third is so because of commit 6.")
      }
      store.press("[")
      try await store.receive(HideNotice()) { $0.notice = nil }
      try await store.receive(SelectCommit(number: 3)) { $0.list.selected = 3 }
      try await store.receive(ShowNotice.self) {
        $0.notice = Notice(text: "third was changed by commit 3.")
      }
      store.press("]")
      try await store.receive(HideNotice()) { $0.notice = nil }
      try await store.receive(SelectCommit(number: 6)) { $0.list.selected = 6 }
      try await store.receive(ShowNotice.self) {
        $0.notice = Notice(text: "third was changed by commit 6.")
      }
    }
  }

  @Test func `the way to a commit that a pause hides ends the pause`() async throws {
    var state = ScreenFixture.screen(ScreenFixture.counting(to: 8))
    state.list.pausedAfter = 5
    state.list.selected = 3
    state.watching.programs[0].past.togglePin(StatePath([.key("third")]))
    try await withTestStore(initialState: state, environment: ScreenEnvironment.unused) { store in
      store.registerScreen()
      store.press("]")
      try await store.receive(PauseList(after: nil)) { $0.list.pausedAfter = nil }
      try await store.receive(SelectCommit(number: 6)) { $0.list.selected = 6 }
      try await store.receive(ShowNotice.self) {
        $0.notice = Notice(text: "third was changed by commit 6.")
      }
      #expect(store.selectCurrent(ScreenSelectors.selected) == 6)
      // What is not hidden leaves the pause as it is.
      try await store.send(PauseList(after: 7)) { $0.list.pausedAfter = 7 }
      store.press("[")
      try await store.receive(HideNotice()) { $0.notice = nil }
      try await store.receive(SelectCommit(number: 3)) { $0.list.selected = 3 }
      try await store.receive(ShowNotice.self) {
        $0.notice = Notice(text: "third was changed by commit 3.")
      }
    }
  }

  @Test func `two states are compared with a mark`() async throws {
    try await withScreen(ScreenFixture.counting(to: 8)) { store in
      try await store.send(SelectCommit(number: 2)) { $0.list.selected = 2 }
      store.press("m")
      try await store.receive(MarkCommit(number: 2)) { $0.list.mark = 2 }
      try await store.receive(ShowNotice.self) { state in
        state.notice = Notice(text: "Commit 2 is marked: = compares another one with it.")
      }
      store.press("G", "=")
      try await store.receive(HideNotice()) { $0.notice = nil }
      try await store.receive(SelectCommit(number: nil)) { $0.list.selected = nil }
      try await store.receive(Compare()) {
        $0.detail.isComparing = true
        $0.detail.tab = .changes
      }
      let lines = store.selectCurrent(ScreenSelectors.lines).map(\.text)
      #expect(lines.contains { $0.contains("From commit 2 to commit 8") })
      #expect(lines.contains { $0.contains("count: 2 → 8") })
    }
  }

  @Test func `a pinned value is shown over time, also what comes later`() async throws {
    var state = ScreenFixture.screen(ScreenFixture.counting(to: 8))
    let path = StatePath([.key("third")])
    state.watching.programs[0].past.togglePin(path)
    for number in 9...10 {
      state.watching.programs[0].past
        .take(.commit(ScreenFixture.commit(number)))
    }
    let pin = try #require(state.past.pins.first)
    #expect(pin.values.map(\.number).suffix(3) == [3, 6, 9])
    #expect(pin.values.last?.tree == .integer(9))
    state.watching.programs[0].past.togglePin(path)
    #expect(state.past.pins.isEmpty)
  }

  @Test func `text is found around the end`() async throws {
    try await withScreen(ScreenFixture.counting(to: 8)) { store in
      store.press("/")
      try await store.receive(OpenPrompt(prompt: Prompt(.find))) { $0.prompt = Prompt(.find) }
      try await store.send(EditPrompt(text: "third", cursor: 5)) {
        $0.prompt?.text = "third"
        $0.prompt?.cursor = 5
      }
      store.press(KeyPress(.enter))
      try await store.receive(ClosePrompt()) { $0.prompt = nil }
      try await store.receive(Find(text: "third")) { $0.searched = "third" }
      try await store.receive(SelectCommit(number: 3, top: 1)) {
        $0.list.selected = 3
        $0.list.top = 1
      }
      store.press("n", "N")
      try await store.receive(SelectCommit(number: 6, top: 1)) { $0.list.selected = 6 }
      try await store.receive(SelectCommit(number: 3, top: 1)) { $0.list.selected = 3 }
    }
  }

  @Test func `a long list is searched beside the keys`() async throws {
    var state = ScreenFixture.screen(ScreenFixture.counting(to: 1_500))
    for (text, number) in [("by: 700)", 700), ("nowhere", nil)] as [(String, Int?)] {
      state.searched = text
      try await withTestStore(initialState: state, environment: ScreenEnvironment.unused) { store in
        store.registerScreen()
        store.press("n")
        let search = SearchList(text: text, start: 1_500, isForward: true, instance: "counter")
        try await store.receive(search) {
          $0.notice = Notice(text: "Searching for “\(text)”. Any key stops.")
        }
        try await store.receive(ListSearched(text: text, number: number, instance: "counter")) {
          $0.list.selected = number
          $0.notice = number == nil ? Notice.missing(text) : nil
        }
      }
    }
  }

  @Test func `what is found in the list of another program is not selected`() async throws {
    try await withScreen(ScreenFixture.counting(to: 5)) { store in
      try await store.send(ListSearched(text: "x", number: 2, instance: "other"))
    }
  }
}
