import Foundation
import SluiceRecordings
import SluiceTree
import SluiceWire
import TestSupport
import Testing

@testable import ExplorerKit

/// Questions to session files, with and without marks.
@Suite(.inTurn, .unsanitized) struct SessionFileTests {
  /// What is asked of a store's past, and what it answers.
  private static func answers(_ history: History, seed: Int = 1) -> [String] {
    guard let numbers = history.numbers else { return ["nothing"] }
    var questions: [Question] = [.diagnostics]
    let paths: [StatePath] = [
      "", "count", "names", "filter._0", "user.name", "todos", "todos[id:3].done", "people[id:1].n",
      "people[id:twin].id", "absent",
    ]
    for number in stride(from: numbers.lowerBound, through: numbers.upperBound + 1, by: 21) {
      let path = paths[(number + seed) % paths.count]
      questions += [
        .why(path, at: number), .state(path, at: number), .blame(path, at: number), .show(number),
        .diff(max(number - 21, 0), number),
      ]
    }
    for path in paths.prefix(3) { questions.append(.why(path, at: nil)) }
    // Of two elements with one id, each piece may know another.
    let others: [StatePath] = ["names[0]", "names[80]", "todos[0]", "user.emails[1]"]
    for path in paths.filter({ $0 != "people[id:twin].id" }) + others {
      questions += [.history(path, at: nil), .history(path, at: numbers.upperBound / 2)]
    }
    return ["\(numbers)"]
      + questions.map { question in
        let answer = Result { () throws(QuestionError) in try history.answer(question, file: "x") }
        if case .success(.blame(let blame, _, let heads, _)) = answer {
          return "\(question): \(blame) \(heads.sorted { $0.key < $1.key })"
        }
        return "\(question): \(text(answer))"
      }
  }

  private static func text(_ answer: Result<Answer, QuestionError>) -> String {
    guard case .success(.history(let history)) = answer else { return "\(answer)" }
    var found: [String] = []
    history.forEachPart { part in
      found += part.map { "\($0.change) \(String(describing: $0.commit))" }
      return true
    }
    return "\(history.numbers) \(history.value) \(found.joined(separator: "\n"))"
  }

  /// What the programs of a session answer when all of it is read.
  private static func replayed(_ lines: [String]) -> [(app: String, answers: [String])] {
    var events = SessionEvents(Pasts(.whole))
    for line in lines {
      if let envelope = try? WireEnvelope(lineOfFile: Array(line.utf8.dropLast())[...]) {
        _ = events.take(envelope)
      }
    }
    return events.pasts.lastRuns.map { ($0.hello.name, answers($0.history)) }
  }

  /// Says where two answers to a question differ.
  private static func difference(_ found: String, _ expected: String) -> String {
    let common = found.commonPrefix(with: expected)
    let (found, expected) = (found.dropFirst(common.count), expected.dropFirst(common.count))
    return "\(common.prefix(200)) … \(common.suffix(300))"
      + "\n«\(found.prefix(500))»\nand not\n«\(expected.prefix(500))»"
  }

  private static func open(_ path: String, pieceBytes: Int = 2_000) throws -> SessionFile {
    try SessionFile(at: path, longestLine: .unlimited, pieceBytes: pieceBytes)
  }

  /// Each with marks and without; behind a damaged line, a mark tells more than a replay.
  private static let cases = Case.allCases.flatMap { [($0, true), ($0, false)] }
    .filter { $0 != (.damage, true) }

