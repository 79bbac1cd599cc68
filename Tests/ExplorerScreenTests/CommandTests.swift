import Sluice
import SluiceTesting
import SluiceTree
import SluiceWire
import TestSupport
import Testing

@testable import ExplorerKit

/// What programs and the terminal are asked for.
@Suite(.inTurn) struct CommandTests {
  private static let counting = Desk(to: 8).state

  private static let done: [(keys: String, command: WireRecord?, summary: String)] = [
    (
      ":3\rtt", .restore(.init(request: 0, to: .number(3))),
      "at 3; “The program has the state after commit 3, and T puts it back (commit 9)."
    ),
    (
      "T", .restore(.init(request: 0, to: .number(8))),
      "at 3; “The program has the state from before you travelled (commit 9)."
    ),
    ("T", nil, "at 3; “The program has not travelled: t puts an earlier state into it."),
    (
      "dAdd {\"by\":2}\r",
      .dispatch(.init(request: 0, action: .init(type: "Add", payload: ["by": 2]))),
      "following; “Add was dispatched (commit 9)."
    ),
    (
      "dA\r\u{7F}0}\r",
      .dispatch(.init(request: 0, action: .init(type: "Add", payload: ["by": 80]))),
      "following; “Add was dispatched (commit 9)."
    ),
    ("y", nil, "following; “Copied commit 8 as a command."),
  ]

  @Test func `what is asked for is done once, and said`() async throws {
    let commands = Guarded<[WireRecord]>([])
    let texts = Guarded<[String]>([])
    var environment = ScreenEnvironment.unused
    environment.send = { command, _ in
      commands.withLock { $0.append(command) }
      return .counted(9)
    }
    environment.copy = { text in texts.withLock { $0.append(text) } }
    try await withScreen(Self.counting, environment: environment) { store in
      for (keys, command, summary) in Self.done {
        commands.withLock { $0 = [] }
        try await store.type(keys)
        try await store.awaitAnswers()
        try await store.awaitRequests()
        #expect(commands.withLock { $0 } == [command].compactMap(\.self), "\(keys)")
        #expect(store.state.summary == summary)
      }
    }
    #expect(texts.withLock { $0 } == [#"sluice-explorer send Add '{"by":8}'"#])
  }

  @Test func `who goes back finds each pane's cursor where it was`() {
    var state = Self.counting
    for (line, tab) in Detail.Tab.allCases.enumerated() {
      (state.detail[tab].cursor, state.detail[tab].top) = (line + 2, line + 1)
    }
    let place = state.place
    for tab in Detail.Tab.allCases { state.detail[tab].begin() }
    state.goBack(to: place)
    #expect(Detail.Tab.allCases.map { state.detail[$0].cursor } == [2, 3, 4])
    #expect(Detail.Tab.allCases.map { state.detail[$0].top } == [1, 2, 3])
  }

  @Test(arguments: [
    ("tt", "at 8; ! Nobody answers."), ("xx", "at 8; ! Nobody answers."),
    ("e\r", "following; ! Nobody answers."),
  ])
  func `a refusal is shown`(keys: String, summary: String) async throws {
    try await withScreen(Self.counting) { store in
      try await store.type(keys)
      try await store.awaitRequests()
      #expect(store.state.summary == summary)
    }
  }

  @Test func `what changes a program is asked about once, and only the same key agrees`() {
    var desk = Desk(Self.counting)
    let steps: [(keys: String, works: [String])] = [
      ("t", []), ("x", []), ("jx", []), ("kt", []), ("t", ["travel 7"]),
      (":2\rt", ["travel 7", "travel 2"]), ("x", ["travel 7", "travel 2", "leave out [2]"]),
    ]
    for (keys, works) in steps {
      desk.type(keys)
      let asked = desk.requests.map { request in
        switch request.work {
        case .travel(let number, _): "travel \(number)"
        case .leaveOut(let numbers, _): "leave out \(numbers)"
        default: "\(request.work)"
        }
      }
      #expect(asked == works, "\(keys)")
      #expect((desk.state.notice?.text.contains("this is asked once") ?? false) == works.isEmpty)
    }
  }

