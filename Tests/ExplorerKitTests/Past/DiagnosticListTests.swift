import SluiceTree
import SluiceWire
import TestSupport
import Testing

@testable import ExplorerKit

@Suite(.inTurn)
struct DiagnosticListTests {
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

  private static func past(_ records: WireRecord...) -> Past {
    var past = Past(label: "Todo", WireRecord.Hello(name: "Todo", processID: 1))
    for record in records { _ = past.take(record) }
    return past
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
    var past = Self.past(.state(0, 1), .diagnostic(Self.diagnostic(1)))
    #expect(past.take(.diagnostic(Self.diagnostic(1))).records == [])
    let again = WireRecord.diagnostic(Self.diagnostic(1, count: 2))
    #expect(past.take(again).records == [again])
    #expect(past.history.diagnostics.entries.map(\.count) == [2])
  }

  @Test func `the last page of a past has the diagnostics`() throws {
    var pasts = Pasts()
    let hello = WireRecord.Hello(instance: "a", name: "Todo", processID: 1)
    _ = pasts.connect(hello)
    for record in [WireRecord.state(0, 1), .diagnostic(Self.diagnostic(1))] {
      _ = pasts.take(record, of: "a")
    }
    let page = try #require(pasts.page(WireRecord.History(request: 4), of: "a"))
    var expected = Self.diagnostic(1)
    expected.reply = 4
    #expect(page.contains(.diagnostic(expected)))
  }

  @Test func `a question for diagnostics is answered in words and as on the wire`() throws {
    let past = Self.past(.state(0, 1), .diagnostic(Self.diagnostic(1, count: 1_200)))
    let answer = try past.history.answer(.diagnostics, file: "x")
    var text = AnswerText(
      columns: nil,
      isFull: false,
      isPlotted: false,
      log: PlainLog(palette: Palette(isColored: false))
    )
    let lines = text.lines(answer).map(\.text)
    #expect(lines.first?.hasPrefix("! registered-twice  1,200 times, last ") == true)
    #expect(lines.first?.hasSuffix(" · after commit 3 · A.swift:1") == true)
    #expect(lines.dropFirst() == ["  It is registered twice.", "  To fix, register it once."])
    let json = AnswerJSON.lines(answer)
    #expect(json.first?[["id"]] == "registered-twice")
    #expect(json.first?[["count"]] == 1_200)
    let nothing = try Self.past(.state(0, 1)).history.answer(.diagnostics, file: "x")
    #expect(text.lines(nothing).map(\.text) == ["The store reported nothing."])
  }

  @Test func `the log and the statistics have diagnostics, each as often as it was reported`() {
    var log = PlainLog(palette: Palette(isColored: false), since: 0, now: { 0 })
    var statistics = Statistics()
    var buffer: [UInt8] = []
    for count in [1, 3, 3] {
      let record = WireRecord.diagnostic(Self.diagnostic(1, count: count))
      let event = HubEvent.record(label: "Todo", instance: "a", record)
      log.write(event, to: &buffer)
      statistics.take(event)
    }
    let lines = String(decoding: buffer, as: UTF8.self).split(separator: "\n")
    let text = "It is registered twice. To fix, register it once."
    #expect(lines.contains { $0.hasSuffix("! registered-twice: \(text)") })
    #expect(lines.contains { $0.hasSuffix("! registered-twice: (3 times) \(text)") })
    #expect(statistics.diagnostics.values.map(\.self) == [3])
    #expect(statistics.seconds == 0)
    let table = StatisticsTable(width: 60).lines(statistics).map(\.text)
    #expect(table.contains { $0.hasPrefix("registered-twice  ") })
  }
}
