import SluiceTree
import SluiceWire
import TestSupport
import Testing

@testable import ExplorerKit

/// Answers about random sessions, compared with those of a naive replay.
@Suite(.inTurn, .unsanitized) struct HistoryPropertyTests {
  /// A session, what is held of it, and the states that are known of that.
  private struct Made: Sendable, CustomTestStringConvertible {
    let testDescription: String
    let limit: Int
    let session: RandomSession
    let history: History
    /// The number of the first commit that is held.
    let front: Int
    let moments: ArraySlice<RandomSession.Moment>
    let last: Int

    init(seed: Int) {
      testDescription = "seed \(seed)"
      limit = seed.isMultiple(of: 4) ? 20 : 100_000
      session = RandomSession(seed: UInt64(seed), commits: 160, hasGaps: !seed.isMultiple(of: 3))
      history = History(.init(commits: limit), taking: session.records)
      let front = history.numbers?.lowerBound ?? 0
      self.front = front
      moments = session.moments.drop { $0.number < front }
      last = moments.last?.number ?? 0
    }
  }

  /// The sessions, made once for all tests.
  private static let made = (2...volume(4, nightly: 16)).map(Made.init)

  @Test(arguments: made)
  private func `the state after each commit is the one that was received or rebuilt`(
    _ made: Made
  ) throws {
    let (history, moments) = (made.history, made.moments)
    let end = made.session.moments.last?.number ?? 0
    #expect(made.last == end)
    for number in try #require(moments.first).number...end {
      let known = try #require(moments.last { $0.number <= number })
      let expected = History.KnownState(
        tree: known.tree,
        number: known.number,
        isExact: known.number == number
      )
      #expect(history.state(after: number) == expected, "after \(number)")
    }
    // A history of one segment isn't shortened.
    #expect(!history.isShortened || history.count >= made.limit)
    #expect(Self.made.contains { $0.history.isShortened })
  }

  @Test(arguments: made)
  private func `each leaf is blamed on what a naive replay finds`(_ made: Made) throws {
    var known: [StatePath: (value: Tree, author: History.Author)] = [:]
    for moment in made.moments {
      // What is older than what is held was so at its beginning.
      let isFront = moment.number <= made.front
      let author = isFront ? .beginning(made.front) : try #require(moment.author)
      let before = known
      known = [:]
      moment.tree.forEachLeaf { path, value in
        let same = before[path].flatMap { $0.value == value ? $0 : nil }
        known[path] = same ?? (value, author)
      }
      guard moment.number.isMultiple(of: 11) else { continue }
      let blame = try #require(made.history.blame(at: moment.number))
      var found: [StatePath: History.Author] = [:]
      for leaf in blame.leaves {
        #expect(moment.tree[leaf.path] == leaf.value)
        let steps = moment.tree.resolve(StatePath(leaf.path).steps).lasting
        if steps.allSatisfy(\.isLasting) { found[StatePath(steps)] = leaf.author }
      }
      #expect(found == known.mapValues(\.author), "after \(moment.number)")
    }
  }

  @Test(arguments: made)
  private func `a leaf's reason is the blame of that part, and ends where no cause is known`(
    _ made: Made
  ) throws {
    let (history, last) = (made.history, made.last)
    // Each asks the whole history three times.
    let leaves = try #require(history.blame(at: last)).leaves
    for leaf in stride(from: 0, to: leaves.count, by: 3).map({ leaves[$0] }) {
      let path = StatePath(leaf.path)
      #expect(history.blame(path, at: last)?.leaves == [leaf])
      let reason = try #require(history.why(path, at: last))
      #expect(reason.author == leaf.author && reason.value == .value(leaf.value), "\(path)")
      guard case .commit(let number) = reason.author else { continue }
      #expect(reason.chain.first?.number == number)
      for (link, next) in zip(reason.chain, reason.chain.dropFirst()) {
        #expect(link.commit?.cause?.commit == next.number)
      }
      let end = try #require(reason.chain.last)
      #expect(end.commit.map { $0.cause == nil } ?? (end.number <= made.front))
      let commit = made.session.commits[end.number]
      if let found = end.commit { #expect(found.action == commit?.action) }
    }
  }

  @Test(arguments: made)
  private func `the changes of a path are the commits after which it differs`(_ made: Made) throws {
    let (history, moments) = (made.history, made.moments)
    let todos =
      (0..<12).map { "todos[id:\(5 * $0)].done" } + (0..<5).map { "todos[id:\(4 * $0)].due" }
    let people = (0..<8).flatMap { ["people[id:\($0)].n", "people[id:\($0)].id"] }
    let fixed = [
      "count", "names", "note", "filter", "filter.all", "user.name", "user", "müsli.id", "todos",
    ]
    for path in try (fixed + todos + people).map(StatePath.init(parsing:)) {
      let found = try #require(history.changes(of: path, in: made.front...made.last))
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

  @Test(arguments: made)
  private func `a comparison turns one state into the other`(_ made: Made) throws {
    let (history, moments) = (made.history, made.moments)
    for pair in zip(moments, moments.dropFirst(37)) where pair.0.number.isMultiple(of: 5) {
      let changes = try #require(Answer.Difference(history, from: pair.0.number, to: pair.1.number))
      var tree = pair.0.tree
      try tree.apply(changes.changes)
      #expect(tree == pair.1.tree)
      let back = try #require(Answer.Difference(history, from: pair.1.number, to: pair.0.number))
      try tree.apply(back.changes)
      #expect(tree == pair.0.tree)
    }
  }

  @Test(arguments: made)
  private func `a commit comes back whole`(_ made: Made) throws {
    for (number, commit) in made.session.commits where number > made.front {
      var found = try #require(made.history.commit(number))
      // Values that were replaced are filled in.
      #expect(found.changes.map(\.withoutOld) == commit.changes.map(\.withoutOld))
      found.changes = commit.changes
      #expect(found == commit)
    }
  }
}

extension Tree {
  fileprivate func value(at path: StatePath) -> History.PathValue {
    let resolution = resolve(path.steps)
    return resolution.isComplete ? .value(resolution.tree) : .missing
  }

  /// Passes on the leaves with their paths, but for elements that no path follows.
  fileprivate func forEachLeaf(at path: StatePath = "", _ body: (StatePath, Tree) -> Void) {
    let parts: [(step: StatePath.Step, value: Tree)] =
      switch self {
      case .array(let elements): elements.enumerated().map { ($1.lastingStep(at: .index($0)), $1) }
      default: (keyedParts?.members ?? []).map { (.key($0.key), $0.value) }
      }
    if parts.isEmpty { body(path, self) }
    for part in parts where part.step.isLasting {
      part.value.forEachLeaf(at: StatePath(path.steps + [part.step]), body)
    }
  }
}

extension StatePath.Step {
  /// Whether it leads to one element, wherever that stands: not by its place, or by an id of two.
  fileprivate var isLasting: Bool {
    if case .index = self { false } else { self != .id(ElementID("twin")) }
  }
}
