import SluiceTree
import SluiceWire
import TestSupport
import Testing

@testable import ExplorerKit

/// What a program says of its selectors and observers.
enum SampleReads {
  static func read(
    _ name: String = "sortedRows",
    kind: String = "selector",
    runs: Int = 1,
    changes: Int = 0,
    forced: Int = 1,
    duration: Int64 = 2_100_000,
    readsWholeState: Bool = true
  ) -> WireRecord.Read {
    WireRecord.Read(
      kind: kind,
      name: name,
      position: "Shop/Rows.swift:12",
      runs: runs,
      changes: changes,
      forced: forced,
      duration: duration,
      readsWholeState: readsWholeState
    )
  }

  static func record(_ number: Int, _ reads: WireRecord.Read...) -> WireRecord.Reads {
    WireRecord.Reads(number: number, reads: reads.isEmpty ? [read()] : reads)
  }
}

@Suite(.inTurn) struct ReadTableTests {
  private static let records: [WireRecord] = [
    .state(0, ["n": 0]), .counting(1), .reads(SampleReads.record(1)), .counting(2),
    .reads(SampleReads.record(2)),
    .reads(SampleReads.record(2, SampleReads.read("other", forced: 0, readsWholeState: false))),
  ]

  @Test func `the records of a commit, and of those coalesced into it, are found`() throws {
    var table = ReadTable(bytes: 1 << 20)
    for number in 1...9 { table.take(SampleReads.record(number)) }
    for (count, numbers) in [(1, 7...7), (3, 5...7), (1 << 50, 1...7)] {
      let commit = WireRecord.Commit(number: 7, time: 0, action: "A", count: count)
      #expect(table.records(of: commit).map(\.number) == Array(numbers))
    }
  }

  @Test func `beyond the maximum of bytes the oldest are removed`() {
    var table = ReadTable(bytes: 100_000)
    for number in 1...5_000 { table.take(SampleReads.record(number)) }
    #expect(table.byteCount <= 100_000)
    let all = WireRecord.Commit(number: 5_000, time: 0, action: "A", count: 5_000)
    let numbers = table.records(of: all).map(\.number)
    #expect(numbers.count > 100)
    #expect(numbers == Array((5_001 - numbers.count)...5_000))
  }

  @Test func `a diagnostic that is sent again is shown once`() {
    var past = Past(taking: Self.records)
    #expect(past.take(.reads(SampleReads.record(2))).records == [])
    let new = WireRecord.reads(SampleReads.record(2, SampleReads.read(runs: 3)))
    #expect(past.take(new).records == [new])
  }

  @Test func `a page has diagnostics after their commits`() {
    let page = History(taking: Self.records).page(.init())
    #expect(page.records.map(\.type) == ["state", "commit", "reads", "commit", "reads", "reads"])
  }

  @Test func `a question about a commit is answered with what ran for it`() throws {
    let answer = try History(taking: Self.records).answer(.show(2), file: "x")
    let lines = answer.lines().map(\.text)
    #expect(
      lines.contains(
        #"ran         sortedRows (Shop/Rows.swift:12) ran once in 2 ms, no change, "#
          + #"because it projects the whole state"#
      )
    )
    #expect(lines.contains("            other (Shop/Rows.swift:12) ran once in 2 ms, no change"))
    let json = try #require(AnswerJSON.lines(answer).first)
    #expect(json[["reads", 1, "reads", 0, "name"]] == "other")
  }

  @Test(arguments: [false, true])
  func `the log has reads only on request`(_ showsReads: Bool) {
    var log = PlainLog { $0.showsReads = showsReads }
    let other = SampleReads.read("b\u{1B}[2J", runs: 1_200)
    let reads = SampleReads.record(2, SampleReads.read(), other)
    let text = log.lines(about: [.record("Shop", .reads(reads))]).joined()
    #expect(text.isEmpty == !showsReads)
    #expect(text.contains("ran for 2: 1,201 runs of 2 readers in 4 ms") == showsReads)
    #expect(!text.contains("\u{1B}"))
  }
}
