import Foundation
import SluiceTree
import SluiceWire
import TestSupport
import Testing

@testable import ExplorerKit

/// Questions to session files, and what is kept of them.
@Suite(.inTurn, .unsanitized)
struct SessionFileTests {
  /// Everything that can be asked, as text.
  static func answers(_ history: History, seed: Int) -> [String] {
    guard let numbers = history.numbers else { return ["nothing"] }
    var answers = ["\(numbers)", "\(history.count)", "\(history.gaps)", "\(history.commitCount)"]
    var questions: [Question] = []
    let paths = [
      "", "count", "names", "note", "filter", "filter._0", "user.name", "user", "müsli.id", "todos",
      "todos[id:3].done", "todos[id:7]", "people[id:1].n", "people[id:twin].id", "absent",
    ].compactMap { try? StatePath(parsing: $0) }
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
    var items: [WireRecord] = []
    history.forEachItem { item in
      // There are as many as there are segments.
      if case .state(_, _, isCheckpoint: true) = item { return }
      items.append(item.record)
    }
    answers += items.map { "\($0)" }
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

  static func hello(_ name: String, instance: String? = nil) -> WireRecord {
    .hello(.init(instance: instance ?? name, name: name, processID: 1))
  }

  /// The lines of a random session, with an effect's run now and then.
  static func lines(seed: UInt64, commits: Int = 80) -> [WireRecord] {
    let session = RandomSession(seed: seed, commits: commits, hasGaps: !seed.isMultiple(of: 4))
    var run = 0
    return session.records.flatMap { record -> [WireRecord] in
      guard case .commit(let commit) = record, commit.number.isMultiple(of: 9) else {
        return [record]
      }
      run += 1
      let time = commit.time
      return [
        record,
        .effect(.init(event: .started, effect: "E", run: run, commit: commit.number, time: time)),
        .effect(.init(event: .ended, effect: "E", run: run, commit: commit.number, time: time + 1)),
      ]
    }
  }

  static func open(_ path: String, _ segmentBytes: Int = 4_000) throws -> SessionFile {
    try SessionFile(at: path, longestLine: .unlimited, segmentBytes: segmentBytes)
  }

  @Test(arguments: 1...20)
  func `a file answers as a history in memory does`(seed: Int) throws {
    let records = Self.lines(seed: UInt64(seed))
    var held = History(.unlimitedCommits)
    for record in records { held.take(record) }
    let files = try SessionFiles()
    let path = try files.write([Self.hello("A")] + records)
    let expected = Self.answers(held, seed: seed)
    // With a new index, and with one that is there.
    for time in 1...2 {
      let session = try Self.open(path, seed.isMultiple(of: 2) ? 2_000 : 20_000)
      let history = try session.past(of: ProgramChoice()).history
      let found = Self.answers(history, seed: seed)
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
    var records = [Self.hello("Shop"), .state(0, ["n": 0])]
    for number in 1...40 {
      records.append(SampleReads.commit(number))
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
      let session = try SessionFile(at: path, longestLine: .unlimited, segmentBytes: 500)
      let history = try session.past(of: ProgramChoice()).history
      let counts = try (1...40).map { try history.shown($0, file: "x").reads.count }
      #expect(counts == (1...40).map { $0 % 4 == 0 ? 2 : $0 % 2 == 0 ? 1 : 0 })
      #expect(history.diagnostics.entries.map(\.count) == [2])
      #expect(session.fault == nil)
    }
  }

  @Test
  func `several programs, and one that was started again, have pasts of their own`() throws {
    let files = try SessionFiles()
    let (a, b, c) = (Self.lines(seed: 3), Self.lines(seed: 6), Self.lines(seed: 9))
    func line(_ record: WireRecord, _ instance: String) -> String {
      String(decoding: WireEnvelope(instance: instance, record).line(), as: UTF8.self)
    }
    var text = line(Self.hello("A", instance: "a1"), "a1") + line(Self.hello("B"), "B")
    for index in 0..<max(a.count, b.count) {
      if index < a.count { text += line(a[index], "a1") }
      if index < b.count { text += line(b[index], "B") }
    }
    text += line(.disconnected(.init(isOrderly: true)), "a1")
    text += line(Self.hello("A", instance: "a2"), "a2")
    for record in c { text += line(record, "a2") }
    let path = try files.write(text)
    for _ in 1...2 {
      let session = try Self.open(path)
      #expect(throws: QuestionError.self) { try session.past(of: ProgramChoice()) }
      for (app, records, starts) in [("A", c, 2), ("B", b, 1)] {
        let past = try session.past(of: ProgramChoice(app: app))
        #expect(past.starts == starts)
        var held = History()
        for record in records { held.take(record) }
        #expect(Self.answers(past.history, seed: 1) == Self.answers(held, seed: 1))
      }
    }
  }

  @Test
  func `damaged lines are reported, also by a later question`() throws {
    let files = try SessionFiles()
    var lines = ([Self.hello("A")] + Self.lines(seed: 4)).map(SessionFiles.line)
    let expected = try Self.answers(of: files.write(lines.joined(), to: "whole"))
    lines.insert("{\"type\":\"commit\",\"number\":\n", at: 9)
    lines.insert("{\"type\":\"commit\",\"number\":1,\"time\":1,\"action\":{}}\n", at: 20)
    let path = try files.write(lines.joined() + "{\"type\":\"com")
    for _ in 1...2 {
      let session = try Self.open(path)
      let last = lines.count + 1
      #expect(throws: SessionError.damaged(name: "“\(path)”", lines: [10, 21, last], count: 3)) {
        try session.finish()
      }
      #expect(Self.answers(try session.past(of: ProgramChoice()).history, seed: 1) == expected)
    }
  }

  @Test
  func `a last line without its break counts, until there is more`() throws {
    let files = try SessionFiles()
    let records =
      [Self.hello("A")]
      + Self.lines(seed: 4).filter { if case .commit = $0 { true } else { false } }
    let lines = records.map(SessionFiles.line)
    let path = try files.write(String(lines.prefix(20).joined().dropLast()))
    let expected = try Self.open(path).past(of: ProgramChoice()).history.lastNumber
    #expect(try Self.open(path).past(of: ProgramChoice()).history.lastNumber == expected)
    _ = try files.write(lines.joined())
    let last = try Self.open(path).past(of: ProgramChoice()).history.lastNumber
    #expect(
      last
        == records.last.flatMap { if case .commit(let commit) = $0 { commit.number } else { nil } }
    )
  }
}
