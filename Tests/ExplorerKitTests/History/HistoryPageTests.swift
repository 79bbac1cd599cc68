import SluiceTree
import SluiceWire
import TestSupport
import Testing

@testable import ExplorerKit

/// Histories as pages of records, and histories made of them.
@Suite(.inTurn) struct HistoryPageTests {
  /// Sends a history to another one, page by page.
  private static func copy(
    _ history: History,
    commits: Int,
    bytes: Int = .max,
    into copy: History = History()
  ) throws -> History {
    var copy = copy
    for _ in 0...2_000 {
      let page = history.page(.init(after: copy.lastNumber, commits: commits, bytes: bytes))
      for record in page.records {
        // As over the wire.
        copy.take(try WireRecord(line: record.line()[...]))
      }
      guard page.hasMore else { return copy }
      try #require(copy.lastNumber == page.last)
    }
    throw ExplorerProcess.Failure(description: "There is no last page.")
  }

  /// Everything that a history says, as text that can be compared.
  private static func account(of history: History) -> [String] {
    guard let numbers = history.numbers else { return ["nothing"] }
    var lines = ["\(numbers)"]
    for number in numbers {
      if number.isMultiple(of: 7), let state = history.state(after: number) {
        lines.append("\(number): \(state.number) \(state.isExact) \(state.tree.hashValue)")
      }
      if let commit = history.commit(number) { lines.append("\(commit)") }
      if let gap = history.gap(at: number) { lines.append("\(gap)") }
    }
    let runs = history.runs(in: numbers).map { run in
      // When it started is unknown if that was before what is held.
      let start = max(run.startedAfter ?? 0, numbers.lowerBound)
      return "\(run.run) \(start) \(run.endedAfter ?? -1) \(run.duration ?? -1)"
    }
    return lines + runs
  }

  /// The first line in which what two histories say differs.
  private static func difference(_ one: History, _ other: History) -> String? {
    difference(one, account(of: other))
  }

  private static func difference(_ history: History, _ other: [String]) -> String? {
    let one = account(of: history)
    if one == other { return nil }
    let pair = zip(one, other).first { $0 != $1 }
    return pair.map { "\($0) | \($1)" } ?? "\(one.count) lines | \(other.count) lines"
  }

  /// A session with effects, and if the seed is odd one whose first state is not known.
  private static func records(seed: UInt64) -> [WireRecord] {
    let session = RandomSession(seed: seed, commits: 150, hasGaps: !seed.isMultiple(of: 3))
    return Array(session.recordsWithRuns.dropFirst(seed.isMultiple(of: 2) ? 0 : 1))
  }

