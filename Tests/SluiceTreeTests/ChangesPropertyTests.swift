import SluiceTree
import TestSupport
import Testing

/// Changes applied to the old tree give exactly the new one, whatever the trees.
@Suite(.inTurn) struct ChangesPropertyTests {
  static let seeds: [UInt64] = Array(1...14)

  private func expectRoundTrip(
    from old: Tree,
    to new: Tree,
    sourceLocation: SourceLocation = #_sourceLocation
  ) {
    let changes = Tree.changes(from: old, to: new)
    let applied = Result { try old.applying(changes) }
    if (try? applied.get()) != new {
      let lines = changes.map(\.description).joined(separator: "\n")
      Issue.record(
        """
        \(old.summary(limit: 2000))
        should have become
        \(new.summary(limit: 2000))
        and is
        \(applied.map { $0.summary(limit: 2000) })
        after
        \(lines)
        """,
        sourceLocation: sourceLocation
      )
    }
    #expect(changes.isEmpty == (old == new), sourceLocation: sourceLocation)
  }

  @Test(arguments: seeds)
  func `changes lead from any tree to any other, and from an equal one there are none`(
    seed: UInt64
  ) {
    var trees = RandomTrees(seed: seed)
    var again = RandomTrees(seed: seed)
    for _ in 0..<100 {
      let (old, new) = (trees.tree(), trees.tree())
      expectRoundTrip(from: old, to: new)
      let equal = (again.tree(), again.tree())
      #expect((old, new) == equal)
      #expect((old.hashValue, new.hashValue) == (equal.0.hashValue, equal.1.hashValue))
      #expect(Tree.changes(from: old, to: equal.0).isEmpty)
    }
  }

  @Test(arguments: seeds)
  func `changes lead from a tree to its neighbours`(seed: UInt64) {
    var trees = RandomTrees(seed: seed)
    for edits in 0..<100 {
      let old = trees.tree(depth: 5)
      expectRoundTrip(from: old, to: trees.neighbour(of: old, edits: edits / 10))
    }
  }

  @Test(arguments: seeds)
  func `changes lead between long lists of records and between large objects`(seed: UInt64) {
    var trees = RandomTrees(seed: seed)
    for size in [1, 2, 5, 20, 100, 300] {
      var old = (0..<size).map { id in
        Tree.Object.Member(key: "\(id)", value: ["id": .integer(Int64(id))])
      }
      old.shuffle(using: &trees.random)
      var new = old
      for edit in 0..<trees.pick(0..<(size / 4 + 3)) {
        let place = trees.pick(0..<max(new.count, 1))
        switch trees.pick(0..<4) {
        case 0 where !new.isEmpty: new.remove(at: place)
        case 1 where !new.isEmpty:
          new.insert(new.remove(at: place), at: trees.pick(0..<new.count + 1))
        case 2 where !new.isEmpty:
          new[place].value = ["id": new[place].value["id"] ?? .null, "more": trees.leaf()]
        default:
          let id = Int64(size + edit)
          new.insert(.init(key: "\(id)", value: ["id": .integer(id)]), at: min(place, new.count))
        }
      }
      expectRoundTrip(from: .array(old.map(\.value)), to: .array(new.map(\.value)))
      expectRoundTrip(from: .object(.init(old)), to: .object(.init(new)))
    }
  }

  @Test(arguments: seeds)
  func `changes are the same whether both trees share something or not`(seed: UInt64) throws {
    var trees = RandomTrees(seed: seed)
    for round in 0..<100 {
      // Some with an id, some without, and some equal.
      let elements = (0..<trees.pick(1..<80)).map { index -> Tree in
        trees.pick(0..<2) == 0 ? ["n": .integer(Int64(index % 5))] : ["id": .integer(Int64(index))]
      }
      let old = Tree.array(elements)
      var new = old
      for _ in 0...round % 4 {
        let count = try #require(new.elements).count
        let place = TreePath.Step.index(trees.pick(0..<max(count, 1)))
        let change: TreeChange =
          trees.pick(0..<2) == 0 && count > 0
          ? .remove([place], old: nil) : .add([place], ["n": .integer(7)])
        new = try new.applying([change])
      }
      let changes = Tree.changes(from: old, to: new)
      #expect(changes == Tree.changes(from: old.unshared, to: new.unshared))
      expectRoundTrip(from: old, to: new)
    }
  }

  @Test func `an element without an id goes from among others where it was`() {
    let equal: [Tree] = [["id": 1], ["n": 1], ["n": 2], ["id": 2], ["n": 3]]
    let changes = Tree.changes(from: .array([["n": 0]] + equal), to: .array(equal))
    #expect(changes == [.remove([0], old: ["n": 0])])
  }
}

extension Tree {
  fileprivate var elements: Elements? {
    if case .array(let elements) = self { elements } else { nil }
  }

  /// An equal tree with storage of its own.
  fileprivate var unshared: Tree {
    switch self {
    case .array(let elements): .array(elements.map(\.unshared))
    case .object(let object):
      .object(Object(object.members.map { .init(key: $0.key, value: $0.value.unshared) }))
    default: self
    }
  }
}
