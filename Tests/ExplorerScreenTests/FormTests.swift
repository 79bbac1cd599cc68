import ExplorerTerminal
import Sluice
import SluiceTesting
import SluiceTree
import SluiceWire
import Synchronization
import TestSupport
import Testing

@testable import ExplorerKit

@Suite(.inTurn) struct FormTests {
  private static func add(_ number: Tree) -> WireRecord.Action {
    WireRecord.Action(
      type: "Add",
      payload: .object(Tree.Object([.init(key: "by", value: number)]))
    )
  }

  /// A screen with a form of several kinds of fields.
  private static func withForm(
    _ asked: Asked = Asked(),
    _ body: (TestScreen) async throws -> Void
  ) async throws {
    var state = ScreenFixture.screen(ScreenFixture.counting(to: 2))
    let payload: Tree = ["title": "Milk", "count": 2, "done": false]
    state.form = FormEntry(DispatchForm(WireRecord.Action(type: "Add", payload: payload)))
    try await withTestStore(initialState: state, environment: asked.environment) { store in
      store.registerScreen()
      try await body(store)
    }
  }

  private static func lines(_ store: TestScreen) -> [String] {
    store.selectCurrent(ScreenSelectors.grid).text().split(separator: "\n").map { line in
      String(line)
    }
  }

  @Test func `a type is completed, and its form has what the last of the type carried`()
    async throws
  {
    let asked = Asked()
    var environment = asked.environment
    let (answers, mayAnswer) = AsyncStream.makeStream(of: Void.self)
    environment.send = { [send = environment.send] command, instance in
      for await _ in answers { break }
      return try await send(command, instance)
    }
    try await withScreen(ScreenFixture.counting(to: 5), environment: environment) { store in
      store.press("d")
      try await store.receive(OpenPrompt(prompt: Prompt(.action))) { $0.prompt = Prompt(.action) }
      #expect(Self.lines(store).contains { $0.contains("Reset") })
      store.press("A")
      try await store.receive(EditPrompt(text: "A", cursor: 1)) {
        $0.prompt?.text = "A"
        $0.prompt?.cursor = 1
      }
      store.press(KeyPress(.tab))
      try await store.receive(ChooseCandidate(index: 0, text: "Add", cursor: 3)) {
        $0.prompt?.typed = .init(text: "A", cursor: 1)
        $0.prompt?.candidate = 0
        $0.prompt?.text = "Add"
        $0.prompt?.cursor = 3
      }
      store.press(KeyPress(.enter))
      try await store.receive(ClosePrompt()) { $0.prompt = nil }
      let form = DispatchForm(Self.add(5))
      try await store.receive(OpenForm(form: form)) { $0.form = FormEntry(form) }
      #expect(Self.lines(store).contains("▶   by: 5"))

      store.press("0")
      try await store.receive(EditField(text: "50", cursor: 2)) {
        $0.form?.form.set("50", at: 0)
        $0.form?.cursor = 2
      }
      store.press(KeyPress(.enter), KeyPress(.enter))
      // Sent once, however often Enter is pressed before the answer.
      mayAnswer.yield()
      try await store.receive(DispatchInProgram(action: Self.add(50), instance: "counter")) {
        $0.form?.isSending = true
      }
      try await store.receive(ProgramAnswered.self) {
        $0.form = nil
        $0.notice = Notice(text: "Add was dispatched (commit 9).")
      }
      let sent = WireRecord.dispatch(.init(request: 0, action: Self.add(50)))
      #expect(asked.commands.withLock { $0 } == [sent])
    }
  }

