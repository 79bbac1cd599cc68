import Foundation
import SluiceTree
import SluiceWire
import TestSupport
import Testing

@testable import ExplorerKit

/// Questions to session files, and what is kept of them.
@Suite(.inTurn, .unsanitized) struct SessionFileTests {
  /// Everything that can be asked, as text.
  static func answers(_ history: History, seed: Int) -> [String] {
    guard let numbers = history.numbers else { return ["nothing"] }
    var answers = ["\(numbers)", "\(history.count)", "\(history.gaps)", "\(history.commitCount)"]
    var questions: [Question] = []
    let paths: [StatePath] = [
      "", "count", "names", "note", "filter", "filter._0", "user.name", "user", "müsli.id", "todos",
      "todos[id:3].done", "todos[id:7]", "people[id:1].n", "people[id:twin].id", "absent",
    ]
    for number in stride(from: numbers.lowerBound, through: numbers.upperBound + 1, by: 11) {
      let path = paths[(number + seed) % paths.count]
      questions += [
        .why(path, at: number), .state(path, at: number), .blame(path, at: number), .show(number),
        .diff(max(number - 9, 0), number), .history(path, at: number),
      ]
    }
    for path in paths { questions += [.why(path, at: nil), .history(path, at: nil)] }
    for question in questions {
      let answer = Result { () throws(QuestionError) in try history.answer(question, file: "x") }
      if case .success(.blame(let blame, _, let heads, _)) = answer {
        answers.append("\(question): \(blame) \(heads.sorted { $0.key < $1.key })")
      } else {
        answers.append("\(question): \(answer)")
      }
    }
    history.forEachItem { item in
      // There are as many as there are segments.
      if case .state(_, _, isCheckpoint: true) = item { return }
      answers.append("\(item.record)")
    }
    for after in [nil, numbers.lowerBound, numbers.upperBound - 5] {
      let range = History.PageRange(after: after, includesState: true, commits: 40, bytes: .max)
      answers.append("\(history.page(range).records)")
    }
    for number in stride(from: numbers.lowerBound, through: numbers.upperBound, by: 37) {
      answers.append("\(String(describing: history.descent(of: number)))")
      let turn = history.next(after: number) { $0[.key("count")] == 3 }
      answers.append("\(String(describing: turn))")
    }
    answers.append("\(String(describing: history.last { $0[.key("count")] == 2 }))")
    answers.append("\(String(describing: history.first(at: ["count"]) { $0[.key("count")] == 4 }))")
    answers.append("\(history.runs(in: numbers))")
    return answers
  }

  static func lines(seed: UInt64) -> [WireRecord] {
    RandomSession(seed: seed, commits: 80, hasGaps: !seed.isMultiple(of: 4)).recordsWithRuns
  }

  static func open(
    _ path: String,
    _ segmentBytes: Int = 4_000,
    isNew: Bool = false
  ) throws -> SessionFile {
    try SessionFile(at: path, longestLine: .unlimited, isNew: isNew, segmentBytes: segmentBytes)
  }

  /// What the only program of an open file answers.
  static func answers(of session: SessionFile, seed: Int = 1) throws -> [String] {
    answers(try session.past(of: ProgramChoice()).history, seed: seed)
  }

  /// What the only program of a file answers, without a fault.
  static func answers(of path: String) throws -> [String] {
    let session = try open(path)
    let answers = try answers(of: session)
    #expect(session.fault == nil)
    return answers
  }

  private static func lastNumber(_ path: String) throws -> Int? {
    try open(path).past(of: ProgramChoice()).history.lastNumber
  }

  @Test(arguments: 1...20)
  func `a file answers as a history in memory does`(seed: Int) throws {
    let records = Self.lines(seed: UInt64(seed))
    let files = try SessionFiles()
    let path = try files.write([.hello("A")] + records)
    let expected = Self.answers(History(.unlimitedCommits, taking: records), seed: seed)
    // With a new index, and with one that is there.
    for time in 1...2 {
      let session = try Self.open(path, seed.isMultiple(of: 2) ? 2_000 : 20_000)
      let found = try Self.answers(of: session, seed: seed)
      #expect(found.count == expected.count)
      for (found, expected) in zip(found, expected) where found != expected {
        Issue.record("\(time). time:\n\(found.prefix(1_500))\nand not\n\(expected.prefix(1_500))")
        return
      }
      #expect(session.fault == nil)
    }
  }

