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

@Suite(.inTurn) struct CommandTests {
  @Test func `travelling asks for a state, and back for the one before the first`() async throws {
    let asked = Asked()
    try await withScreen(ScreenFixture.counting(to: 8), environment: asked.environment) {
      store in
      try await store.send(SelectCommit(number: 3)) { $0.list.selected = 3 }
      store.press("t")
      try await store.receive(Travel(number: 3, instance: "counter"))
      try await store.receive(ProgramAnswered.self) {
        $0.watching.programs[0].home = 8
        $0.list.selected = nil
        $0.notice = Notice(
          text: "The program has the state after commit 3, and T puts it back (commit 9)."
        )
      }
      store.press("T")
      try await store.receive(HideNotice()) { $0.notice = nil }
      try await store.receive(TravelBack(number: 8, instance: "counter"))
      try await store.receive(ProgramAnswered.self) {
        $0.watching.programs[0].home = nil
        $0.notice = Notice(
          text: "The program has the state from before you travelled (commit 9)."
        )
      }
      #expect(
        asked.commands.withLock { $0 } == [
          .restore(.init(request: 0, to: .number(3))), .restore(.init(request: 0, to: .number(8))),
        ]
      )
    }
  }

  @Test func `an action is sent with its payload as JSON, and again after a mistake`() async throws
  {
    let asked = Asked()
    try await withScreen(ScreenFixture.counting(to: 2), environment: asked.environment) {
      store in
      let text = #"Add {"by":2"#
      try await store.send(OpenPrompt(prompt: Prompt(.action, text: text))) {
        $0.prompt = Prompt(.action, text: text)
      }
      store.press(KeyPress(.enter))
      try await store.receive(RefusePrompt.self, where: { $0.mistake.place == 4..<11 }) {
        $0.prompt?.mistake = store.prompt?.mistake
      }
      store.type("}")
      try await store.receive(EditPrompt(text: text + "}", cursor: 12)) {
        $0.prompt?.text = text + "}"
        $0.prompt?.cursor = 12
        $0.prompt?.mistake = nil
      }
      store.press(KeyPress(.enter))
      try await store.receive(ClosePrompt()) { $0.prompt = nil }
      let payload = Tree.object(Tree.Object([.init(key: "by", value: .integer(2))]))
      let action = WireRecord.Action(type: "Add", payload: payload)
      try await store.receive(DispatchInProgram(action: action, instance: "counter"))
      try await store.receive(ProgramAnswered.self) {
        $0.notice = Notice(text: "Add was dispatched (commit 9).")
      }
      #expect(asked.commands.withLock { $0 } == [.dispatch(.init(request: 0, action: action))])
    }
  }

  @Test func `after a refusal, which is shown, there is no state to go back to`() async throws {
    try await withScreen(ScreenFixture.counting(to: 2)) { store in
      store.press("t")
      try await store.receive(Travel(number: 2, instance: "counter"))
      try await store.receive(ShowNotice("Nobody answers.", isProblem: true)) {
        $0.notice = Notice(text: "Nobody answers.", isProblem: true)
      }
      store.press("T")
      try await store.receive(HideNotice()) { $0.notice = nil }
      try await store.receive(ShowNotice.self) {
        $0.notice = Notice(
          text: "The program has not travelled: t puts an earlier state into it."
        )
      }
    }
  }

  @Test func `the way back stays until the program has gone it`() async throws {
    var state = ScreenFixture.screen(ScreenFixture.counting(to: 5))
    state.watching.programs[0].home = 3
    try await withTestStore(initialState: state, environment: ScreenEnvironment.unused) { store in
      store.registerScreen()
      for attempt in 1...2 {
        store.press("T")
        if attempt == 2 { try await store.receive(HideNotice()) { $0.notice = nil } }
        try await store.receive(TravelBack(number: 3, instance: "counter"))
        try await store.receive(ShowNotice("Nobody answers.", isProblem: true)) {
          $0.notice = Notice(text: "Nobody answers.", isProblem: true)
        }
      }
      // Having travelled twice, it goes back to where it was before the first time.
      let again = ProgramAnswered(what: "", number: 7, instance: "counter", home: .left(6))
      try await store.send(again) { $0.notice = Notice(text: " (commit 7).") }
    }
  }

  @Test func `an answer of another program leaves the list where it is`() async throws {
    try await withScreen(ScreenFixture.counting(to: 5)) { store in
      try await store.send(SelectCommit(number: 2)) { $0.list.selected = 2 }
      let answer = ProgramAnswered(what: "Add was dispatched", number: 7, instance: "other")
      try await store.send(answer) { $0.notice = Notice(text: "Add was dispatched (commit 7).") }
    }
  }

  @Test func `a long reason is shown to its end`() {
    let words = (1...60).map { "word\($0)" }
    var state = ScreenFixture.screen(ScreenFixture.counting(to: 2))
    state.notice = Notice(text: words.joined(separator: " "), isProblem: true)
    for (columns, rows) in [(80, 24), (40, 40), (200, 50)] {
      state.size = GridSize(columns: columns, rows: rows)
      let lines = ScreenSelectors.grid.value(in: state).text().split(separator: "\n")
      let first = lines.firstIndex { $0.hasPrefix("! word1 ") } ?? 0
      #expect(
        lines[first...].joined(separator: " ").split(separator: " ").dropFirst().map(String.init)
          == words
      )
    }
  }

  static let problems: [(event: HubEvent, text: String)] = [
    (.problem(label: nil, "Line 3: no JSON"), "Line 3: no JSON"),
    (.problem(label: "Counter", "Too long."), "Counter: Too long."),
    (ScreenFixture.record(.error(.init(message: "It is full."))), "Counter: It is full."),
  ]

  @Test(arguments: problems)
  func `what goes wrong in a program or a file is shown`(event: HubEvent, text: String) {
    let state = ScreenFixture.screen(ScreenFixture.counting(to: 2) + [event])
    #expect(state.notice == Notice(text: text, isProblem: true))
  }

  @Test func `the action is copied from the list`() async throws {
    let asked = Asked()
    try await withScreen(ScreenFixture.counting(to: 2), environment: asked.environment) {
      store in
      store.press("y")
      let what = "the action of commit 2"
      try await store.receive(CopyText(text: "Add(by: 2)", what: what))
      try await store.receive(ShowNotice("Copied \(what).")) {
        $0.notice = Notice(text: "Copied \(what).")
      }
      #expect(asked.texts.withLock { $0 } == ["Add(by: 2)"])
    }
  }

  @Test func `what was saved is read again as it was`() throws {
    var events = try ScreenFixture.session("demo.session")
    let before = try #require(ScreenFixture.screen(events).program)
    let number = try #require(before.past.history.lastNumber) + 1
    // A run that ends after another commit, an answer to a command, and a gap at the end.
    func effect(_ event: WireRecord.Effect.Event) -> WireRecord {
      .effect(.init(event: event, effect: "load", run: 9_000, commit: number, time: 1))
    }
    func commit(_ number: Int) -> WireRecord {
      var commit = ScreenFixture.commit(number)
      commit.changes = []
      commit.reply = number
      return .commit(commit)
    }
    let gap = WireRecord.Dropped(count: 3, from: number + 2, to: number + 4, reason: nil)
    for record in [
      commit(number), effect(.started), commit(number + 1), effect(.failed), .dropped(gap),
    ] {
      events.append(.record(label: before.label, instance: before.hello.instance, record))
    }
    let program = try #require(ScreenFixture.screen(events).program)
    let saved = SavedSession(of: program)
    var session = SessionEvents()
    var past = ShownPast(instance: program.hello.instance)
    for line in saved.bytes.split(separator: UInt8(ascii: "\n")) {
      let envelope = try WireEnvelope(line: line)
      for event in try session.take(envelope).get() {
        if case .record(_, _, let record) = event { past.take(record) }
      }
    }
    #expect(past.rows == program.past.rows)
    #expect(past.history.state(after: number)?.tree == before.past.history.lastState)
    let failed = past.rows.filter { past.tally.failed.contains($0.number) }
    #expect(failed == program.past.rows.filter { program.past.tally.failed.contains($0.number) })
    #expect(past.tally.failed.count == program.past.tally.failed.count && !failed.isEmpty)
    #expect(past.history.runs.runs == program.past.history.runs.runs)
    #expect(past.history.runs.run(9_000)?.endedAfter == number + 1)
    #expect(past.history.commit(number)?.reply == nil)
  }

  @Test func `a text that is too long for the clipboard is cut at a character, and that is said`()
    async throws
  {
    let maximum = ClipboardSequence.maximum
    let long = String(repeating: "x", count: maximum - 1)
    let cut = ClipboardSequence.bytes(copying: long + "éé")
    #expect(cut == ClipboardSequence.bytes(copying: long))
    #expect(ClipboardSequence.bytes(copying: long + "e") != cut)
    #expect(ClipboardSequence.limit(of: long + "e") == "")
    try await withScreen(ScreenFixture.counting(to: 1)) { store in
      try await store.send(CopyText(text: long + "é", what: "the state"))
      let notice = ShowNotice("Copied the first 73 KiB of the state.")
      try await store.receive(notice) { $0.notice = notice.notice }
    }
  }

  @Test func `the clipboard gets the text in base 64`() {
    let sequences = ["", "a", "ab", "abc", "abcd"].map { text in
      String(decoding: ClipboardSequence.bytes(copying: text), as: UTF8.self)
    }
    #expect(
      sequences
        == ["", "YQ==", "YWI=", "YWJj", "YWJjZA=="].map { "\u{1B}]52;c;\($0)\u{7}" }
    )
  }
}
