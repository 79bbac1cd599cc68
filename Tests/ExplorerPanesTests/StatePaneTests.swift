import ExplorerTerminal
import SluiceTree
import SluiceWire
import TestSupport
import Testing

@testable import ExplorerKit

@Suite(.inTurn) struct StatePaneTests {
  private static let count = 100_000
  /// A list of elements with ids, beside something small.
  private static let large: Tree = [
    "items": .array(
      (0..<count).map { ["id": .integer(Int64($0)), "name": .string("item \($0)")] }
    ),
    "total": .integer(Int64(count)),
  ]

  private static func texts(
    _ tree: Tree,
    _ changes: [TreeChange] = [],
    _ folding: StateFolding = .init(),
    width: Int = 80
  ) -> [String] {
    StatePane.lines(of: .init(tree, changes, folding), width: width).map(\.text)
  }

  @Test func `a state without parts is one line at the margin`() {
    #expect(Self.texts(5) == ["    5"])
    #expect(Self.texts([:]) == ["    {}"])
  }

  // MARK: - Folding

  @Test func `a long list is one line, and a page of it some hundred`() {
    var content = StatePane.Content(Self.large)
    let closed = StatePane.lines(of: content, width: 80)
    #expect(closed.count == 2)
    #expect(closed.first?.text.hasPrefix("  ▸ items: 100,000 elements [{id: 0, name: ") == true)

    // Which line is opened, how many there are then, and the one behind it.
    let steps = [
      (0, 12, "    ▸ [0] … [9999]"), (3, 112, "      ▸ [20000] … [20099]"),
      (4, 212, "        ▸ [20000]: {id: 20000, name: \"item 20000\"}"),
    ]
    var lines = closed
    for (place, count, next) in steps {
      guard case .fold(let fold, _)? = lines.dropFirst(place).first?.target else {
        Issue.record("Line \(place) folds nothing.")
        return
      }
      content.folding.set(fold, isOpen: true)
      lines = StatePane.lines(of: content, width: 80)
      #expect(lines.count == count)
      #expect(lines.dropFirst(place + 1).first?.text == next)
    }
    content.folding.set(StateFold(StatePath([.key("items")])), isOpen: false)
    #expect(StatePane.lines(of: content, width: 80) == closed)
  }

  @Test func `a list that was just long enough has no pages`() {
    for (count, lines) in [(100, 101), (101, 3), (10_000, 101), (10_001, 3)] {
      let list: Tree = ["list": .array((0..<count).map { .integer(Int64($0)) })]
      #expect(Self.texts(list, [], .init(opening: [.key("list")])).count == lines, "\(count)")
    }
  }

