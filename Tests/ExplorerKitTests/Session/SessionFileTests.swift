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

  private static func hello(_ name: String, instance: String? = nil) -> WireRecord {
    .hello(.init(instance: instance ?? name, name: name, processID: 1))
  }

  /// The lines of a random session, with an effect's run now and then.
  private static func lines(seed: UInt64, commits: Int = 80) -> [WireRecord] {
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

  private static func open(_ path: String, _ segmentBytes: Int = 4_000) throws -> SessionFile {
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

  // MARK: - The index

  private static func indexPath(_ path: String) -> String { path + ".index" }

  private static func bytes(_ path: String) -> [UInt8]? {
    FileManager.default.contents(atPath: path).map { Array($0) }
  }

  private static func answers(of path: String) throws -> [String] {
    let session = try open(path)
    let answers = try answers(session.past(of: ProgramChoice()).history, seed: 1)
    #expect(session.fault == nil)
    return answers
  }

  @Test(arguments: [1, 5, 8])
  func `a file that grows is read on from where it ended`(seed: Int) throws {
    let records = [Self.hello("A")] + Self.lines(seed: UInt64(seed))
    let files = try SessionFiles()
    let whole = try files.write(records, to: "whole")
    let expected = try Self.answers(of: whole)
    for parts in [2, 3, 17] {
      let path = try files.write("", to: "growing\(parts)")
      let file = try #require(FileHandle(forWritingAtPath: path))
      let bytes = records.flatMap { $0.line() }
      for part in 0..<parts {
        // Within lines as well.
        let range = (bytes.count * part / parts)..<(bytes.count * (part + 1) / parts)
        try file.write(contentsOf: bytes[range])
        // What is in memory and what was written.
        _ = try Self.open(path)
        _ = try? Self.open(path).past(of: ProgramChoice()).history.why(StatePath(), at: .max)
      }
      #expect(try Self.answers(of: path) == expected, "\(parts) parts")
      let table = try #require(BlockStore.open(Self.indexPath(path)))
      #expect(!table.table.isEmpty)
    }
  }

  @Test
  func `an index is for its owner only, and is used again`() throws {
    let files = try SessionFiles()
    let path = try files.write([Self.hello("A")] + Self.lines(seed: 3))
    let expected = try Self.answers(of: path)
    let attributes = try FileManager.default.attributesOfItem(atPath: Self.indexPath(path))
    #expect(attributes[.posixPermissions] as? Int == 0o600)
    let written = try #require(Self.bytes(Self.indexPath(path)))
    #expect(try Self.answers(of: path) == expected)
    #expect(Self.bytes(Self.indexPath(path)) == written)
    // Nothing else is left in the folder.
    let names = try FileManager.default.contentsOfDirectory(atPath: files.path(""))
    #expect(
      names.filter { $0.hasPrefix("x.session") }.sorted() == ["x.session", "x.session.index"]
    )
  }

  @Test
  func `an index of another file, or a damaged one, is created again`() throws {
    let files = try SessionFiles()
    let path = try files.write([Self.hello("A")] + Self.lines(seed: 3))
    let expected = try Self.answers(of: path)
    let written = try #require(Self.bytes(Self.indexPath(path)))
    func expectNewIndex(_ bytes: some Sequence<UInt8>, _ what: String) throws {
      let data = Data(bytes)
      try data.write(to: URL(filePath: Self.indexPath(path)))
      try FileManager.default.setAttributes(
        [.posixPermissions: 0o600],
        ofItemAtPath: Self.indexPath(path)
      )
      #expect(try Self.answers(of: path) == expected, "\(what)")
      #expect(Self.bytes(Self.indexPath(path)) == written, "\(what)")
    }
    try expectNewIndex([], "empty")
    try expectNewIndex(written.dropLast(9), "cut")
    try expectNewIndex(written + [0], "longer")
    let end = written.count
    for place in [end - 1, end - 9, end - 20, end - 30, end - 300] {
      var changed = written
      changed[place] ^= 0x41
      try expectNewIndex(changed, "changed at \(place)")
    }
    var later = written
    later[BlockStore.head.count - 2] = UInt8(ascii: "9")
    try expectNewIndex(later, "of another version")
    // The recording itself is another.
    let other = try files.write([Self.hello("A")] + Self.lines(seed: 6), to: "other")
    let otherAnswers = try Self.answers(of: other)
    try FileManager.default.removeItem(atPath: path)
    try FileManager.default.copyItem(atPath: other, toPath: path)
    #expect(try Self.answers(of: path) == otherAnswers)
  }

  @Test func `an index whose runs are not in their order is damaged`() throws {
    func take(_ numbers: [Int]) throws {
      var writer = CompactWriter()
      writer.write(array: numbers) { writer, number in
        writer.write(count: number)
        writer.write(byte: 0)
        writer.write("Load")
        writer.write(count: number)
        writer.write(false)
        writer.write(signed: 0)
        writer.write(false)
        writer.write(false)
      }
      var reader = BlockReader(writer.bytes)
      var runs = RunTable.ofFile
      try runs.take(from: &reader)
      #expect(runs.lastNumber == numbers.last)
    }
    try take([3, 5])
    #expect(throws: BlockReader.Damage.self) { try take([5, 3]) }
  }

  @Test
  func `a damaged state in the index is noticed, and never an answer`() throws {
    let files = try SessionFiles()
    let path = try files.write([Self.hello("A")] + Self.lines(seed: 3))
    let expected = try Self.answers(of: path)
    var bytes = try #require(Self.bytes(Self.indexPath(path)))
    for place in BlockStore.head.count..<(bytes.count / 2) { bytes[place] ^= 1 }
    try Data(bytes).write(to: URL(filePath: Self.indexPath(path)))
    try FileManager.default.setAttributes(
      [.posixPermissions: 0o600],
      ofItemAtPath: Self.indexPath(path)
    )
    let session = try Self.open(path)
    _ = Self.answers(try session.past(of: ProgramChoice()).history, seed: 1)
    #expect(session.fault != nil)
    let anew = try SessionFile(at: path, longestLine: .unlimited, isNew: true, segmentBytes: 4_000)
    #expect(Self.answers(try anew.past(of: ProgramChoice()).history, seed: 1) == expected)
  }

  @Test
  func `lines that change while they are asked about are noticed`() throws {
    let files = try SessionFiles()
    let path = try files.write([Self.hello("A")] + Self.lines(seed: 3))
    _ = try Self.open(path)
    let session = try Self.open(path)
    let history = try session.past(of: ProgramChoice()).history
    try #require(FileHandle(forWritingAtPath: path)).truncate(atOffset: 1_000)
    _ = Self.answers(history, seed: 1)
    #expect(session.fault == .changed(name: "“\(path)”"))
  }

  @Test
  func `where nothing can be written, the index is in memory`() throws {
    let files = try SessionFiles()
    let records = [Self.hello("A")] + Self.lines(seed: 3)
    let expected = try Self.answers(of: files.write(records, to: "other"))
    let path = try files.write(records)
    // A directory in its place can't be replaced, not even by root.
    try FileManager.default.createDirectory(
      atPath: Self.indexPath(path),
      withIntermediateDirectories: false
    )
    #expect(try Self.answers(of: path) == expected)
    #expect(try Self.answers(of: path) == expected)
  }

  @Test
  func `a user's own file is not mistaken for an index`() throws {
    let files = try SessionFiles()
    let path = try files.write([Self.hello("A")] + Self.lines(seed: 3))
    _ = try files.write("my notes", to: "x.session.index")
    _ = try Self.answers(of: path)
    #expect(Self.bytes(Self.indexPath(path)) == Array("my notes".utf8))
    // Nor is what a link leads to.
    try FileManager.default.removeItem(atPath: Self.indexPath(path))
    let notes = try files.write("my notes", to: "notes")
    try FileManager.default.createSymbolicLink(
      atPath: Self.indexPath(path),
      withDestinationPath: notes
    )
    _ = try Self.answers(of: path)
    #expect(Self.bytes(notes) == Array("my notes".utf8))
    let facts = try FileManager.default.attributesOfItem(atPath: Self.indexPath(path))
    #expect(facts[.type] as? FileAttributeType == .typeRegular)
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