  @Test(arguments: [1, 2, 3, 5, 10])
  func `a history made of pages says the same`(seed: UInt64) throws {
    let limits = History.Limits(commits: seed.isMultiple(of: 5) ? 20 : 100_000)
    let history = History(limits, taking: Self.records(seed: seed))
    if seed == 10 { #expect(history.isShortened) }
    let account = Self.account(of: history)
    for (commits, bytes) in [(2, Int.max), (1_000, .max), (.max, 300)] {
      let copy = try Self.copy(history, commits: commits, bytes: bytes)
      #expect(Self.difference(copy, account) == nil, "\(commits) commits a page")
    }
  }

  @Test(arguments: 25..<29)
  func `a history that is fetched while it grows becomes the same`(seed: UInt64) throws {
    var history = History()
    var copy = History()
    for (index, record) in Self.records(seed: seed).enumerated() {
      history.take(record)
      if index % 17 == 16 { copy = try Self.copy(history, commits: 3, into: copy) }
    }
    copy = try Self.copy(history, commits: 3, into: copy)
    #expect(Self.difference(copy, history) == nil)
  }

  /// The pages of a history, one behind the other.
  private static func pages(of history: History) throws -> [History.Page] {
    var pages: [History.Page] = []
    var range = History.PageRange(bytes: 4_000)
    repeat {
      let page = history.page(range)
      try #require(pages.isEmpty || page.last ?? 0 > range.after ?? 0, "There is no progress.")
      range.after = page.last
      pages.append(page)
    } while pages.last?.hasMore == true
    return pages
  }

  /// A state that fills such a page.
  private static func state(_ number: Int, _ length: Int = 5_000) -> WireRecord {
    .state(number, ["n": 0, "text": .string(String(repeating: "x", count: length))])
  }

  @Test(arguments: [false, true])
  func `states behind gaps count toward a page`(isReplaced: Bool) throws {
    var history = History(taking: [Self.state(0)])
    for number in stride(from: 2, through: 300, by: 3) {
      history.take(.dropped(number - 1, number, .room))
      // A program may send another state without another commit.
      for length in isReplaced ? [5_001, 5_002, 5_000] : [5_000] {
        history.take(Self.state(number, length))
      }
      history.take(.setting(number + 1, "n", .number(number + 1)))
    }
    let pages = try Self.pages(of: history)
    // The state in front, the one behind a gap, and the one that replaces it.
    #expect(pages.allSatisfy { $0.records.count { $0.type == "state" } <= 3 })
    #expect(pages.count >= 50)
    #expect(try Self.difference(Self.copy(history, commits: 512, bytes: 4_000), history) == nil)
  }

  @Test func `a gap keeps its reason, right behind a state, too`() {
    for reason in [WireRecord.Dropped.Reason.room, nil] {
      let gap = WireRecord.dropped(1, 2, reason)
      let history = History(taking: [.state(0, ["n": 0]), gap, .counting(3)])
      #expect(history.page(.init()).records.contains(gap))
    }
  }

  @Test func `a page with a long state in front has a commit, too`() throws {
    let history = History(taking: [Self.state(0)] + (1...20).map { .counting($0) })
    #expect(try Self.pages(of: history).last?.last == 20)
  }

  @Test func `events of effects count toward a page`() throws {
    var history = History(taking: [.state(0, ["n": 0])])
    for number in 1...20 {
      history.take(.counting(number))
      for run in (100 * number)..<(100 * number + 100) {
        history.take(.effect(.started, run: run, of: number, at: 1))
      }
    }
    // Those of the commit in front come again.
    #expect(try Self.pages(of: history).allSatisfy { $0.records.count < 250 })
    let copy = try Self.copy(history, commits: 512, bytes: 4_000)
    #expect(copy.runs(in: 0...20).count == 2_000)
  }

  @Test func `a page has the events of runs whose predecessors were removed`() {
    /// A run starts, and one that started three commits before ends.
    func events(at commit: Int) -> [WireRecord] {
      [(.started, commit), (.ended, commit - 3)].filter { $0.1 > 0 }.map { event, run in
        .effect(event, run: run, of: run, at: Int64(commit))
      }
    }
    var history = History(.init(commits: 100), taking: [.state(0, ["n": 0])])
    for number in 1...1_000 {
      for record in [.counting(number)] + events(at: number) { history.take(record) }
    }
    let effects = history.page(.init(after: 990, commits: 2)).records.filter {
      $0.type == "effect"
    }
    #expect(effects == (990...992).flatMap(events))
  }
}

@Suite(.inTurn) struct HistoryItemsTests {
  /// With a checkpoint at 64, a gap of two commits, and one that nothing ended.
  private static let records: [WireRecord] =
    [.state(0, ["n": 0])] + (1...70).map { .counting($0) }
    + [.dropped(71, 72, .room), .state(72, ["n": 72]), .counting(73), .dropped(74, 75)]

  private static func items(upTo last: Int = .max) -> [History.Item] {
    var items: [History.Item] = []
    let history = History(.init(commits: 1_000), taking: records)
    history.forEachItem(upTo: last) { items.append($0) }
    return items
  }

  @Test func `a history consists of its records and checkpoints`() {
    let items = Self.items()
    #expect(items.filter(\.isCheckpoint).map(\.record) == [.state(64, ["n": 64])])
    #expect(items.filter { !$0.isCheckpoint }.map(\.record) == Self.records)
  }

  @Test(arguments: [0, 10, 64, 71, 72, 74, 75])
  func `items up to a number end there`(last: Int) {
    let numbers = Self.items(upTo: last).map(\.number)
    #expect(numbers.max() == (last == 71 ? 70 : last))
    let all = Self.items().map(\.number)
    #expect(numbers == Array(all.prefix { $0 <= last }) + (last == 74 ? [74] : []))
  }
}

extension History.Item {
  fileprivate var isCheckpoint: Bool { if case .state(_, _, true) = self { true } else { false } }

  fileprivate var number: Int {
    switch self {
    case .state(let number, _, _): number
    case .commit(let commit, _): commit.number
    case .gap(let gap): gap.numbers.upperBound
    }
  }
}
