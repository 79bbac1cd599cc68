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
  private static func answers(_ history: History, seed: Int) -> [String] {
    guard let numbers = history.numbers else { return ["nothing"] }
    var answers = ["\(numbers)", "\(history.count)", "\(history.gaps)", "\(history.commitCount)"]
    var questions: [Question] = []
    let paths = [
      "", "count", "names", "note", "filter", "filter._0", "user.name", "user", "müsli.id", "todos",
      "todos[id:3].done", "todos[id:7]", "people[id:1].n", "people[id:twin].id", "absent",
    ].map { try! StatePath(parsing: $0) }
    for number in stride(from: numbers.lowerBound - 1, through: numbers.upperBound + 1, by: 7) {
      let path = paths[(number + seed) % paths.count < 0 ? 0 : (number + seed) % paths.count]
      questions += [
        .why(path, at: number), .state(path, at: number), .blame(path, at: number), .show(number),
        .diff(max(number - 9, 0), number), .history(path, at: number),
      ]
    }
    for path in paths { questions += [.why(path, at: nil), .history(path, at: nil)] }
    for question in questions {
      let answer = Result { () throws(QuestionError) in try history.answer(question, file: "x") }
      answers.append("\(question): \(answer)")
    }
    var items: [WireRecord] = []
    history.forEachItem { items.append($0.record) }
    answers += items.map { "\($0)" }
    for after in [nil, numbers.lowerBound, numbers.upperBound - 5] {
      answers.append("\(history.page(.init(after: after, includesState: true)).records)")
    }
    for number in stride(from: numbers.lowerBound, through: numbers.upperBound, by: 31) {
      answers.append("\(String(describing: history.descent(of: number)))")
      let turn = history.next(after: number) { $0[.key("count")] == 3 }
      answers.append("\(String(describing: turn))")
    }
    answers.append("\(String(describing: history.last { $0[.key("count")] == 2 }))")
    answers.append("\(String(describing: history.first(at: ["count"]) { $0[.key("count")] == 4 }))")
    answers.append("\(history.runs(in: numbers))")
    return answers
  }

  private static func hello(_ name: String, instance: String) -> WireRecord {
    .hello(.init(instance: instance, name: name, processID: 1))
  }

  /// The lines of a random session, with an effect's run now and then.
  private static func lines(seed: UInt64, commits: Int = 200) -> [WireRecord] {
    let session = RandomSession(seed: seed, commits: commits, hasGaps: !seed.isMultiple(of: 4))
    var run = 0
    return session.records.flatMap { record -> [WireRecord] in
      guard case .commit(let commit) = record, commit.number.isMultiple(of: 9) else { return [record] }
      run += 1
      let time = commit.time
      return [
        record,
        .effect(.init(event: .started, effect: "E", run: run, commit: commit.number, time: time)),
        .effect(.init(event: .ended, effect: "E", run: run, commit: commit.number, time: time + 1)),
      ]
    }
  }

  private static func open(_ path: String, _ segmentBytes: Int = 4_000) throws -> SessionFile {
    try SessionFile(at: path, longestLine: .unlimited, segmentBytes: segmentBytes)
  }

  @Test(arguments: 1...150)
  func `a file answers as a history in memory does`(seed: Int) throws {
    let records = Self.lines(seed: UInt64(seed))
    var held = History(.unlimitedCommits)
    for record in records { held.take(record) }
    let files = try SessionFiles()
    let path = try files.write([Self.hello("A", instance: "a")] + records)
    let expected = Self.answers(held, seed: seed)
    // With a new index, and with one that is there.
    for time in 1...2 {
      let session = try Self.open(path, seed.isMultiple(of: 2) ? 4_000 : 20_000)
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
}
