import ExplorerTerminal
import Sluice
import SluiceSocket
import SluiceTesting
import SluiceTree
import SluiceWire
import TestSupport
import Testing

@testable import ExplorerKit

/// What programs and the terminal are asked for.
@Suite(.inTurn) struct CommandTests {
  private static let counting = ScreenFixture.screen(ScreenFixture.counting(to: 8))

  private static let done: [(keys: String, command: WireRecord?, summary: String)] = [
    (
      ":3\rt", .restore(.init(request: 0, to: .number(3))),
      "following; “The program has the state after commit 3, and T puts it back (commit 9)."
    ),
    (
      "T", .restore(.init(request: 0, to: .number(8))),
      "following; “The program has the state from before you travelled (commit 9)."
    ),
    ("T", nil, "following; “The program has not travelled: t puts an earlier state into it."),
    (
      "dAdd {\"by\":2}\r",
      .dispatch(.init(request: 0, action: .init(type: "Add", payload: ["by": 2]))),
      "following; “Add was dispatched (commit 9)."
    ),
    (
      "dA\r0\r", .dispatch(.init(request: 0, action: .init(type: "Add", payload: ["by": 80]))),
      "following; “Add was dispatched (commit 9)."
    ),
    ("y", nil, "following; “Copied the action of commit 8."),
  ]

  @Test func `what is asked for is done once, and said`() async throws {
    let outside = Outside()
    try await withScreen(Self.counting, environment: outside.environment) { store in
      for (keys, command, summary) in Self.done {
        outside.commands.withLock { $0 = [] }
        try await store.type(keys)
        try await store.awaitAnswers()
        while !store.state.requests.pending.isEmpty { try await store.receive(RequestEnded.self) }
        #expect(outside.commands.withLock { $0 } == [command].compactMap(\.self), "\(keys)")
        #expect(store.state.summary == summary)
      }
      #expect(outside.texts.withLock { $0 } == ["Add(by: 8)"])
    }
  }

  private static let refused: [(keys: String, summary: String)] = [
    ("t", "following; ! Nobody answers."),
    ("x", "at 8; ! Nobody answers."),
    ("T", "following; “The program has not travelled: t puts an earlier state into it."),
    ("e\r", "following; form Add >by=8; ! Nobody answers."),
  ]

  @Test(arguments: refused.indices)
  func `a refusal is shown, and what was filled in stays`(_ index: Int) async throws {
    let (keys, summary) = Self.refused[index]
    try await withScreen(Self.counting) { store in
      try await store.type(keys)
      while !store.state.requests.pending.isEmpty { try await store.receive(RequestEnded.self) }
      #expect(store.state.summary == summary)
    }
  }

  @Test func `the way back leads to where the program was before it travelled first`() {
    var state = Self.counting
    state.watching.programs[0].home = 3
    let travel = ScreenRequest(id: 7, work: .travel(1), instance: "counter")
    state.take(.committed(7), of: travel)
    #expect(state.program?.home == 3)
    let back = ScreenRequest(id: 8, work: .travelBack(3), instance: "counter")
    state.take(.failed("No."), of: back)
    #expect(state.program?.home == 3)
    state.take(.committed(9), of: back)
    #expect(state.program?.home == nil)
    state.take(.committed(12), of: travel)
    #expect(state.program?.home == 11)
  }

  @Test func `an answer of another program leaves the list where it is`() {
    var desk = Desk(Self.counting)
    desk.type(":2\r")
    let request = ScreenRequest(
      id: 1,
      work: .dispatch(.init(type: "Add")),
      instance: "other"
    )
    desk.take(RequestEnded(request: request, outcome: .committed(7)))
    #expect(desk.state.summary == "at 2; “Add was dispatched (commit 7).")
  }

  @Test func `an answer leaves the list where it is after further keys`() throws {
    for (keys, summary) in [
      ("", "following; “The program has the state after commit 2, and T puts it back (commit 7)."),
      (
        "jj",
        "at 4; “The program has the state after commit 2, and T puts it back (commit 7)."
      ),
      (
        " ",
        "at 2; paused; “The program has the state after commit 2, and T puts it back (commit 7)."
      ),
    ] {
      var desk = Desk(Self.counting)
      desk.type(":2\rt")
      let request = try #require(desk.state.requests.pending.first)
      desk.type(keys)
      desk.take(RequestEnded(request: request, outcome: .committed(7)))
      #expect(desk.state.summary == summary)
    }
  }

  @Test(arguments: [ScreenRequest.Outcome.committed(9), .failed("No.")])
  func `the answer to another request leaves a form as it is`(_ outcome: ScreenRequest.Outcome)
    throws
  {
    var desk = Desk(Self.counting)
    desk.type(":2\rte\r")
    let requests = desk.state.requests.pending
    #expect(requests.count == 2 && desk.state.form?.sending == requests[1].id)
    desk.take(RequestEnded(request: requests[0], outcome: outcome))
    #expect(desk.state.form?.sending == requests[1].id)
    desk.take(RequestEnded(request: requests[1], outcome: outcome))
    #expect((desk.state.form == nil) == (outcome == .committed(9)))
    #expect(desk.state.form?.isSending != true)
  }

  @Test func `of what a program is asked in vain only the last is left`() {
    var desk = Desk(Self.counting)
    desk.type(":1\rt:2\rt:3\rtx:4\rxyy:5\rt")
    let works = desk.state.requests.pending.map(\.work)
    guard case .travel(1) = works.first, case .travel(5) = works.last else {
      Issue.record("\(works)")
      return
    }
    // The one under way, the last of each kind, and all for the terminal.
    #expect(works.count == 5)
    #expect(works.contains(.leaveOut([3, 4], chosen: 4)))
  }

  @Test func `what one program is asked replaces nothing that another is asked`() {
    var requests = ScreenRequests()
    for (number, instance) in ["a", "b", "b", "a", "a"].enumerated() {
      requests.add(.travel(number), of: instance, after: 0)
    }
    #expect(requests.pending.map(\.work) == [.travel(0), .travel(1), .travel(2), .travel(4)])
  }

  @Test func `a program is asked for one thing after another, and the terminal beside it`() throws {
    var desk = Desk(Self.counting)
    desk.type(":2\rx:3\rxy")
    #expect(desk.state.requests.pending.map(\.id) == [1, 2, 3])
    #expect(desk.state.requests.ready.map(\.id) == [1, 3])
    let first = try #require(desk.state.requests.ready.first)
    desk.take(RequestEnded(request: first, outcome: .failed("No.")))
    #expect(desk.state.requests.ready.map(\.id) == [2, 3])
  }

  @Test func `a long reason is shown to its end`() {
    let words = (1...60).map { "word\($0)" }
    var state = ScreenFixture.screen(ScreenFixture.counting(to: 2))
    state.notice = Notice(words.joined(separator: " "), isProblem: true)
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
    #expect(state.notice == Notice(text, isProblem: true))
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

  @Test func `a text that is too long for the clipboard is cut at a character, and that is said`() {
    let maximum = ClipboardSequence.maximum
    let long = String(repeating: "x", count: maximum - 1)
    let cut = ClipboardSequence.bytes(copying: long + "éé")
    #expect(cut == ClipboardSequence.bytes(copying: long))
    #expect(ClipboardSequence.bytes(copying: long + "e") != cut)
    #expect(ClipboardSequence.limit(of: long + "e") == "")
    #expect(ClipboardSequence.limit(of: long + "é") == "the first 73 KiB of ")
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
