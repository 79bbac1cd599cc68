import SluiceTree
import TestSupport
import Testing

@testable import ExplorerKit

/// Lines of the state that are those of the state before.
@Suite(.inTurn) struct StateMemoTests {
  private static func content(
    _ tree: Tree,
    _ changes: [TreeChange],
    isOpen: Bool = true
  ) -> StatePane.Content {
    var folding = StateFolding()
    if isOpen { folding.set(StateFold(StatePath([.key("list")])), isOpen: true) }
    return StatePane.Content(
      state: .init(tree: tree, number: 1, isExact: true),
      asked: 1,
      changes: changes,
      folding: folding
    )
  }

  private static func list(_ count: Int) -> Tree {
    ["list": .array((0..<count).map { ["count": .integer(Int64($0)), "parts": [1, 2]] })]
  }

  @Test(arguments: 1...8 as ClosedRange<UInt64>)
  func `lines are the same with what was made before and without`(seed: UInt64) throws {
    var random = SplitMix64(seed: seed)
    var made = StatePane.Made()
    var tree = Self.list(10)
    var width = 60
    for number in 0..<200 {
      let count = tree[["list"]].flatMap { TreeParts($0)?.count } ?? 0
      let place = random.pick(0..<max(count, 1))
      var changes: [TreeChange] = []
      switch random.pick(0..<6) {
      case 0: changes = [.add(["list", .index(place)], ["count": .integer(Int64(number))])]
      case 1 where count > 2: changes = [.remove(["list", .index(place)], old: nil)]
      case 2 where count > 2: changes = [.move(["list", .index(0)], to: place)]
      case 3: width = 40 + random.pick(0..<60)
      default:
        let value: Tree = ["count": .integer(Int64(number)), "parts": [3]]
        changes = [.set(["list", .index(place)], old: nil, new: value)]
      }
      try tree.apply(changes)
      let content = Self.content(tree, changes, isOpen: random.pick(0..<4) > 0)
      let known = made
      #expect(
        StatePane.lines(of: content, width: width, knowing: known, &made)
          == StatePane.lines(of: content, width: width)
      )
    }
  }

  @Test func `only rows that changed are built again`() throws {
    var made = StatePane.Made()
    var tree = Self.list(50)
    _ = StatePane.lines(of: Self.content(tree, []), width: 60, knowing: [:], &made)
    #expect(made.count == 50)
    // What was made before is recognized.
    made = made.mapValues { made in
      let line = PaneLine("made before", target: made.line.target)
      return StatePane.MadeLine(
        value: made.value,
        label: made.label,
        depth: made.depth,
        width: made.width,
        line: line
      )
    }
    // The one that changed, and the one that was marked before.
    for (place, kept) in [(10, 49), (40, 48), (41, 47)] {
      let change = TreeChange.set(["list", .index(place), "count"], old: nil, new: 7)
      try tree.apply(change)
      let known = made
      let content = Self.content(tree, [change])
      let lines = StatePane.lines(of: content, width: 60, knowing: known, &made).map(\.text)
      #expect(lines.count { $0 == "made before" } == kept)
    }
    let known = made
    let wider = StatePane.lines(of: Self.content(tree, []), width: 61, knowing: known, &made).map(
      \.text
    )
    #expect(!wider.contains("made before"))
  }
}

extension StatePane {
  /// The lines, all of them made again.
  static func lines(of content: Content, width: Int) -> [PaneLine] {
    var made = Made()
    return lines(of: content, width: width, knowing: [:], &made)
  }
}