  @Test func `an element that moves stays open`() {
    let folding = StateFolding(opening: [.key("list"), .id(ElementID("2"))], [.key("list")])
    let moved: Tree = ["list": [["id": 1], ["id": 2]]]
    #expect(
      Self.texts(moved, [], folding) == [
        "  ▾ list: 2 elements", "    ▸ [0]: {id: 1}", "    ▾ [1]: 1 member", "        id: 2",
      ]
    )
  }

  @Test func `revealing a path opens all that hides it`() throws {
    var content = StatePane.Content(Self.large)
    let path: TreePath = ["items", 54_321, "name"]
    for fold in StateFolding.folds(hiding: path, in: Self.large) {
      content.folding.set(fold, isOpen: true)
    }
    let lines = StatePane.lines(of: content, width: 80)
    let wanted = StatePath([.key("items"), .id(ElementID("54321")), .key("name")])
    #expect(lines.contains { $0.target == .path(wanted) })
    #expect(lines.count < 400)
  }

  @Test func `a long text opens into its lines`() {
    let text = Array(repeating: "word", count: 40).joined(separator: " ")
    let tree: Tree = ["text": .string(text)]
    #expect(Self.texts(tree, width: 40).count == 1)
    let lines = Self.texts(tree, [], .init(opening: [.key("text")]), width: 40)
    #expect(lines.count == 8)
    let shown = lines.dropFirst().map { $0.drop { $0 == " " } }.joined(separator: " ")
    #expect(shown == "\"\(text)\"")
  }

  @Test func `deep values fit, too`() {
    var tree: Tree = "leaf"
    var folding = StateFolding()
    var path = StatePath()
    for _ in 0..<60 {
      tree = ["inner": tree]
      path.steps.append(.key("inner"))
      folding.set(StateFold(path), isOpen: true)
    }
    let lines = StatePane.lines(of: .init(tree, [], folding), width: 40)
    #expect(lines.count == 60)
    #expect(lines.allSatisfy { $0.columns <= 40 && $0.text.contains("inner: ") })
  }

  // MARK: - What changed

  @Test func `marks stand where later changes moved what was changed`() throws {
    var tree: Tree = ["list": ["a", "b", "c", "d"]]
    let changes: [TreeChange] = [
      .set(["list", 2], old: "c", new: "C"), .add(["list", 0], "new"),
      .move(["list", 4], to: 1), .remove(["list", 2], old: "a"),
    ]
    try tree.apply(changes)
    #expect(
      Self.texts(tree, changes) == [
        "- ▾ list: 4 elements", "+     [0]: \"new\"", ">     [1]: \"d\"", "      [2]: \"b\"",
        "~     [3]: \"C\"",
      ]
    )
  }

  @Test func `marks agree with the values that changed`() throws {
    var random = SplitMix64(seed: 4)
    for _ in 0..<300 {
      var tree: Tree = ["list": .array((0..<8).map { .integer(Int64($0)) })]
      var changes: [TreeChange] = []
      var next: Int64 = 100
      for _ in 0..<random.pick(1..<9) {
        let count = TreeParts(tree["list"] ?? .null)?.count ?? 0
        let place = random.pick(0..<max(count, 1))
        next += 1
        let change: TreeChange =
          switch random.pick(0..<4) {
          case 0: .add(["list", .index(place)], .integer(next))
          case 1 where count > 1: .remove(["list", .index(place)], old: nil)
          case 2 where count > 0: .move(["list", .index(place)], to: random.pick(0..<count))
          case _ where count > 0: .set(["list", .index(place)], old: nil, new: .integer(next))
          default: .add(["list", 0], .integer(next))
          }
        try tree.apply([change])
        changes.append(change)
      }
      let list = StateMarks(changes).root["list"]
      guard case .array(let elements)? = tree["list"] else { continue }
      for (index, element) in elements.enumerated() {
        let isNew = if case .integer(let number) = element { number > 100 } else { false }
        let kind = list?[.index(index)]?.kind
        #expect(isNew == (kind == .add || kind == .set), "\(changes) \(index)")
      }
    }
  }

  @Test func `a change in a closed container opens it, unless there are many`() {
    let tree: Tree = ["a": ["b": ["c": [1, 2]]]]
    let many = (0..<40).map { TreeChange.set(["a", "b", "c", 1], old: .integer($0), new: 2) }
    #expect(Self.texts(tree, [many[0]]).last == "~         [1]: 2")
    #expect(Self.texts(tree, many) == ["· ▸ a: {b: {c: [1, 2]}}"])
  }

  @Test func `a change stands out without a colour, and with one`() throws {
    let changes: [TreeChange] = [.set(["total"], old: 0, new: .integer(100_000))]
    let line = try #require(StatePane.lines(of: .init(Self.large, changes), width: 80).last)
    #expect(line.text.hasPrefix("~"))
    #expect(line.spans.last?.style == CellStyle(.changed))
  }

  // MARK: - Finding

  @Test func `finding walks through the whole state, open or not`() {
    let tree: Tree = [
      "milk": ["deep": ["x", "Milk"]], "other": 5,
      "last": .enumCase(name: "milky", payload: .init([.init(key: "a", value: "milk")])),
    ]
    func paths(_ text: String) -> [String] {
      StateSearch(PaneSearch(text)).values(in: tree).map(\.path.description)
    }
    let all = ["milk", "milk.deep[1]", "last", "last.milky", "last.milky.a"]
    #expect(paths("milk") == all)
    #expect(paths("Milk") == ["milk.deep[1]"] && paths("nothing") == [])
    let many = StateSearch(PaneSearch("item 9")).values(in: Self.large)
    #expect(many.count == 2_000 && many.allSatisfy { $0.path.description.hasSuffix(".name") })
    // What hides it is opened from the outside in.
    #expect(many.last?.folds.count == 4)
  }

  @Test func `the cursor begins at the first value that changed`() {
    let tree: Tree = ["a": 1, "b": 2, "list": [1, 2, 3]]
    func first(_ changes: [TreeChange]) -> Int {
      var (made, first) = (StatePane.Made(), 7)
      _ = StatePane.lines(of: .init(tree, changes), width: 80, knowing: [:], &made, &first)
      return first
    }
    #expect(first([]) == 0)
    #expect(first([.set(["b"], old: 1, new: 2)]) == 1)
    #expect(first([.set(["list", 1], old: 1, new: 2)]) == 4)
  }
}
