import ExplorerTerminal
import Sluice
import SluiceSocket
import SluiceTesting
import SluiceTree
import SluiceWire
import Synchronization
import TestSupport
import Testing

@testable import ExplorerKit

@Suite(.inTurn) struct PromptTests {
  @Test func `a mistake in a filter is shown under its place, and can be mended`() async throws {
    try await withScreen(ScreenFixture.counting(to: 6)) { store in
      try await store.send(OpenPrompt(prompt: Prompt(.filter, text: "type:Third and"))) {
        $0.prompt = Prompt(.filter, text: "type:Third and")
      }
      store.press(KeyPress(.enter))
      try await store.receive(RefusePrompt.self) { state in
        do throws(FilterError) {
          _ = try Filter(parsing: "type:Third and")
        } catch {
          state.prompt?.mistake = .init(place: error.place, reason: error.reason)
        }
      }
      #expect(store.prompt?.mistake != nil)
      store.press(KeyPress(.character("w"), .control))
      try await store.receive(EditPrompt(text: "type:Third ", cursor: 11)) {
        $0.prompt?.text = "type:Third "
        $0.prompt?.cursor = 11
        $0.prompt?.mistake = nil
      }
      store.press(KeyPress(.enter))
      try await store.receive(ClosePrompt()) { $0.prompt = nil }
      try await store.receive(ApplyFilter.self) { state in
        let filter = try? Filter(parsing: "type:Third ")
        state.watching.filter = filter
        state.watching.programs[0].past.show(filter)
      }
      #expect(store.past.rows.map(\.number) == [3, 6])
      store.press(KeyPress(.escape))
      try await store.receive(ApplyFilter.self) { state in
        state.watching.filter = nil
        state.watching.programs[0].past.show(nil)
      }
      #expect(store.past.rows.map(\.number) == Array(1...6))
    }
  }

  @Test func `the tab key completes terms and types`() async throws {
    try await withScreen(ScreenFixture.counting(to: 6)) { store in
      store.press("f")
      try await store.receive(OpenPrompt(prompt: Prompt(.filter))) { $0.prompt = Prompt(.filter) }
      store.type("ty")
      try await store.receive(EditPrompt(text: "t", cursor: 1)) {
        $0.prompt?.text = "t"
        $0.prompt?.cursor = 1
      }
      try await store.receive(EditPrompt(text: "ty", cursor: 2)) {
        $0.prompt?.text = "ty"
        $0.prompt?.cursor = 2
      }
      store.press(KeyPress(.tab))
      try await store.receive(ChooseCandidate(index: 0, text: "type:", cursor: 5)) {
        $0.prompt?.typed = .init(text: "ty", cursor: 2)
        $0.prompt?.candidate = 0
        $0.prompt?.text = "type:"
        $0.prompt?.cursor = 5
      }
      store.type("T")
      try await store.receive(EditPrompt(text: "type:T", cursor: 6)) {
        $0.prompt?.typed = nil
        $0.prompt?.candidate = nil
        $0.prompt?.text = "type:T"
        $0.prompt?.cursor = 6
      }
      store.press(KeyPress(.tab))
      try await store.receive(ChooseCandidate(index: 0, text: "type:Third", cursor: 10)) {
        $0.prompt?.typed = .init(text: "type:T", cursor: 6)
        $0.prompt?.candidate = 0
        $0.prompt?.text = "type:Third"
        $0.prompt?.cursor = 10
      }
    }
  }

  @Test func `a command is called by the beginning of its name`() async throws {
    try await withScreen(ScreenFixture.counting(to: 3)) { store in
      try await store.send(OpenPrompt(prompt: Prompt(.command, text: "sta"))) {
        $0.prompt = Prompt(.command, text: "sta")
      }
      store.press(KeyPress(.enter))
      try await store.receive(RefusePrompt.self) {
        $0.prompt?.mistake = .init(place: 0..<3, reason: "it may be state, statistics")
      }
      store.type("t")
      try await store.receive(EditPrompt(text: "stat", cursor: 4)) {
        $0.prompt?.text = "stat"
        $0.prompt?.cursor = 4
        $0.prompt?.mistake = nil
      }
      store.type("istics")
      store.press(KeyPress(.enter))
      for length in 5...10 {
        let text = String("statistics".prefix(length))
        try await store.receive(EditPrompt(text: text, cursor: length)) {
          $0.prompt?.text = text
          $0.prompt?.cursor = length
        }
      }
      try await store.receive(ClosePrompt()) { $0.prompt = nil }
      try await store.receive(ShowTab(tab: .statistics)) { $0.detail.tab = .statistics }
    }
  }

  static let edits: [(text: String, cursor: Int, key: KeyPress, edit: Prompt.Edit)] = [
    ("ab", 1, "x", .text("axb", cursor: 2)),
    ("ab", 1, KeyPress(.backspace), .text("b", cursor: 0)),
    ("ab", 1, KeyPress(.delete), .text("a", cursor: 1)),
    ("", 0, KeyPress(.backspace), .cancelled),
    ("a bc", 4, KeyPress(.character("w"), .control), .text("a ", cursor: 2)),
    ("a bc", 3, KeyPress(.character("u"), .control), .text("c", cursor: 0)),
    ("a bc", 1, KeyPress(.character("k"), .control), .text("a", cursor: 1)),
    ("ab", 0, KeyPress(.left), .text("ab", cursor: 0)),
    ("ab", 2, KeyPress(.right), .text("ab", cursor: 2)),
    ("e", 1, "\u{301}", .text("e\u{301}", cursor: 1)),
    ("ab", 2, KeyPress(.escape), .cancelled),
    ("ab", 2, KeyPress(.enter), .done),
  ]

  @Test(arguments: edits.indices)
  func `a key edits the line`(_ index: Int) {
    let (text, cursor, key, edit) = Self.edits[index]
    var prompt = Prompt(.find, text: text)
    prompt.cursor = cursor
    #expect(prompt.edit(key) == edit)
  }

  @Test func `what is pasted stays on one line`() {
    let line = Prompt(.find, text: "a").line.inserting("b\nc")
    #expect(line == EditableLine(text: "ab c", cursor: 4))
  }
}