  @Test func `a type is known by its beginning, and others are refused at their place`()
    async throws
  {
    try await withScreen(ScreenFixture.counting(to: 2)) { store in
      for (text, reason, place) in [
        ("Third", "the program accepts Add, Reset", 0..<5),
        ("  Adds {}", "the program accepts Add, Reset", 2..<6),
      ] {
        try await store.send(OpenPrompt(prompt: Prompt(.action, text: text))) {
          $0.prompt = Prompt(.action, text: text)
        }
        store.press(KeyPress(.enter))
        try await store.receive(RefusePrompt.self) {
          $0.prompt?.mistake = .init(place: place, reason: reason)
        }
      }
      try await store.send(OpenPrompt(prompt: Prompt(.action, text: "R"))) {
        $0.prompt = Prompt(.action, text: "R")
      }
      store.press(KeyPress(.enter))
      try await store.receive(ClosePrompt()) { $0.prompt = nil }
      // Nothing is known of the type: its payload is JSON, or nothing.
      let form = DispatchForm(type: "Reset")
      try await store.receive(OpenForm(form: form)) { $0.form = FormEntry(form) }
    }
  }

  @Test func `a commit's action is edited, and a mistake is shown at its field`() async throws {
    let asked = Asked()
    try await withScreen(ScreenFixture.counting(to: 5), environment: asked.environment) { store in
      try await store.send(SelectCommit(number: 4)) { $0.list.selected = 4 }
      store.press("e")
      let form = DispatchForm(Self.add(4))
      try await store.receive(OpenForm(form: form)) { $0.form = FormEntry(form) }
      store.press("x")
      try await store.receive(EditField(text: "4x", cursor: 2)) {
        $0.form?.form.set("4x", at: 0)
        $0.form?.cursor = 2
      }
      store.press(KeyPress(.enter))
      try await store.receive(RefuseForm.self) {
        $0.form?.mistake = .init(field: 0, description: "\"4x\" is no number.")
      }
      let lines = Self.lines(store)
      let field = try #require(lines.firstIndex(of: "▶   by: 4x"))
      #expect(lines[field + 1] == "    ! \"4x\" is no number.")
      store.press(KeyPress(.backspace))
      try await store.receive(EditField(text: "4", cursor: 1)) {
        $0.form?.form.set("4", at: 0)
        $0.form?.cursor = 1
        $0.form?.mistake = nil
      }
      store.press(KeyPress(.enter))
      try await store.receive(DispatchInProgram(action: Self.add(4), instance: "counter")) {
        $0.form?.isSending = true
      }
      try await store.receive(ProgramAnswered.self) {
        $0.form = nil
        $0.list.selected = nil
        $0.notice = Notice(text: "Add was dispatched (commit 9).")
      }
      #expect(asked.commands.withLock { $0.count } == 1)
    }
  }

  @Test func `an action that the program does not accept is not edited`() async throws {
    try await withScreen(ScreenFixture.counting(to: 3)) { store in
      store.press("e")
      let reason = "The program does not accept Third, but Add, Reset."
      try await store.receive(ShowNotice(reason, isProblem: true)) {
        $0.notice = Notice(text: reason, isProblem: true)
      }
    }
  }

  @Test func `what was filled in stays when the program refuses it`() async throws {
    try await withScreen(ScreenFixture.counting(to: 2)) { store in
      store.press("e")
      let form = DispatchForm(Self.add(2))
      try await store.receive(OpenForm(form: form)) { $0.form = FormEntry(form) }
      store.press(KeyPress(.enter))
      try await store.receive(DispatchInProgram.self) { $0.form?.isSending = true }
      try await store.receive(DispatchRefused(reason: "Nobody answers.")) {
        $0.form?.isSending = false
        $0.notice = Notice(text: "Nobody answers.", isProblem: true)
      }
      store.press(KeyPress(.escape))
      try await store.receive(HideNotice()) { $0.notice = nil }
      try await store.receive(CloseForm()) { $0.form = nil }
    }
  }

