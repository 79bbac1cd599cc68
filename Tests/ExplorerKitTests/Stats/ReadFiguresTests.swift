import SluiceTree
import SluiceWire
import TestSupport
import Testing

@testable import ExplorerKit

@Suite(.inTurn) struct ReadFiguresTests {
  private static func read(
    runs: Int = 4_000,
    _ kind: String = "selector",
    changes: Int = 0,
    forced: Int = 0,
    readsWholeState: Bool = false
  ) -> WireRecord.Read {
    WireRecord.Read(
      kind: kind,
      name: "rows",
      runs: runs,
      changes: changes,
      forced: forced,
      duration: 2_100_000 * Int64(runs),
      readsWholeState: readsWholeState
    )
  }

  /// What ran, and what is said of it.
  private static let cases: [(read: WireRecord.Read, advice: String?)] = [
    (
      read(changes: 1, forced: 4_000, readsWholeState: true),
      "ran 4,000 times for 1 change, 2 ms each, because it projects the whole state. To fix, make"
        + " it of smaller selectors with Selector.with."
    ),
    // Inputs that change, and a value that doesn't.
    (
      read(changes: 400),
      "ran 4,000 times for 400 changes, 2 ms each. To fix, select only what it reads."
    ),
    // Something else led to most runs.
    (
      read(changes: 3, forced: 40, readsWholeState: true),
      "ran 4,000 times for 3 changes, 2 ms each. To fix, select only what it reads."
    ),
    // It changes with each run, or with one in ten and more.
    (read(changes: 4_000), nil), (read(changes: 401), nil),
    // Few runs.
    (read(runs: 19), nil),
    // An observer that looks at each commit.
    (read("subscriber"), nil),
  ]

  @Test func `what runs too often is reported with its cause`() {
    for (read, advice) in Self.cases {
      var figures = ReadFigures()
      figures.take(read, of: 1)
      #expect(figures.advice(about: "rows") == advice.map { "rows \($0)" }, "\(read)")
    }
  }

  @Test func `runs and times add up, and a commit counts once`() throws {
    var figures = ReadFigures()
    for number in [1, 2, 2, 3] { figures.take(SampleReads.read(runs: 5, changes: 1), of: number) }
    #expect((figures.runs, figures.commits, figures.changes, figures.repeats) == (20, 3, 4, 16))
    #expect(figures.duration == 8_400_000 && figures.mean == 420_000)
    figures.take(SampleReads.read(runs: .max, duration: .max), of: 4)
    #expect(figures.duration == .max && figures.runs >= 20)
  }

  /// Rows ran for each of four thousand commits.
  private static let statistics = Statistics(
    "Shop",
    taking: (1...4_000).map { number in
      let changes = number <= 3 ? 1 : 0
      let read = read(runs: 1, changes: changes, forced: 1, readsWholeState: true)
      return .reads(SampleReads.record(number, read))
    }
  )

  @Test func `the table has a line for each, the slowest first, and the advice below`() throws {
    var statistics = Self.statistics
    let other = SampleReads.record(9, SampleReads.read("quick\u{202E}", duration: 10))
    statistics.take(.record("Shop", .reads(other)))
    let lines = StatisticsTable(width: 80).lines(statistics).map(\.text)
    let head = try #require(lines.firstIndex { $0.hasPrefix("READS") })
    #expect(lines[head].contains("runs  commits"))
    #expect(lines[head + 1].contains(#/^rows .*4,000    4,000/#))
    #expect(lines[head + 2].hasPrefix("quick"))
    let advice = lines.first { $0.hasPrefix("! ") }
    #expect(advice?.hasPrefix("! rows ran 4,000 times for 3 changes") == true)
    #expect(lines.allSatisfy { !$0.contains("\u{202E}") && $0.columns <= 80 })
  }

  @Test func `the object has reads with their warnings`() {
    let json = Self.statistics.json
    let reads: KeyValuePairs<TreePath.Step, Tree> = [
      "name": "rows", "runs": 4_000, "changes": 3,
      "because": "because it projects the whole state",
    ]
    for (key, value) in reads { #expect(json[["reads", 0, key]] == value) }
    #expect(Statistics().json[["reads"]] == nil)
  }
}
