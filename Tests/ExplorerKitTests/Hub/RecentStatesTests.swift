import SluiceTree
import SluiceWire
import TestSupport
import Testing

@testable import ExplorerKit

@Suite(.inTurn, .unsanitized)
struct RecentStatesTests {
  private static func commit(_ number: Int, _ changes: TreeChange...) -> WireRecord.Commit {
    WireRecord.Commit(number: number, time: 0, action: .init(type: "A"), changes: changes)
  }

  @Test func `each state is made again of what was told`() throws {
    var recent = RecentStates()
    var tree: Tree = ["count": 0, "list": []]
    var trees = [tree]
    recent.take(0, tree)
    for number in 1...2_000 {
      let next = Tree.integer(Int64(number))
      let commit = Self.commit(
        number,
        .set(["count"], old: nil, new: next),
        .add(["list", .index(number % 3 % max(1, number - 1))], next, position: nil)
      )
      try tree.apply(commit.changes)
      trees.append(tree)
      recent.take(commit, tree)
    }
    for number in [0, 1, 2, 511, 512, 513, 514, 1_025, 1_999, 2_000] {
      #expect(recent.state(after: number) == trees[number])
    }
    #expect(recent.state(after: 2_001) == nil)
    #expect(recent.range == 0...2_000)
  }

  @Test func `what was not told whole is not kept`() {
    var recent = RecentStates()
    recent.take(3, ["a": 3])
    recent.take(Self.commit(4, .set(["a"], old: 3, new: 4)), ["a": 4])
    // Six commits in one.
    recent.take(Self.commit(10, .set(["a"], old: 4, new: 10)), ["a": 10])
    recent.take(Self.commit(11), nil)
    recent.take(Self.commit(20, .set(["a"], old: 0, new: 20)), nil)
    recent.take(30, ["a": 30])
    recent.take(Self.commit(31, .set(["a"], old: 30, new: 31)), ["a": 31])
    let known = (0...31).filter { recent.state(after: $0) != nil }
    #expect(known == [3, 4, 10, 30, 31])
    #expect(recent.state(after: 31) == ["a": 31])
    // It begins anew.
    recent.take(0, ["a": 0])
    #expect(recent.state(after: 31) == nil)
    #expect(recent.state(after: 0) == ["a": 0])
  }

  @Test func `memory is bounded, and the newest states stay`() {
    var recent = RecentStates(limit: 1 << 20)
    var tree: Tree = ["text": ""]
    recent.take(0, tree)
    for number in 1...5_000 {
      let text = Tree.string(String(repeating: "x", count: 1_000) + "\(number)")
      tree = ["text": text]
      recent.take(Self.commit(number, .set(["text"], old: nil, new: text)), tree)
    }
    #expect(recent.state(after: 1_000) == nil)
    #expect(recent.state(after: 5_000) == tree)
  }
}