  @Test func `keys go from field to field, flip what is true or false, and make null`() async throws
  {
    try await Self.withForm { store in
      for (key, field) in [
        (KeyPress(.tab), 1), (KeyPress(.down), 2), (KeyPress(.tab), 0), (KeyPress(.backTab), 2),
      ] {
        store.press(key)
        try await store.receive(SelectField(index: field)) { $0.form?.select(field) }
      }
      store.press(" ")
      try await store.receive(EditField(text: "true", cursor: 4)) {
        $0.form?.form.set("true", at: 2)
        $0.form?.cursor = 4
      }
      store.press(KeyPress(.character("t"), .control))
      try await store.receive(ToggleNull()) { $0.form?.form.toggleNull(at: 2) }
      #expect(Self.lines(store).contains("▶   done: null"))
      store.press(KeyPress(.down))
      try await store.receive(SelectField(index: 0)) { $0.form?.select(0) }
      // In a text, a space is a space.
      store.press(" ")
      try await store.receive(EditField(text: "Milk ", cursor: 5)) {
        $0.form?.form.set("Milk ", at: 0)
        $0.form?.cursor = 5
      }
      ScreenInput(store: store).take(.paste("and\nbread"))
      try await store.receive(EditField(text: "Milk and bread", cursor: 14)) {
        $0.form?.form.set("Milk and bread", at: 0)
        $0.form?.cursor = 14
      }
      let grid = store.selectCurrent(ScreenSelectors.grid)
      let cursor = try #require(grid.cursor)
      let line = try #require(Self.lines(store).firstIndex { $0.contains("Milk and bread") })
      #expect(cursor == GridPosition(row: line, column: "▶   title: \"Milk and bread".count))
    }
  }

  @Test func `the form becomes a line of JSON, for what its fields can't say`() async throws {
    let asked = Asked()
    try await Self.withForm(asked) { store in
      store.press(KeyPress(.character("r"), .control))
      try await store.receive(CloseForm()) { $0.form = nil }
      let text = #"Add {"title":"Milk","count":2,"done":false}"#
      try await store.receive(OpenPrompt(prompt: Prompt(.action, text: text))) {
        $0.prompt = Prompt(.action, text: text)
      }
      store.press(KeyPress(.enter))
      try await store.receive(ClosePrompt()) { $0.prompt = nil }
      let action = WireRecord.Action(
        type: "Add",
        payload: ["title": "Milk", "count": 2, "done": false]
      )
      try await store.receive(DispatchInProgram(action: action, instance: "counter"))
      try await store.receive(ProgramAnswered.self) {
        $0.notice = Notice(text: "Add was dispatched (commit 9).")
      }
    }
  }

  @Test func `a click chooses a field, and the wheel goes through them`() async throws {
    try await Self.withForm { store in
      let line = try #require(Self.lines(store).firstIndex { $0.contains("done:") })
      let input = ScreenInput(store: store)
      input.take(.mouse(MousePress(.left, row: line, column: 9)))
      try await store.receive(SelectField(index: 2)) { $0.form?.select(2) }
      input.take(.mouse(MousePress(.wheelUp, row: line, column: 9)))
      try await store.receive(SelectField(index: 1)) { $0.form?.select(1) }
    }
  }

  @Test func `the cursor of a form is on the screen, however long the form and its texts are`()
    throws
  {
    let long = String(repeating: "ab 漢 ", count: 60)
    let payload = Tree.array(Tree.Elements((0..<100).map { _ in .string(long) }))
    var entry = FormEntry(DispatchForm(WireRecord.Action(type: "Add", payload: payload)))
    var state = ScreenFixture.screen(ScreenFixture.counting(to: 2))
    for field in [0, 50, 99] {
      entry.select(field)
      for cursor in [0, 7, 150, long.count] {
        entry.cursor = cursor
        state.form = entry
        for (columns, rows) in [(40, 12), (80, 24), (200, 50)] {
          state.size = GridSize(columns: columns, rows: rows)
          let grid = ScreenSelectors.grid.value(in: state)
          let place = try #require(grid.cursor)
          #expect(place.row < rows - 1 && place.column < columns)
          let line = grid.text().split(separator: "\n", omittingEmptySubsequences: false)[place.row]
          #expect(line.contains("[\(field)]: "))
        }
      }
    }
  }
}
