import SluiceTree
import SluiceWire
import TestSupport
import Testing

@testable import ExplorerKit

/// Questions over a connection, answered by the hub.
@Suite(.inTurn)
struct QuestionRequestTests {
  private static let commits = 20

  /// A hub that has heard of a program, and a viewer that has read its greeting.
  private static func asked() throws -> (hub: TurnedHub, program: WireProgram, viewer: WireProgram)
  {
    let hub = try TurnedHub()
    let program = try hub.program()
    try program.send(.hello("One"), .state(0, ["a": 0]))
    for number in 1...commits { try program.send(FetchedPastTests.changing(number)) }
    try hub.turn { $0 == .record(label: "One", instance: "a", FetchedPastTests.changing(commits)) }
    let viewer = try hub.viewer()
    for _ in 0..<2 { _ = try hub.next(for: viewer) }
    return (hub, program, viewer)
  }

  private static let questions: [(question: Question, lines: [Tree])] = [
    (.state(StatePath([.key("a")]), at: 7), [["number": 7, "state": 7]]),
    (
      .diff(3, 5),
      [
        [
          "from": 3, "to": 5,
          "changes": [["kind": "set", "path": ["a"], "old": 3, "new": 5]],
        ]
      ]
    ),
    (.blame(StatePath(), at: nil), [["path": "a", "value": 20, "author": ["commit": 20]]]),
    (.diagnostics, []),
  ]

  @Test(arguments: questions.indices)
  func `a question is answered as the command answers it`(index: Int) throws {
    let (hub, program, viewer) = try Self.asked()
    let (question, lines) = Self.questions[index]
    var record = question.record(of: ProgramChoice(app: "One"), nil)
    record.request = 7
    try viewer.send(.question(record))
    #expect(
      try hub.next(for: viewer).record == .answer(.init(reply: 7, app: "One", lines: lines))
    )
    withExtendedLifetime(program) {}
  }

  @Test func `a peer that only asks receives nothing but answers`() throws {
    let (hub, program, _) = try Self.asked()
    let asker = try hub.viewer(.asker)
    let next = FetchedPastTests.changing(Self.commits + 1)
    try program.send(next)
    try hub.turn { $0 == .record(label: "One", instance: "a", next) }
    var record = Question.state(StatePath([.key("a")]), at: nil).record(of: ProgramChoice(), nil)
    record.request = 1
    try asker.send(.question(record))
    let lines: [Tree] = [["number": 21, "state": 21]]
    #expect(
      try hub.next(for: asker).record == .answer(.init(reply: 1, app: "One", lines: lines))
    )
    withExtendedLifetime(program) {}
  }

  @Test func `an answer for people has the lines that they would see`() throws {
    let (hub, program, viewer) = try Self.asked()
    let layout = WireRecord.Question.Layout(
      columns: 40,
      isColored: false,
      isFull: false,
      isPlotted: false
    )
    try viewer.send(.question(Question.diff(3, 5).record(of: ProgramChoice(), layout)))
    guard case .answer(let answer) = try hub.next(for: viewer).record else {
      Issue.record("No answer came.")
      return
    }
    #expect(answer.lines.contains("~ a: 3 → 5"))
    withExtendedLifetime(program) {}
  }

  private static let refused: [(line: String, code: Int?, message: String)] = [
    (#"{"type":"question","request":3,"ask":"why","path":"b"}"#, 64, "There is no `b`"),
    (#"{"type":"question","request":3,"ask":"why","path":"b["}"#, 64, "The path cannot be read"),
    (#"{"type":"question","request":3,"ask":"show","at":99}"#, 64, "There is no commit 99"),
    (#"{"type":"question","request":3,"ask":"show"}"#, 64, "lacks the number of a commit"),
    (#"{"type":"question","request":3,"ask":"diff","from":1}"#, 64, "lacks the number of a commit"),
    (#"{"type":"question","request":3,"ask":"sing"}"#, 64, "doesn't know the question “sing”"),
    (#"{"type":"question","request":3,"ask":"why","app":"Two"}"#, 69, "No program “Two”"),
    (#"{"type":"question","request":3}"#, nil, "ask"),
    (#"{"type":"question","request":3,"ask":"why","at":99999999999999999999}"#, nil, "at"),
    (
      #"{"type":"question","request":3,"ask":"why","text":true,"columns":0}"#, nil, "columns"
    ),
    (
      #"{"type":"question","request":3,"ask":"why","path":""#
        + String(repeating: "a", count: 65_537) + #""}"#, nil, "at most 65536 bytes"
    ),
  ]

  @Test(arguments: refused.indices)
  func `what has no answer says why, and the next question is answered`(index: Int) throws {
    let (hub, program, viewer) = try Self.asked()
    let (line, code, message) = Self.refused[index]
    try viewer.send(text: line + "\n")
    guard case .error(let failure) = try hub.next(for: viewer).record else {
      Issue.record("It was answered.")
      return
    }
    #expect(failure.message.contains(message), "\(failure.message)")
    #expect(failure.code == code)
    try viewer.send(.question(Question.state(StatePath(), at: 1).record(of: ProgramChoice(), nil)))
    guard case .answer = try hub.next(for: viewer).record else {
      Issue.record("The next question was not answered.")
      return
    }
    withExtendedLifetime(program) {}
  }

  @Test func `an answer that is longer than a record says how to request it`() throws {
    let (hub, program, viewer) = try Self.asked()
    for number in 1...12 {
      let commit = Self.commits + number
      let text = Tree.string(String(repeating: "x", count: 100_000))
      try program.send(.commit(commit, .add([.key("b\(number)")], text)))
      try hub.turn {
        if case .record(_, _, .commit(let one)) = $0 { one.number == commit } else { false }
      }
      _ = try hub.next(for: viewer)
    }
    try viewer.send(
      .question(Question.state(StatePath(), at: nil).record(of: ProgramChoice(), nil))
    )
    guard case .error(let failure) = try hub.next(for: viewer).record else {
      Issue.record("It was answered.")
      return
    }
    #expect(failure.message.contains("Ask about a part of it"))
  }

  @Test func `of many questions at once, those beyond the queue's limit are refused`() throws {
    let (hub, program, viewer) = try Self.asked()
    for request in 1...40 {
      var record = Question.state(StatePath(), at: request % 9).record(of: ProgramChoice(), nil)
      record.request = request
      try viewer.send(.question(record))
    }
    var replies: Set<Int> = []
    var refused = 0
    while replies.count < 40 {
      let record = try hub.next(for: viewer).record
      replies.insert(record.reply ?? 0)
      if case .error = record { refused += 1 }
    }
    #expect(replies == Set(1...40))
    #expect(refused <= 40 - Peer.maximumHistoryRequests)
    withExtendedLifetime(program) {}
  }
}