  @Test func `what ran for a commit, and what was reported, is found with an index`() throws {
    let files = try SessionFiles()
    var records: [WireRecord] = [.hello("Shop"), .state(0, ["n": 0])]
    for number in 1...40 {
      records.append(.counting(number))
      if number == 3 {
        let cause = "It is registered twice."
        records.append(.diagnostic(.init(number: 1, id: "twice", time: 5, count: 2, cause: cause)))
      }
      // What another thread read follows in a record of its own.
      if number.isMultiple(of: 2) { records.append(.reads(SampleReads.record(number))) }
      if number.isMultiple(of: 4) {
        records.append(.reads(SampleReads.record(number, SampleReads.read(runs: 7))))
      }
    }
    let path = try files.write(records)
    for _ in 1...2 {
      let session = try Self.open(path, 500)
      let history = try session.past(of: ProgramChoice()).history
      let counts = try (1...40).map { try history.shown($0, file: "x").reads.count }
      #expect(counts == (1...40).map { $0 % 4 == 0 ? 2 : $0 % 2 == 0 ? 1 : 0 })
      #expect(history.diagnostics.entries.map(\.count) == [2])
      #expect(session.fault == nil)
    }
  }

  @Test func `several programs, and one that was started again, have pasts of their own`() throws {
    let files = try SessionFiles()
    let (a, b, c) = (Self.lines(seed: 3), Self.lines(seed: 6), Self.lines(seed: 9))
    let text = SessionFiles.text
    var lines = text([.hello("A", instance: "a1")], "a1") + text([.hello("B", instance: "B")], "B")
    for index in 0..<max(a.count, b.count) {
      lines += text(Array(a.dropFirst(index).prefix(1)), "a1")
      lines += text(Array(b.dropFirst(index).prefix(1)), "B")
    }
    lines += text([.disconnected(.init(isOrderly: true))], "a1")
    let path = try files.write(lines + text([.hello("A", instance: "a2")] + c, "a2"))
    for _ in 1...2 {
      let session = try Self.open(path)
      #expect(throws: QuestionError.self) { try session.past(of: ProgramChoice()) }
      for (app, records, starts) in [("A", c, 2), ("B", b, 1)] {
        let past = try session.past(of: ProgramChoice(app: app))
        #expect(past.starts == starts)
        let held = History(taking: records)
        #expect(Self.answers(past.history, seed: 1) == Self.answers(held, seed: 1))
      }
    }
  }

  @Test func `damaged lines are reported, also by a later question`() throws {
    let files = try SessionFiles()
    var lines = ([.hello("A")] + Self.lines(seed: 4)).map(SessionFiles.line)
    let expected = try Self.answers(of: files.write(lines.joined(), to: "whole"))
    lines.insert("{\"type\":\"commit\",\"number\":\n", at: 9)
    lines.insert("{\"type\":\"commit\",\"number\":1,\"time\":1,\"action\":{}}\n", at: 20)
    let path = try files.write(lines.joined() + "{\"type\":\"com")
    let damage = SessionError.damaged(
      name: "“\(path)”",
      lines: [10, 21, lines.count + 1],
      count: 3
    )
    for _ in 1...2 {
      let session = try Self.open(path)
      #expect(throws: damage) { try session.finish() }
      #expect(try Self.answers(of: session) == expected)
    }
  }

  @Test func `a last line without its break counts, until there is more`() throws {
    let files = try SessionFiles()
    let commits = Self.lines(seed: 4).filter { $0.asCommit != nil }
    let path = try files.write(
      String(SessionFiles.text([.hello("A")] + commits.prefix(19)).dropLast())
    )
    let expected = commits[18].asCommit?.number
    for _ in 1...2 { #expect(try Self.lastNumber(path) == expected) }
    _ = try files.write([.hello("A")] + commits)
    #expect(try Self.lastNumber(path) == commits.last?.asCommit?.number)
  }
}
