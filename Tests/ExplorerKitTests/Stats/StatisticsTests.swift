import SluiceTree
import SluiceWire
import TestSupport
import Testing

@testable import ExplorerKit

@Suite(.inTurn) struct StatisticsTests {
  @Test func `quantiles are right within four percent`() {
    var random = SplitMix64(seed: 9)
    for scale in [20, 2_000, 5_000_000, 90_000_000_000] {
      var histogram = DurationHistogram()
      let values = (0..<2_000).map { _ in Int64.random(in: 0..<Int64(scale), using: &random) }
      for value in values { histogram.add(value) }
      let sorted = values.sorted()
      for part in [0.01, 0.5, 0.9, 0.99, 1] {
        let exact = Double(sorted[Int((part * 2_000).rounded(.up)) - 1])
        let found = Double(histogram.quantile(part) ?? -1)
        #expect(abs(found - exact) <= max(1, exact * 0.04), "\(scale) \(part)")
      }
    }
  }

  @Test func `the edges of time are counted`() {
    var histogram = DurationHistogram()
    #expect(histogram.quantile(0.5) == nil)
    histogram.add(-5)
    #expect(histogram.quantile(0.5) == 0)
    histogram.add(.max)
    #expect(histogram.count == 2)
    #expect((histogram.quantile(1) ?? 0) > .max / 100 * 96)
  }

  private static func statistics(_ apps: [String]) -> Statistics {
    var statistics = Statistics()
    for app in apps {
      for record in GoldenSession.records { statistics.take(.record(app, record)) }
    }
    return statistics
  }

  @Test func `commits, actions, effects and changes are counted`() throws {
    let statistics = Self.statistics(["Todo"])
    #expect((statistics.commits, statistics.joined, statistics.dropped) == (6, 1, 4))
    #expect(statistics.actions[.init(app: "Todo", name: "Session.began")]?.count == 1)
    let save = try #require(statistics.effects[.init(app: "Todo", name: "Todos.save")])
    #expect([save.started, save.ended, save.failed, save.cancelled] == [1, 1, 1, 1])
    #expect(save.latency.count == 2)
    for (name, count) in [("todos[*]", 2), ("todos[*].done", 1), ("(the whole state)", 1)] {
      #expect(statistics.changes[.init(app: "Todo", name: name)] == count)
    }
  }

  @Test func `failed attempts are counted, and shown where there are any`() throws {
    var statistics = Self.statistics(["Todo"])
    let heads = { (statistics: Statistics) in
      StatisticsTable(width: 100).lines(statistics).map(\.text).first { $0.hasPrefix("EFFECTS") }
    }
    #expect(heads(statistics)?.contains("retries") == false)
    for attempt in 1...2 {
      let retrying = WireRecord.effect(.retrying, "Todos.save", error: "no", attempt: attempt)
      statistics.take(.record("Todo", retrying))
    }
    let save = try #require(statistics.effects[.init(app: "Todo", name: "Todos.save")])
    #expect((save.retried, save.failed, save.latency.count) == (2, 1, 2))
    #expect(heads(statistics)?.contains("  failed  retries  cancelled") == true)
  }

  @Test func `paths that change again are counted where they were`() {
    var statistics = Statistics()
    let paths: [TreePath] = [["a", 0], ["a", 1], ["a", "b"], ["a"], ["a", 0, "b"]]
    for number in 1...4 {
      let changes = paths.map { TreeChange.set($0, old: nil, new: 0) }
      let commit = WireRecord.Commit(number: number, time: 0, action: "A", changes: changes)
      statistics.take(.record(number == 1 ? "One" : "Three", .commit(commit)))
    }
    let counts = ["a": 1, "a.b": 1, "a[*]": 2, "a[*].b": 1]
    let expected = counts.flatMap { name, count in
      [
        (Statistics.Subject(app: "One", name: name), count),
        (Statistics.Subject(app: "Three", name: name), 3 * count),
      ]
    }
    #expect(statistics.changes == Dictionary(uniqueKeysWithValues: expected))
  }

  @Test func `a program that invents names costs bounded memory`() {
    var statistics = Statistics()
    for number in 1...5_000 {
      let action = WireRecord.Action(type: "T\(number)")
      let commit = WireRecord.commit(number, action, .add([.key("k\(number)")], 1))
      statistics.take(.record("A\(number)", commit))
    }
    #expect(statistics.commits == 5_000)
    #expect(statistics.actions.count <= 2 * Statistics.maximalSubjects + 1)
    #expect(statistics.actions.values.reduce(0) { $0 + $1.count } == 5_000)
    #expect(statistics.changes.values.reduce(0, +) == 5_000)
    #expect(statistics.apps.count == Statistics.maximalSubjects)
    #expect(statistics.changed.count == Statistics.maximalSubjects)
  }

  @Test func `the table equals the golden text`() throws {
    let table = StatisticsTable(width: 79)
    let lines = table.lines(Self.statistics(["Todo"])).map(\.text)
    try GoldenText.expect(lines, matches: "stats.txt")
  }

  @Test(arguments: [20, 40, 60, 79, 200])
  func `lines fit their width, whatever the names are`(width: Int) {
    var statistics = Self.statistics(["Todo", "Another program with a long name\u{1B}[2J"])
    let long = String(repeating: "Long", count: 100)
    statistics.take(.record("T", .commit(1, .init(type: long + "\u{202E}"))))
    let table = StatisticsTable(width: width)
    for line in table.lines(statistics).map(\.text) {
      #expect(line.columns <= width, "\(line)")
      #expect(line.unicodeScalars.allSatisfy { $0.value >= 0x20 && $0.value != 0x202E })
    }
  }

  @Test func `a narrow table leaves the last columns out, and cuts no figure`() {
    let table = StatisticsTable(width: 39)
    let lines = table.lines(Self.statistics(["Todo"])).map(\.text)
    let actions = lines.drop { !$0.hasPrefix("ACTIONS") }.prefix { !$0.isEmpty }
    #expect(actions.first?.contains("median") == true)
    #expect(actions.first?.contains("99") == false)
    #expect(actions.allSatisfy { !$0.hasSuffix("…") })
  }

  @Test func `statistics without commits say nothing`() {
    let table = StatisticsTable(width: 79)
    #expect(table.lines(Statistics()).map(\.text) == ["Nothing happened so far."])
  }

  @Test func `a diagnostic, which may be of an earlier connection, takes no time`() {
    let statistics = Statistics(taking: [
      .commit(10, "A", at: 10_000_000), .commit(12, "A", at: 12_000_000),
      .diagnostic(.init(number: 1, id: "i", time: 1, cause: "c")),
    ])
    #expect(statistics.seconds == 2)
  }
}
