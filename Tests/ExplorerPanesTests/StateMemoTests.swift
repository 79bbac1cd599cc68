import SluiceTree
import TestSupport
import Testing

@testable import ExplorerKit

/// Lines of the state that are those of the state before.
@Suite(.inTurn) struct StateMemoTests {
  private static let open = StateFolding(opening: [.key("list")])

  private static func list(_ count: Int) -> Tree {
    ["list": .array((0..<count).map { ["count": .integer(Int64($0)), "parts": [1, 2]] })]
  }

  @Test(arguments: 1...volume(3, nightly: 24) as ClosedRange<UInt64>)
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
      let folding = random.pick(0..<4) > 0 ? Self.open : StateFolding()
      let content = StatePane.Content(tree, changes, folding)
      let known = made
      var first = 0
      #expect(
        StatePane.lines(of: content, width: width, knowing: known, &made, &first)
          == StatePane.lines(of: content, width: width)
      )
    }
  }

  @Test func `only rows that changed are built again`() throws {
    var made = StatePane.Made()
    var tree = Self.list(50)
    func lines(_ changes: [TreeChange] = [], width: Int = 60) -> [String] {
      let known = made
      var first = 0
      let content = StatePane.Content(tree, changes, Self.open)
      return StatePane.lines(of: content, width: width, knowing: known, &made, &first).map(\.text)
    }
    _ = lines()
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
      try tree.apply([change])
      #expect(lines([change]).count { $0 == "made before" } == kept)
    }
    #expect(!lines(width: 61).contains("made before"))
  }
}
