import SluiceTree
import SluiceWire
import TestSupport
import Testing

@testable import ExplorerKit

/// The rows of the list, as its history loses commits.
@Suite(.inTurn) struct RowTests {
  private static let limits = History.Limits(commits: 100)

  /// A screen with room for a hundred commits that has heard of a thousand, with a filter for `type:Rare`.
  ///
  /// - Parameter rare: The commits that the filter admits.
  private static func desk(_ rare: Set<Int>) throws -> Desk {
    var desk = Desk([])
    try desk.change { $0.watching.filter = try Filter(parsing: "type:Rare") }
    let events = ScreenFixture.counting(to: 1_000).map { event in
      guard case .record(_, _, .commit(var commit)) = event, rare.contains(commit.number) else {
        return event
      }
      commit.action.type = "Rare"
      return ScreenFixture.record(.commit(commit))
    }
    desk.hear(events, limits: limits)
    desk.type("2jp1h")
    return desk
  }

  @Test func `each row stands for a commit that is held`() {
    var past = ShownPast(limits: Self.limits)
    past.take(.state(counted: 0))
    for number in 1...1_000 {
      past.take(.counted(number))
      let first = past.history.numbers?.lowerBound ?? 0
      guard past.rows.first?.number == first + 1 else {
        Issue.record("\(past.rows.first?.number ?? 0) is the first row, behind \(first).")
        return
      }
    }
    #expect(past.history.numbers?.lowerBound ?? 0 > 700)
    #expect(past.rows.last?.number == 1_000)
  }

  @Test(arguments: [1_001, 940])
  func `the first row of a filter leads to a commit that is held`(_ next: Int) throws {
    let rare = [5] + Array(next..<1_001)
    var desk = try Self.desk(Set(rare))
    #expect(desk.state.past.numbers == rare.filter { desk.state.past.history.commit($0) != nil })
    desk.type("g[")
    #expect(!desk.text.contains("missing"))
  }

  private static let gaps: [(records: [WireRecord], numbers: [Int], texts: [String])] = [
    // Commits that are dropped on and on are one row.
    (
      (4...103).map { .missing($0...$0) }, [1, 2, 3, 103],
      ["… 4–103 missing", "100 dropped"]
    ),
    (
      [
        .missing(4...5), .counted(6), .missing(7...7), .missing(8...8), .state(counted: 9),
        .missing(10...11),
      ], [1, 2, 3, 5, 6, 9, 11],
      ["… 4–5 missing", "… 7–9 missing", "… 10–11 missing", "6 dropped"]
    ),
  ]

  @Test(arguments: gaps.indices)
  func `gaps say which commits are missing between others, and the top how many`(index: Int) {
    let (records, numbers, texts) = Self.gaps[index]
    var desk = Desk(to: 3, columns: 200)
    for record in records { desk.hear(record) }
    #expect(desk.state.past.numbers == numbers)
    for text in texts { #expect(desk.text.contains(text), "\(desk.text)") }
  }

  @Test func `a file with a name of any length is no candidate`() {
    var past = ShownPast()
    for (number, file) in ["App/Counter.swift", String(repeating: "x", count: 5_000)].enumerated() {
      var commit = ScreenFixture.commit(number + 1)
      commit.origin?.file = file
      past.take(.commit(commit))
    }
    #expect(past.tally.files == ["App/Counter.swift"])
  }

  @Test func `an effect that fails late shows no commit that is no longer held`() throws {
    var past = try Self.desk([]).state.past
    let first = try #require(past.history.numbers?.lowerBound)
    past.show(try Filter(parsing: "effect:load"))
    for number in [5, first, first + 1] {
      past.take(ScreenFixture.effect(.failed, "load", run: number, commit: number))
    }
    #expect(past.numbers == [first + 1])
    past.show(try Filter(parsing: "effect:load"))
    #expect(past.numbers == [first + 1])
  }
}
