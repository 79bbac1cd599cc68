import SluiceTree
import SluiceWire
import TestSupport
import Testing

@testable import ExplorerKit

/// Answers about random sessions, compared with those of a naive replay.
@Suite(.inTurn, .unsanitized)
struct HistoryPropertyTests {
  static let sessions: [(seed: UInt64, hasGaps: Bool, limit: Int)] = (1...4).map { seed in
    (UInt64(seed), !seed.isMultiple(of: 3), seed.isMultiple(of: 4) ? 100 : 100_000)
  }

  private struct Made: Sendable {
    let session: RandomSession
    let history: History
    /// The states that are held.
    let moments: ArraySlice<RandomSession.Moment>
  }

  /// The sessions, made once for all tests.
  private static let made: [Made] = sessions.map { seed, hasGaps, limit in
    let session = RandomSession(seed: seed, commits: 300, hasGaps: hasGaps)
    var history = History(History.Limits(commits: limit))
    for record in session.records { history.take(record) }
    let first = history.numbers?.lowerBound ?? 0
    let moments = session.moments.drop { $0.number < first }
    return Made(session: session, history: history, moments: moments)
  }

  @Test(arguments: sessions.indices)
  func `the state after each commit is the one that was received or rebuilt`(index: Int) throws {
    let made = Self.made[index]
    let (session, history, moments) = (made.session, made.history, made.moments)
    #expect(moments.last?.number == session.moments.last?.number)
    var known = try #require(moments.first)
    for number in known.number...session.moments[session.moments.count - 1].number {
      let moment = moments.last { $0.number <= number }
      known = try #require(moment)
      let state = try #require(history.state(after: number))
      #expect(state.tree == known.tree, "after \(number)")
      #expect(state.number == known.number)
      #expect(state.isExact == (known.number == number))
    }
    if Self.sessions[index].limit < 300 {
      #expect(history.isShortened)
      #expect(history.count >= Self.sessions[index].limit)
    }
  }

