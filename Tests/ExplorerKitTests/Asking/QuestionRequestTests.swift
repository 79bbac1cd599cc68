import SluiceTree
import SluiceWire
import TestSupport
import Testing

@testable import ExplorerKit

/// Questions over a connection, answered by a hub that has heard of a program's twenty commits.
@Suite(.inTurn) struct QuestionRequestTests {
  private static let commits = 20

  private let hub: TurnedHub
  private let program: WireProgram
  /// One that has read its greeting.
  private let viewer: WireProgram

  init() throws {
    hub = try TurnedHub()
    program = try hub.program(
      "One",
      [.state(0, ["a": 0])] + (1...Self.commits).map { .counting($0, "a") }
    )
    viewer = try hub.viewer(greetedBy: 1)
  }

  /// Returns what a peer receives for a question.
  private func reply(
    to question: Question,
    _ request: Int = 7,
    of app: String? = nil,
    layout: WireRecord.Question.Layout? = nil,
    for peer: WireProgram? = nil
  ) throws -> WireRecord {
    var record = question.record(of: ProgramChoice(app: app), layout)
    record.request = request
    try (peer ?? viewer).send(.question(record))
    return try hub.next(for: peer ?? viewer).record
  }

  private static let changes: Tree = [["kind": "set", "path": ["a"], "old": 3, "new": 5]]

  static let questions: [(question: Question, lines: [Tree])] = [
    (.state("a", at: 7), [["number": 7, "state": 7]]),
    (.diff(3, 5), [["from": 3, "to": 5, "changes": changes]]),
    (.blame("", at: nil), [["path": "a", "value": 20, "author": ["commit": 20]]]),
    (.diagnostics, []),
  ]

  @Test(arguments: questions)
  func `a question is answered as the command answers it`(
    question: Question,
    lines: [Tree]
  ) throws {
    let answer = WireRecord.Answer(reply: 7, app: "One", lines: lines)
    #expect(try reply(to: question, of: "One") == .answer(answer))
  }

  @Test func `a peer that only asks receives nothing but answers`() throws {
    let asker = try hub.viewer(.asker)
    try hub.take(.counting(Self.commits + 1, "a"), from: program)
    let answer = WireRecord.Answer(reply: 7, app: "One", lines: [["number": 21, "state": 21]])
    #expect(try reply(to: .state("a", at: nil), for: asker) == .answer(answer))
  }

  @Test func `an answer about a program that has ended says so`() throws {
    let end: [WireRecord] = [.state(0, ["a": 8]), .bye(.init())]
    _ = try hub.program("Two", instance: "b", end)
    try hub.turn { $0 == .disconnected(label: "Two", instance: "b", .goodbye) }
    let answer = WireRecord.Answer(
      reply: 7,
      app: "Two",
      hasEnded: true,
      lines: [["number": 0, "state": 8]]
    )
    let asker = try hub.viewer(.asker)
    #expect(try reply(to: .state("a", at: nil), of: "Two", for: asker) == .answer(answer))
  }

  @Test func `an answer for people has the lines that they would see`() throws {
    let layout = WireRecord.Question.Layout(
      columns: 40,
      isColored: false,
      isFull: false,
      isPlotted: false
    )
    let reply = try reply(to: .diff(3, 5), layout: layout)
    let lines: [Tree] = if case .answer(let answer) = reply { answer.lines } else { [] }
    #expect(lines.contains("~ a: 3 → 5"))
  }

  /// What follows the number and the type of a question.
  static let refused: [(rest: String, code: Int?, message: String)] = [
    (#","ask":"why","path":"b""#, 64, "There is no `b`"),
    (#","ask":"why","path":"b[""#, 64, "The path cannot be read"),
    (#","ask":"show","at":99"#, 64, "There is no commit 99"),
    (#","ask":"show""#, 64, "lacks the number of a commit"),
    (#","ask":"diff","from":1"#, 64, "lacks the number of a commit"),
    (#","ask":"sing""#, 64, "doesn't know the question “sing”"),
    (#","ask":"why","app":"Two""#, 69, "No program “Two”"),
    ("", nil, "ask"),
    (#","ask":"why","at":99999999999999999999"#, nil, "at"),
    (#","ask":"why","text":true,"columns":0"#, nil, "columns"),
    (
      #","ask":"why","path":""# + String(repeating: "a", count: 65_537) + "\"", nil,
      "at most 65536 bytes"
    ),
  ]

  @Test(arguments: refused)
  func `what has no answer says why, and the next question is answered`(
    rest: String,
    code: Int?,
    message: String
  ) throws {
    try viewer.send(text: #"{"type":"question","request":3\#(rest)}"# + "\n")
    let failure = try hub.next(for: viewer).record.failure
    #expect(failure?.message.contains(message) == true, "\(failure?.message ?? "answered")")
    #expect(failure?.code == code)
    #expect(try reply(to: .state("", at: 1)).type == "answer")
  }

  @Test func `an answer that is longer than a record says how to request it`() throws {
    let text = Tree.string(String(repeating: "x", count: 100_000))
    for number in 1...12 {
      try hub.take(.commit(Self.commits + number, .add([.key("b\(number)")], text)), from: program)
      _ = try hub.next(for: viewer)
    }
    let message = try reply(to: .state("", at: nil)).failure?.message
    #expect(message?.contains("Ask about a part of it") == true)
  }

  @Test func `of many questions at once, those beyond the queue's limit are refused`() throws {
    for request in 1...40 {
      var record = Question.state("", at: request % 9).record(of: ProgramChoice(), nil)
      record.request = request
      try viewer.send(.question(record))
    }
    let replies = try (1...40).map { _ in try hub.next(for: viewer).record }
    #expect(Set(replies.map(\.reply)) == Set(1...40))
    #expect(replies.count { $0.failure != nil } <= 40 - Peer.maximumQuestions)
  }
}
