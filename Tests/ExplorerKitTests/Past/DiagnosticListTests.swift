import SluiceTree
import SluiceWire
import TestSupport
import Testing

@testable import ExplorerKit

@Suite(.inTurn) struct DiagnosticListTests {
  private static func diagnostic(
    _ number: Int,
    count: Int = 1,
    cause: String = "It is registered twice."
  ) -> WireRecord.Diagnostic {
    WireRecord.Diagnostic(
      number: number,
      id: "registered-twice",
      time: 1_700_000_000_000_000,
      count: count,
      commit: 3,
      position: "A.swift:1",
      cause: cause,
      cure: "To fix, register it once."
    )
  }

  @Test func `a diagnostic with the same number replaces the one before`() {
    var list = DiagnosticList()
    for (number, count) in [(2, 1), (1, 1), (2, 5)] {
      list.take(Self.diagnostic(number, count: count))
    }
    #expect(list.entries.map(\.number) == [1, 2])
    #expect(list.count == 6)
  }

  @Test func `the oldest diagnostics are removed, and long texts are cut`() {
    var list = DiagnosticList()
    for number in 1...600 { list.take(Self.diagnostic(number)) }
    #expect(list.entries.map(\.number) == Array(101...600))
    list.take(Self.diagnostic(601, cause: String(repeating: "x", count: 1 << 20)))
    #expect(list.entries.last?.cause.count == 4_001)
  }

  @Test func `a diagnostic that is sent again over a new connection is shown once`() {
    var past = Past(taking: [.state(0, 1), .diagnostic(Self.diagnostic(1))])
    #expect(past.take(.diagnostic(Self.diagnostic(1))).records == [])
    let again = WireRecord.diagnostic(Self.diagnostic(1, count: 2))
    #expect(past.take(again).records == [again])
    #expect(past.history.diagnostics.entries.map(\.count) == [2])
  }

  @Test func `a question for diagnostics is answered in words and as on the wire`() throws {
    let past = Past(taking: [.state(0, 1), .diagnostic(Self.diagnostic(1, count: 1_200))])
    let answer = try past.history.answer(.diagnostics, file: "x")
    let lines = answer.lines().map(\.text)
    #expect(lines.first?.hasPrefix("! registered-twice  1,200 times, last ") == true)
    #expect(lines.first?.hasSuffix(" · after commit 3 · A.swift:1") == true)
    #expect(lines.dropFirst() == ["  It is registered twice.", "  To fix, register it once."])
    let json = try #require(AnswerJSON.lines(answer).first)
    #expect(json[["id"]] == "registered-twice" && json[["count"]] == 1_200)
    let nothing = try History(taking: [.state(0, 1)]).answer(.diagnostics, file: "x")
    #expect(nothing.lines().map(\.text) == ["The store reported nothing."])
  }

  @Test func `the log and the statistics have diagnostics, each as often as it was reported`() {
    var log = PlainLog()
    let records = [1, 3, 3].map { WireRecord.diagnostic(Self.diagnostic(1, count: $0)) }
    let statistics = Statistics(taking: records)
    let lines = log.lines(about: records.map { .record($0) })
    let text = "It is registered twice. To fix, register it once."
    #expect(lines.contains { $0.hasSuffix("! registered-twice: \(text)") })
    #expect(lines.contains { $0.hasSuffix("! registered-twice: (3 times) \(text)") })
    #expect(statistics.diagnostics.values.map(\.self) == [3])
    #expect(statistics.seconds == 0)
    let table = StatisticsTable(width: 60).lines(statistics).map(\.text)
    #expect(table.contains { $0.hasPrefix("registered-twice  ") })
  }
}
