import SluiceTree
import SluiceWire
import TestSupport
import Testing

@testable import ExplorerKit

@Suite(.inTurn)
struct ReadFiguresTests {
  /// What ran, and what is said of it.
  private struct Case: CustomTestStringConvertible, Sendable {
    let testDescription: String
    var kind = "selector"
    var changes = 0
    var forced = 0
    var isUncompared = false
    var readsWholeState = false
    var unequatable: [String] = []
    var commits = 4_000
    let advice: String?
  }

  private static let cases = [
    Case(
      testDescription: "an input that is not equatable",
      changes: 3,
      forced: 3_990,
      unequatable: [#"\AppState.people"#],
      advice: #"rows ran 4,000 times for 3 changes, 2 ms each, because \AppState.people is not "#
        + "Equatable. To fix, make the type Equatable, or select only what is read of it."
    ),
    Case(
      testDescription: "several such inputs",
      changes: 0,
      forced: 4_000,
      unequatable: ["a", "b", "c", "d"],
      advice: "rows ran 4,000 times for no change, 2 ms each, because a, b, c and others are not "
        + "Equatable. To fix, make the type Equatable, or select only what is read of it."
    ),
    Case(
      testDescription: "the whole state",
      changes: 1,
      forced: 4_000,
      readsWholeState: true,
      advice: "rows ran 4,000 times for 1 change, 2 ms each, because it projects the whole "
        + "state. To fix, make it of smaller selectors with Selector.with."
    ),
    Case(
      testDescription: "inputs that change, and a value that doesn't",
      changes: 400,
      advice: "rows ran 4,000 times for 400 changes, 2 ms each. To fix, select only what it "
        + "reads."
    ),
    Case(
      testDescription: "other inputs led to most runs",
      changes: 3,
      forced: 40,
      unequatable: ["a"],
      advice: "rows ran 4,000 times for 3 changes, 2 ms each. To fix, select only what it "
        + "reads."
    ),
    Case(
      testDescription: "values that aren't compared, as an input isn't",
      changes: 4_000,
      forced: 4_000,
      isUncompared: true,
      unequatable: ["a"],
      advice: "rows ran 4,000 times, 2 ms each, because a is not Equatable. To fix, make the "
        + "type Equatable, or select only what is read of it."
    ),
    Case(
      testDescription: "a subscriber to what isn't equatable",
      kind: "subscriber",
      changes: 4_000,
      forced: 4_000,
      isUncompared: true,
      unequatable: ["a"],
      advice: "rows received 4,000 values, because a is not Equatable. To fix, make the type "
        + "Equatable, or select only what is read of it."
    ),
    Case(testDescription: "changes with each run", changes: 4_000, advice: nil),
    Case(testDescription: "one change in ten runs and more", changes: 401, advice: nil),
    Case(testDescription: "few runs", commits: 19, advice: nil),
    Case(testDescription: "an observer that looks at each commit", kind: "subscriber", advice: nil),
    Case(
      testDescription: "repeats that are asked for",
      kind: "subscriber",
      changes: 4_000,
      isUncompared: true,
      advice: nil
    ),
  ]

  private static func statistics(_ example: Case) -> Statistics {
    var statistics = Statistics()
    for number in 1...example.commits {
      let read = WireRecord.Read(
        kind: example.kind,
        name: "rows",
        runs: 1,
        changes: number <= example.changes ? 1 : 0,
        forced: number <= example.forced ? 1 : 0,
        duration: 2_100_000,
        isUncompared: example.isUncompared,
        readsWholeState: example.readsWholeState,
        unequatable: example.unequatable.map { .init(name: $0) }
      )
      let record = WireRecord.reads(WireRecord.Reads(number: number, reads: [read]))
      statistics.take(.record(label: "Shop", instance: "a", record))
    }
    return statistics
  }

  @Test(arguments: cases)
  private func `what runs too often is reported with its cause`(_ example: Case) throws {
    let figures = try #require(Self.statistics(example).reads.values.first)
    #expect(figures.advice(about: "rows") == example.advice)
  }

  @Test func `runs and times add up, and a commit counts once`() throws {
    var figures = ReadFigures()
    for number in [1, 2, 2, 3] { figures.take(SampleReads.read(runs: 5, changes: 1), of: number) }
    #expect((figures.runs, figures.commits, figures.changes, figures.repeats) == (20, 3, 4, 16))
    #expect(figures.duration == 8_400_000)
    #expect(figures.mean == 420_000)
    figures.take(SampleReads.read(runs: .max, duration: .max), of: 4)
    #expect(figures.duration == .max)
    #expect(figures.runs >= 20)
  }

  @Test func `the table has a line for each, the slowest first, and the advice below`() throws {
    var statistics = Self.statistics(Self.cases[0])
    let other = SampleReads.record(9, SampleReads.read("quick\u{202E}", duration: 10))
    statistics.take(.record(label: "Shop", instance: "a", .reads(other)))
    let lines = StatisticsTable(width: 80).lines(statistics).map(\.text)
    let head = try #require(lines.firstIndex { $0.hasPrefix("READS") })
    #expect(lines[head].contains("runs  commits"))
    #expect(lines[head + 1].hasPrefix("rows "))
    #expect(lines[head + 1].contains("4,000    4,000"))
    #expect(lines[head + 2].hasPrefix("quick"))
    let advice = lines.drop { !$0.hasPrefix("! ") }
    #expect(advice.first?.hasPrefix("! rows ran 4,000 times for 3 changes") == true)
    #expect(lines.allSatisfy { !$0.contains("\u{202E}") && $0.columns <= 80 })
  }

  @Test func `the object has reads with their warnings`() throws {
    let json = Self.statistics(Self.cases[0]).json
    #expect(json[["reads", 0, "name"]] == "rows")
    #expect(json[["reads", 0, "runs"]] == 4_000)
    #expect(json[["reads", 0, "changes"]] == 3)
    #expect(
      json[["reads", 0, "because"]] == #"because \AppState.people is not Equatable"#
    )
    #expect(Statistics().json[["reads"]] == nil)
  }
}