  @Test(arguments: cases)
  func `a file answers as a replay of all of it does`(session: Case, isMarked: Bool) throws {
    var lines = try Self.lines(
      session.events,
      filter: session == .filter ? "changed:todos" : nil,
      marksAfter: isMarked ? 2_000 : .max
    )
    if session == .damage { lines[lines.count / 2].removeFirst(9) }
    let marks = lines.count { $0.hasPrefix(#"{"type":"mark""#) }
    #expect(isMarked ? marks > 1 : marks == 0)
    let files = try SessionFiles()
    let expected = Self.replayed(lines)
    #expect(expected.count >= 1)
    let file = try Self.open(files.write(lines.joined()))
    for (app, answers) in expected {
      let past = try file.past(of: ProgramChoice(app: app))
      #expect(past.starts == (session == .restarts ? 3 : 1))
      let found = Self.answers(past.history)
      #expect(found.count == answers.count)
      for (found, expected) in zip(found, answers) where found != expected {
        Issue.record("\(app): \(Self.difference(found, expected))")
        break
      }
    }
    #expect(file.fault == nil)
    let damaged = session == .damage ? [lines.count / 2 + 1] : []
    do throws(SessionError) {
      try file.finish()
      #expect(damaged.isEmpty)
    } catch {
      #expect(error == .damaged(name: file.name, lines: damaged, count: 1))
    }
  }

  @Test(arguments: [Case.threeStores, .restarts, .reconnection, .runs], [true, false])
  func `both files of a bounded recording are one`(session: Case, isCut: Bool) throws {
    let pair = try Self.pair(session.events, limit: 20_000)
    try #require(pair.count == 2)
    let files = try SessionFiles()
    // A killed recorder left half a line, before the next one went on.
    let path = try files.write(pair[1])
    _ = try files.write(pair[0] + (isCut ? #"{"type":"comm"# : ""), to: "x.session.1")
    let lines = pair.flatMap { $0.split(separator: "\n").map { "\($0)\n" } }
    let expected = Self.replayed(lines)
    let file = try Self.open(path)
    #expect(file.name.hasSuffix(".1” and “\(path)”"))
    for (app, answers) in expected {
      let found = Self.answers(try file.past(of: ProgramChoice(app: app)).history)
      for (found, expected) in zip(found, answers) where found != expected {
        Issue.record("\(app): \(Self.difference(found, expected))")
        break
      }
    }
    try file.finish()
    let (events, error) = try SessionFiles.events(path)
    #expect(error == nil)
    #expect(events == (try SessionFiles.events(files.write(lines.joined(), to: "joined"))).events)
  }

  @Test func `a damaged line of the second file is counted from the first one's beginning`() throws
  {
    let pair = try Self.pair(Case.runs.events, limit: 20_000)
    let lines = pair.map { $0.split(separator: "\n").map { "\($0)\n" } }
    var later = lines[1]
    later[later.count - 3].removeFirst(4)
    let files = try SessionFiles()
    let path = try files.write(later.joined())
    _ = try files.write(pair[0], to: "x.session.1")
    let file = try Self.open(path)
    _ = try file.held()
    let number = lines[0].count + later.count - 2
    #expect(throws: SessionError.damaged(name: file.name, lines: [number], count: 1)) {
      try file.finish()
    }
  }

  @Test(arguments: Case.allCases)
  func `marks say where they are, and readers pass over them`(session: Case) throws {
    let files = try SessionFiles()
    let lines = try Self.lines(session.events)
    let (events, error) = try SessionFiles.events(files.write(lines.joined()))
    #expect(error == nil)
    let plain = try SessionFiles.events(
      files.write(Self.lines(session.events, marksAfter: .max).joined())
    )
    #expect(events == plain.events)
    var (offset, last, programs) = (0, 0, 0)
    var passing = MarkPassing()
    for (number, line) in lines.enumerated() {
      let envelope = try WireEnvelope(lineOfFile: Array(line.utf8.dropLast())[...])
      if case .mark(let mark) = envelope.record {
        #expect(mark.previous == last && mark.line == number && mark.programs == programs)
        last = offset
      }
      if !passing.takes(envelope), case .hello = envelope.record { programs += 1 }
      offset += line.utf8.count
    }
    #expect(last > 0)
  }

  /// Some answers that need all pieces of a file of runs.
  private static func someAnswers(_ history: History) -> [String] {
    let questions: [Question] = [
      .state("", at: 9), .state("", at: 33), .why("count", at: 60), .history("count", at: nil),
      .show(30),
    ]
    return questions.map { question in
      text(Result { () throws(QuestionError) in try history.answer(question, file: "x") })
    }
  }

  @Test func `a file whose marks were damaged is asked from those that are whole`() throws {
    let files = try SessionFiles()
    let lines = try Self.lines(Case.runs.events)
    var events = SessionEvents(Pasts(.whole))
    for line in lines { _ = events.take(try WireEnvelope(lineOfFile: Array(line.utf8)[...])) }
    let expected = Self.someAnswers(try #require(events.pasts.all.first).history)
    let marks = lines.indices.filter { lines[$0].hasPrefix(#"{"type":"mark""#) }
    for damaged in [marks[1], marks[marks.count - 1], marks[0] + 1, marks[1] + 2] {
      var lines = lines
      lines[damaged] = "{" + String(repeating: " ", count: lines[damaged].utf8.count - 2) + "\n"
      let file = try Self.open(files.write(lines.joined()))
      let found = try Self.someAnswers(file.past(of: ProgramChoice()).history)
      #expect(found == expected, "line \(damaged + 1)")
    }
  }

  @Test func `behind a damaged line, the next mark has the state and what changed until then`()
    throws
  {
    let files = try SessionFiles()
    var lines = try Self.lines(Case.runs.events)
    let marks = lines.indices.filter { lines[$0].hasPrefix(#"{"type":"mark""#) }
    let damaged = try #require(
      lines.indices.last { lines[$0].hasPrefix(#"{"type":"commit""#) && $0 < marks[1] - 4 }
    )
    let number = try #require(
      WireEnvelope(lineOfFile: Array(lines[marks[1]].utf8)[...]).record.asMark?.stores[0].number
    )
    lines[damaged].removeFirst(9)
    let file = try Self.open(files.write(lines.joined()))
    let history = try file.past(of: ProgramChoice()).history
    #expect(history.state(after: number)?.tree == ["count": .number(number)])
    guard case .gap(let gap)? = history.why("count", at: number)?.author else {
      Issue.record("No gap is said to have changed it.")
      return
    }
    #expect(gap.numbers.contains(number))
    #expect(throws: SessionError.self) { try file.finish() }
  }

  @Test func `a mark of a filtered recording has the state that the recording has`() throws {
    let files = try SessionFiles()
    var records: [WireRecord] = [
      .state(0, ["count": 0]),
      .commit(1, .init(type: "Hidden"), .set(["count"], old: 0, new: 1)),
    ]
    // Enough for a mark, while a commit waits for the next one that is recorded.
    records += (0..<30).map {
      .diagnostic(.init(number: 1, id: "d\($0)", time: 5, count: 1, cause: "It is."))
    }
    records.append(.commit(2, .init(type: "Shown"), .set(["count"], old: 1, new: 2)))
    let hello = HubEvent.connected(label: "A", .init("A", "A", can: [.snapshot]))
    let events = [hello] + records.map { HubEvent.record("A", of: "A", $0) }
    let lines = try Self.lines(events, filter: "type:Shown", marksAfter: 500)
    let marks = lines.filter { $0.hasPrefix(#"{"type":"mark""#) }
      .compactMap { try? WireEnvelope(lineOfFile: Array($0.utf8)[...]).record.asMark }
    #expect(marks.count > 1 && marks.allSatisfy { $0.stores.map(\.number) == [0] })
    let history = try Self.open(files.write(lines.joined())).past(of: ProgramChoice()).history
    #expect(history.state(after: 2)?.tree == ["count": 2])
    #expect(history.why("count", at: 2)?.author == .commit(2))
  }

  @Test func `several programs are chosen by their names, however they came and went`() throws {
    let files = try SessionFiles()
    for session in [Case.threeStores, .reconnection] {
      let lines = try Self.lines(session.events)
      let file = try Self.open(files.write(lines.joined()))
      #expect(throws: QuestionError.self) { try file.past(of: ProgramChoice()) }
      #expect(throws: QuestionError.self) { try file.past(of: ProgramChoice(app: "C")) }
    }
  }

  @Test func `a file that is held as a whole has each program`() throws {
    let files = try SessionFiles()
    let lines = try Self.lines(Case.threeStores.events)
    let held = try Self.open(files.write(lines.joined())).held()
    #expect(held.all.map(\.label) == ["A", "Silent", "B"])
    let answers = held.all.map { Self.answers($0.history) }
    #expect(answers == Self.replayed(lines).map(\.answers))
  }

  @Test func `damaged lines are reported`() throws {
    let files = try SessionFiles()
    var lines = ([.hello("A")] + Self.runs).map(SessionFiles.line)
    lines.insert("{\"type\":\"commit\",\"number\":\n", at: 9)
    lines.insert("{\"type\":\"commit\",\"number\":1,\"time\":1,\"action\":{}}\n", at: 20)
    let path = try files.write(lines.joined() + "{\"type\":\"com")
    let damage = SessionError.damaged(
      name: "“\(path)”",
      lines: [10, 21, lines.count + 1],
      count: 3
    )
    #expect(throws: damage) { try Self.open(path).finish() }
  }

  @Test func `a last line without its break counts`() throws {
    let text = SessionFiles.text([.hello("A")] + Self.runs.prefix(5))
    let files = try SessionFiles()
    let path = try files.write(String(text.dropLast()))
    let history = try Self.open(path).past(of: ProgramChoice()).history
    #expect(history.numbers == 0...2)
  }
}
