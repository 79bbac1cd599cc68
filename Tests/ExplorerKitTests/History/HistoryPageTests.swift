import SluiceTree
import SluiceWire
import TestSupport
import Testing

@testable import ExplorerKit

/// Histories as pages of records, and histories made of them.
@Suite(.inTurn)
struct HistoryPageTests {
  /// Sends a history to another one, page by page.
  private static func copy(
    _ history: History,
    commits: Int,
    bytes: Int = .max,
    into copy: History = History()
  ) throws -> History {
    var copy = copy
    for _ in 0...2_000 {
      let page = history.page(
        History.PageRange(after: copy.lastNumber, commits: commits, bytes: bytes)
      )
      for record in page.records {
        // As over the wire.
        copy.take(try WireRecord(line: record.line()))
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

  /// The first line in which two accounts differ.
  private static func difference(_ one: [String], _ other: [String]) -> String? {
    if one == other { return nil }
    let pair = zip(one, other).first { $0 != $1 }
    return pair.map { "\($0) | \($1)" } ?? "\(one.count) lines | \(other.count) lines"
  }

  /// A session with effects, and if the seed is odd one whose first state is not known.
  private static func records(seed: UInt64) -> [WireRecord] {
    var random = SplitMix64(seed: seed)
    var alive: [Int] = []
    var runs = 0
    var records: [WireRecord] = []
    let session = RandomSession(seed: seed, commits: 150, hasGaps: !seed.isMultiple(of: 3))
    for record in session.records.dropFirst(seed.isMultiple(of: 2) ? 0 : 1) {
      records.append(record)
      while Int.random(in: 0..<3, using: &random) == 0 {
        let time = Int64(records.count)
        if Bool.random(using: &random) {
          runs += 1
          alive.append(runs)
          records.append(
            .effect(.init(event: .started, effect: "e", run: runs, commit: 1, time: time))
          )
        } else {
          // Some started before anything was seen.
          let run = alive.isEmpty ? 1_000 + records.count : alive.removeFirst()
          records.append(
            .effect(.init(event: .ended, effect: "e", run: run, commit: 1, time: time))
          )
        }
      }
    }
    return records
  }

  @Test(arguments: [1, 2, 3, 5, 10])
  func `a history made of pages says the same`(seed: UInt64) throws {
    let limit = seed.isMultiple(of: 5) ? 70 : 100_000
    var history = History(History.Limits(commits: limit))
    for record in Self.records(seed: seed) { history.take(record) }
    let account = Self.account(of: history)
    if seed == 10 { #expect(history.isShortened) }
    for commits in [2, 1_000] {
      let copy = try Self.copy(history, commits: commits)
      let difference = Self.difference(Self.account(of: copy), account)
      #expect(difference == nil, "\(commits) commits a page")
    }
    let bytes = try Self.copy(history, commits: .max, bytes: 300)
    #expect(Self.difference(Self.account(of: bytes), account) == nil)
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
    #expect(Self.difference(Self.account(of: copy), Self.account(of: history)) == nil)
  }

  @Test(arguments: 35..<39)
  func `a page from anywhere begins with the state there`(seed: UInt64) throws {
    var history = History()
    for record in Self.records(seed: seed) { history.take(record) }
    let numbers = try #require(history.numbers)
    for after in stride(from: numbers.lowerBound, to: numbers.upperBound, by: 23) {
      guard let known = history.state(after: after), known.number <= after else { continue }
      let through = min(after + 20, numbers.upperBound)
      let range = History.PageRange(
        after: after,
        through: through,
        includesState: true,
        bytes: .max
      )
      var part = History()
      for record in history.page(range).records { part.take(record) }
      #expect(part.state(after: through)?.tree == history.state(after: through)?.tree)
      #expect(part.numbers == known.number...through)
    }
  }

  /// The pages of a history, one behind the other.
  private static func pages(
    of history: History,
    includingStates: Bool = false
  ) throws -> [History.Page] {
    var pages: [History.Page] = []
    var range = History.PageRange(includesState: includingStates, bytes: 4_000)
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

  private static func commit(_ number: Int) -> WireRecord {
    .commit(number, .set(["n"], old: nil, new: .integer(Int64(number))))
  }

  @Test(arguments: [false, true])
  func `states behind gaps count toward a page`(isReplaced: Bool) throws {
    var history = History()
    history.take(Self.state(0))
    for number in stride(from: 2, through: 300, by: 3) {
      history.take(.dropped(number - 1, number, .room))
      // A program may send another state without another commit.
      for length in isReplaced ? [5_001, 5_002, 5_000] : [5_000] {
        history.take(Self.state(number, length))
      }
      history.take(Self.commit(number + 1))
    }
    let pages = try Self.pages(of: history)
    // The state in front, the one behind a gap, and the one that replaces it.
    #expect(pages.allSatisfy { $0.records.count { $0.type == "state" } <= 3 })
    #expect(pages.count >= 50)
    let copy = try Self.copy(history, commits: 512, bytes: 4_000)
    #expect(Self.difference(Self.account(of: copy), Self.account(of: history)) == nil)
  }

  @Test func `a page with a long state in front has a commit, too`() throws {
    var history = History()
    history.take(Self.state(0))
    for number in 1...20 { history.take(Self.commit(number)) }
    let pages = try Self.pages(of: history, includingStates: true)
    #expect(pages.last?.last == 20)
  }

  @Test func `events of effects count toward a page`() throws {
    var history = History()
    history.take(.state(0, ["n": 0]))
    for number in 1...20 {
      history.take(Self.commit(number))
      for run in (100 * number)..<(100 * number + 100) {
        history.take(
          .effect(.init(event: .started, effect: "e", run: run, commit: number, time: 1))
        )
      }
    }
    // Those of the commit in front come again.
    #expect(try Self.pages(of: history).allSatisfy { $0.records.count < 250 })
    let copy = try Self.copy(history, commits: 512, bytes: 4_000)
    #expect(copy.runs(in: 0...20).count == 2_000)
  }

  @Test func `a page has the events of runs whose predecessors were removed`() throws {
    var history = History(.init(commits: 100))
    history.take(.state(0, ["n": 0]))
    func event(_ event: WireRecord.Effect.Event, _ run: Int, at commit: Int) -> WireRecord {
      .effect(.init(event: event, effect: "e", run: run, commit: run, time: Int64(commit)))
    }
    for number in 1...1_000 {
      history.take(Self.commit(number))
      history.take(event(.started, number, at: number))
      if number > 3 { history.take(event(.ended, number - 3, at: number)) }
    }
    let page = history.page(.init(after: 990, through: 992))
    let effects = page.records.filter { $0.type == "effect" }
    #expect(
      effects
        == (990...992).flatMap {
          [event(.started, $0, at: $0), event(.ended, $0 - 3, at: $0)]
        }
    )
  }

  @Test func `a gap for a commit that stands for several has no reason of a later one`() throws {
    var history = History()
    history.take(.state(0, ["n": 0]))
    var commit = WireRecord.Commit(number: 3, time: 0, action: .init(type: "Act"), count: 3)
    commit.changes = [.set(["n"], old: 0, new: 3)]
    history.take(.commit(commit))
    history.take(.dropped(4, 5, .room))
    let page = history.page(.init(through: 2))
    #expect(page.records == [.state(0, ["n": 0]), .dropped(1, 2)])
  }
}