  @Test(arguments: sessions.indices)
  func `each leaf is blamed on what a naive replay finds`(index: Int) throws {
    let (history, moments) = (Self.made[index].history, Self.made[index].moments)
    let front = try #require(history.numbers?.lowerBound)
    for moment in moments where moment.number.isMultiple(of: 11) {
      let blame = try #require(history.blame(at: moment.number))
      let found = Dictionary(blame.leaves.map { ($0.path, $0.author) }) { $1 }
      let expected = moment.authors.authors().mapValues { author -> History.Author in
        // What is older than what is held was so at its beginning.
        author.number <= front ? .beginning(front) : author
      }
      #expect(found == expected, "after \(moment.number)")
      for leaf in blame.leaves { #expect(moment.tree[leaf.path] == leaf.value) }
    }
  }

  @Test(arguments: sessions.indices)
  func `the blame of a part is that part of the blame`(index: Int) throws {
    let (history, moments) = (Self.made[index].history, Self.made[index].moments)
    let last = try #require(moments.last)
    let whole = try #require(history.blame(at: last.number))
    for leaf in whole.leaves {
      let path = StatePath(leaf.path)
      let alone = try #require(history.blame(path, at: last.number))
      #expect(alone.leaves == [leaf])
      let reason = try #require(history.why(path, at: last.number))
      #expect(reason.author == leaf.author, "\(path)")
      #expect(reason.value == .value(leaf.value))
    }
  }

  @Test(arguments: sessions.indices)
  func `a reason ends at a commit without a cause, or one that is not held`(index: Int) throws {
    let made = Self.made[index]
    let (session, history, moments) = (made.session, made.history, made.moments)
    let last = try #require(moments.last)
    for leaf in try #require(history.blame(at: last.number)).leaves {
      let reason = try #require(history.why(StatePath(leaf.path), at: last.number))
      guard case .commit(let number) = reason.author else { continue }
      #expect(reason.chain.first?.number == number)
      for (link, next) in zip(reason.chain, reason.chain.dropFirst()) {
        #expect(link.commit?.cause?.commit == next.number)
      }
      let end = try #require(reason.chain.last)
      let front = try #require(history.numbers?.lowerBound)
      #expect(end.commit.map { $0.cause == nil } ?? (end.number <= front))
      if let commit = end.commit { #expect(commit.action == session.commits[end.number]?.action) }
    }
  }

  @Test(arguments: sessions.indices)
  func `the changes of a path are the commits after which it differs`(index: Int) throws {
    let (history, moments) = (Self.made[index].history, Self.made[index].moments)
    let last = try #require(moments.last)
    let paths =
      [
        "count", "names", "note", "filter", "filter._0", "user.name", "user", "müsli.id", "todos",
      ].map { try! StatePath(parsing: $0) }
      + stride(from: 0, to: 60, by: 5).map { id in
        try! StatePath(parsing: "todos[id:\(id)].done")
      }
      + stride(from: 0, to: 20, by: 4).map { id in try! StatePath(parsing: "todos[id:\(id)].due") }
      + (0..<8).flatMap { id in
        ["n", "id"].map { try! StatePath(parsing: "people[id:\(id)].\($0)") }
      }
    for path in paths {
      let found = try #require(
        history.changes(of: path, in: (history.numbers?.lowerBound ?? 0)...last.number)
      )
      let values = moments.map { $0.tree.value(at: path) }
      let expected = zip(moments, moments.dropFirst()).enumerated().compactMap { place, pair in
        values[place] == values[place + 1] ? nil : pair.1.author
      }
      #expect(found.map(\.author) == expected, "\(path)")
      for change in found {
        let place = try #require(moments.firstIndex { $0.number == change.author.number })
        let old = moments[place - 1].tree.value(at: path)
        let new = moments[place].tree.value(at: path)
        if change.old != .partOf { #expect(change.old == old, "\(path)") }
        if change.new != .partOf { #expect(change.new == new, "\(path)") }
      }
    }
  }

  static let conditions: [@Sendable (Tree) -> Bool] = [
    { $0["count"] == 3 }, { $0["note"] != nil }, { $0["note"] == "x2" },
    { if case .array(let todos)? = $0["todos"] { todos.count > 5 } else { false } },
    { _ in true }, { _ in false },
  ]

  @Test(arguments: sessions.indices)
  func `a search finds what a search through all states finds`(index: Int) throws {
    let (history, moments) = (Self.made[index].history, Self.made[index].moments)
    for condition in Self.conditions {
      let meeting = moments.filter { condition($0.tree) }
      #expect(history.first(where: condition) == meeting.first?.number)
      #expect(history.last(where: condition) == meeting.last?.number)
      for start in moments where start.number.isMultiple(of: 61) {
        let later = moments.drop { $0.number <= start.number }
        let turn = later.first { condition($0.tree) != condition(start.tree) }
        let expected = turn.map { History.Turn(number: $0.number, holds: condition($0.tree)) }
        #expect(history.next(after: start.number, where: condition) == expected)
        let range = start.number...(start.number + 40)
        let part = moments.filter { range.contains($0.number) && condition($0.tree) }
        #expect(history.first(in: range, where: condition) == part.first?.number)
        #expect(history.last(in: range, where: condition) == part.last?.number)
      }
    }
  }

  @Test(arguments: sessions.indices)
  func `a search in a part of the state finds the same`(index: Int) throws {
    let (history, moments) = (Self.made[index].history, Self.made[index].moments)
    for wanted in ["n0", "n1", "n2"] {
      let condition = { (tree: Tree) in tree["user"]?["name"] == .string(wanted) }
      let meeting = moments.filter { condition($0.tree) }
      #expect(history.first(at: ["user", "name"], where: condition) == meeting.first?.number)
      #expect(history.last(at: ["user"], where: condition) == meeting.last?.number)
    }
  }

  @Test(arguments: sessions.indices)
  func `a comparison turns one state into the other`(index: Int) throws {
    let (history, moments) = (Self.made[index].history, Self.made[index].moments)
    for pair in zip(moments, moments.dropFirst(37)) where pair.0.number.isMultiple(of: 5) {
      let changes = try #require(history.compare(pair.0.number, pair.1.number))
      #expect(try pair.0.tree.applying(changes) == pair.1.tree)
      let back = try #require(history.compare(pair.1.number, pair.0.number))
      #expect(try pair.1.tree.applying(back) == pair.0.tree)
    }
  }

  @Test(arguments: sessions.indices)
  func `a commit comes back whole`(index: Int) throws {
    let (session, history) = (Self.made[index].session, Self.made[index].history)
    let front = try #require(history.numbers?.lowerBound)
    for (number, commit) in session.commits where number > front {
      var found = try #require(history.commit(number))
      // Values that were replaced are filled in.
      #expect(found.changes.map(\.withoutOld) == commit.changes.map(\.withoutOld))
      found.changes = commit.changes
      #expect(found == commit)
    }
  }
}

extension Tree {
  fileprivate subscript(_ key: String) -> Tree? { self[.key(key)] }

  fileprivate func value(at path: StatePath) -> History.PathValue {
    let resolution = resolve(path.steps)
    return resolution.isComplete ? .value(resolution.tree) : .missing
  }
}