  @Test
  func `the way back leads to the commit and the line from which the program travelled first`() {
    var desk = Desk(Self.counting)
    desk.type(":5\r2jtth:2\rt")
    for (index, request) in desk.requests.enumerated() {
      desk.take(RequestEnded(request: request, outcome: .committed(9 + index)))
    }
    #expect(desk.state.selected == 2)
    desk.type("g1T")
    guard let request = desk.requests.first else { return #expect(Bool(false)) }
    #expect(request.work == .travelBack(to: 8))
    desk.take(RequestEnded(request: request, outcome: .committed(11)))
    let notice = "“The program has the state from before you travelled (commit 11)."
    #expect(desk.state.summary == "at 5; State; in the pane; on third; " + notice)
    #expect(desk.state.program?.home == nil)
  }

  @Test func `an edited text is in the line again, and is dispatched with the action's elements`()
    async throws
  {
    let commands = Guarded<[WireRecord]>([])
    var environment = ScreenEnvironment.unused
    environment.edit = { $0.replacing("8", with: "\n 9") }
    environment.send = { command, _ in
      commands.withLock { $0.append(command) }
      return .counted(9)
    }
    try await withScreen(Self.counting, environment: environment) { store in
      try await store.type("e\u{18}")
      try await store.awaitRequests()
      #expect(store.state.summary == "following; action: Add {\"by\":  9}|")
      try await store.type("\r")
      try await store.awaitRequests()
    }
    let action = WireRecord.Action(type: "Add", payload: ["by": 9])
    #expect(commands.withLock { $0 } == [.dispatch(.init(request: 0, action: action))])
  }

  @Test func `the way back leads to where the program was before it travelled first`() {
    var state = Self.counting
    state.watching.programs[0].home = .init(number: 3, place: state.place)
    let travel = ScreenRequest(id: 7, work: .travel(1, from: state.place), instance: "counter")
    let back = ScreenRequest(id: 8, work: .travelBack(to: 3), instance: "counter")
    let steps: [(outcome: ScreenRequest.Outcome, request: ScreenRequest, home: Int?)] = [
      (.committed(7), travel, 3), (.failed("No."), back, 3), (.committed(9), back, nil),
      (.committed(12), travel, 11),
    ]
    for (outcome, request, home) in steps {
      state.take(outcome, of: request)
      #expect(state.program?.home?.number == home)
    }
  }

  @Test func `an answer of another program leaves the list where it is`() {
    var desk = Desk(Self.counting)
    desk.type(":2\r")
    let request = ScreenRequest(id: 1, work: .dispatch(.init(type: "Add")), instance: "other")
    desk.take(RequestEnded(request: request, outcome: .committed(7)))
    #expect(desk.state.summary == "at 2; “Add was dispatched (commit 7).")
  }

  @Test(arguments: [("", "at 2"), ("jj", "at 4"), (" ", "at 2; paused")])
  func `an answer leaves the list where keys put it`(keys: String, place: String) throws {
    var desk = Desk(Self.counting)
    desk.type(":2\rtt")
    let request = try #require(desk.requests.first)
    desk.type(keys)
    desk.take(RequestEnded(request: request, outcome: .committed(7)))
    let notice = "“The program has the state after commit 2, and T puts it back (commit 7)."
    #expect(desk.state.summary == place + "; " + notice)
  }

  @Test func `a program is asked for one thing after another, and in vain only for the last`() {
    var desk = Desk(Self.counting)
    desk.type(":1\rtt:2\rt:3\rtx:4\rxyy:5\rt")
    // The one under way, the last of each kind, and all for the terminal.
    let command = #"sluice-explorer send Add '{"by":4}'"#
    let copy = ScreenRequest.Work.copy(command, what: "commit 4 as a command")
    let summaries = [
      "travel(1)", "leave out [3, 4]", "\(copy)", "\(copy)", "travel(5)",
    ]
    #expect(desk.requests.map(\.summary) == summaries)
    // The terminal is asked beside the program.
    #expect(desk.state.requests.ready.map(\.summary) == ["travel(1)", "\(copy)", "\(copy)"])
    desk.take(RequestEnded(request: desk.requests[0], outcome: .failed("No.")))
    #expect(desk.state.requests.ready.map(\.summary) == [summaries[1], "\(copy)", "\(copy)"])
  }

  @Test func `what one program is asked replaces nothing that another is asked`() {
    var requests = ScreenRequests()
    for (number, instance) in ["a", "b", "b", "a", "a"].enumerated() {
      requests.add(.travelBack(to: number), of: instance, after: 0)
    }
    #expect(requests.pending.map(\.work) == [0, 1, 2, 4].map { .travelBack(to: $0) })
  }

  @Test(arguments: [(80, 24), (40, 40), (200, 50)])
  func `a long reason is shown to its end`(columns: Int, rows: Int) {
    let reason = (1...60).map { "word\($0)" }.joined(separator: " ")
    var desk = Desk(to: 2, columns: columns, rows: rows)
    desk.change { $0.notice = Notice(reason, isProblem: true) }
    let shown = desk.text.split(whereSeparator: \.isWhitespace).joined(separator: " ")
    #expect(shown.hasSuffix("! " + reason))
  }

  @Test(arguments: [
    (HubEvent.problem(label: nil, "Line 3: no JSON"), "Line 3: no JSON"),
    (.problem(label: "Counter", "Too long."), "Counter: Too long."),
    (ScreenFixture.record(.error(.init(message: "It is full."))), "Counter: It is full."),
  ])
  func `what goes wrong in a program or a file is shown`(event: HubEvent, text: String) {
    let state = Desk(ScreenFixture.counting(to: 2) + [event]).state
    #expect(state.notice == Notice(text, isProblem: true))
  }

  @Test func `what was saved is read again as it was`() throws {
    var events = try ScreenFixture.session("demo.session")
    let before = try #require(Desk(events).state.program)
    let number = try #require(before.past.history.lastNumber) + 1
    // A run that ends after another commit, an answer to a command, and a gap at the end.
    func commit(_ number: Int) -> WireRecord {
      var commit = ScreenFixture.commit(number)
      (commit.changes, commit.reply) = ([], number)
      return .commit(commit)
    }
    let records = [
      commit(number), ScreenFixture.effect(.started, "load", run: 9_000, commit: number),
      commit(number + 1), ScreenFixture.effect(.failed, "load", run: 9_000, commit: number),
      .missing(number + 2...number + 4),
    ]
    events += records.map {
      .record(label: before.label, instance: before.hello.instance, $0)
    }
    let program = try #require(Desk(events).state.program)
    var session = SessionEvents()
    var past = ShownPast()
    for line in SavedSession(of: program).bytes.split(separator: UInt8(ascii: "\n")) {
      past.take(try session.take(try WireEnvelope(line: line)).get())
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

  @Test func `a text that is too long for the clipboard is cut at a character, and that is said`() {
    let long = String(repeating: "x", count: ClipboardSequence.maximum - 1)
    let copied = ClipboardSequence.bytes(copying: long)
    #expect(ClipboardSequence.bytes(copying: long + "éé") == copied)
    #expect(ClipboardSequence.bytes(copying: long + "e") != copied)
    #expect(ClipboardSequence.limit(of: long + "e") == "")
    #expect(ClipboardSequence.limit(of: long + "é") == "the first 73 KiB of ")
  }

  @Test(arguments: [("", ""), ("a", "YQ=="), ("ab", "YWI="), ("abc", "YWJj"), ("abcd", "YWJjZA==")])
  func `the clipboard gets the text in base 64`(text: String, code: String) {
    let bytes = ClipboardSequence.bytes(copying: text)
    #expect(String(decoding: bytes, as: UTF8.self) == "\u{1B}]52;c;\(code)\u{7}")
  }
}
