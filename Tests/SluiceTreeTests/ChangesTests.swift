import SluiceTree
import TestSupport
import Testing

@Suite(.inTurn) struct ChangesTests {
  struct Case: CustomTestStringConvertible {
    let title: String
    let old: Tree
    let new: Tree
    let lines: [String]
    var testDescription: String { title }
  }

  static func todos(_ ids: some Sequence<Int>) -> Tree {
    .array(ids.map { ["id": .integer(Int64($0)), "done": false] })
  }

  static let cases: [Case] = [
    Case(title: "nothing", old: ["a": 1], new: ["a": 1], lines: []),
    Case(title: "a leaf at the root", old: 1, new: "x", lines: [#"~ 1 → "x""#]),
    Case(
      title: "a member",
      old: ["todos": [["id": 1, "done": false]]],
      new: ["todos": [["id": 1, "done": true]]],
      lines: ["~ todos[0].done: false → true"]
    ),
    Case(
      title: "a new element in front",
      old: ["todos": todos(1...3)],
      new: ["todos": todos(0...3)],
      lines: ["+ todos[0]: {id: 0, done: false}"]
    ),
    Case(
      title: "an element gone and one changed",
      old: todos(1...4),
      new: [
        ["id": 1, "done": false], ["id": 3, "done": true], ["id": 4, "done": false],
      ],
      lines: ["- [1]: {id: 2, done: false}", "~ [1].done: false → true"]
    ),
    Case(
      title: "the last element put in front",
      old: todos(1...4),
      new: todos([4, 1, 2, 3]),
      lines: ["> [3] → [0]"]
    ),
    Case(
      title: "the first element put at the end",
      old: todos(1...4),
      new: todos([2, 3, 4, 1]),
      lines: ["> [0] → [3]"]
    ),
    Case(
      title: "repeated ids, in their order",
      old: [["id": 1, "n": 1], ["id": 1, "n": 2], ["id": 2, "n": 3]],
      new: [["id": 2, "n": 3], ["id": 1, "n": 2], ["id": 1, "n": 1]],
      lines: ["> [2] → [0]", "~ [1].n: 1 → 2", "~ [2].n: 2 → 1"]
    ),
    Case(
      title: "an element gone from beside repeated ids",
      old: [["id": 1], ["id": 2], ["id": 1], ["id": 3]],
      new: [["id": 1], ["id": 1], ["id": 3]],
      lines: ["- [1]: {id: 2}"]
    ),
    Case(
      title: "a word inserted in a list without ids",
      old: ["a", "b", "c"],
      new: ["a", "x", "b", "c"],
      lines: [#"+ [1]: "x""#]
    ),
    Case(
      title: "words gone from a list without ids",
      old: ["a", "b", "c", "d"],
      new: ["a", "d"],
      lines: [#"- [2]: "c""#, #"- [1]: "b""#]
    ),
    Case(
      title: "a word changed in a list that grew at the end",
      old: ["a", "b"],
      new: ["a", "x", "c"],
      lines: [#"~ [1]: "b" → "x""#, #"+ [2]: "c""#]
    ),
    Case(
      title: "an optional that has a value now",
      old: ["id": 1, "title": "x"],
      new: ["id": 1, "note": "n", "title": "x"],
      lines: [#"+ note: "n""#]
    ),
    Case(
      title: "members in another order",
      old: ["a": 1, "b": 2, "c": 3],
      new: ["c": 3, "a": 1, "b": 2],
      lines: ["> c → place 0"]
    ),
    Case(
      title: "a case with another payload",
      old: ["phase": enumCase("loaded", ["count": 1])],
      new: ["phase": enumCase("loaded", ["count": 2])],
      lines: ["~ phase.count: 1 → 2"]
    ),
    Case(
      title: "another case",
      old: ["phase": enumCase("loading", [:])],
      new: ["phase": enumCase("loaded", ["_0": 2])],
      lines: ["~ phase: .loading → .loaded(2)"]
    ),
    Case(
      title: "another normalization",
      old: "é",
      new: "e\u{301}",
      lines: ["~ \"é\" → \"e\u{301}\""]
    ),
    Case(
      title: "a cut list that grew",
      old: [["id": 1], ["id": 2], .cut(.elements(3))],
      new: [["id": 0], ["id": 1], .cut(.elements(4))],
      lines: ["- [1]: {id: 2}", "+ [0]: {id: 0}", "~ [2]: <3 more> → <4 more>"]
    ),
    Case(
      title: "a long list of which all is new, set as a whole",
      old: ["list": todos(0..<40)],
      new: ["list": todos(40..<80)],
      lines: ["~ list: [{id: 0, done: … → [{id: 40, done: …"]
    ),
    Case(
      title: "a wide object of which all is new, set as a whole",
      old: ["counts": counts(40, 1)],
      new: ["counts": counts(40, 2)],
      lines: [#"~ counts: {"0": 1, "1": … → {"0": 2, "1": 2…"#]
    ),
  ]

  private static func enumCase(_ name: String, _ payload: Tree) -> Tree {
    guard case .object(let payload) = payload else { return .null }
    return .enumCase(name: name, payload: payload)
  }

  private static func counts(_ count: Int, _ value: Int64) -> Tree {
    .object(.init((0..<count).map { .init(key: "\($0)", value: .integer(value)) }))
  }

  @Test(arguments: cases)
  func `changes read as a person would describe them`(example: Case) throws {
    let changes = Tree.changes(from: example.old, to: example.new)
    let limit = example.title.hasSuffix("as a whole") ? 44 : 160
    #expect(changes.map { $0.line(limit: limit) } == example.lines)
    #expect(try example.old.applying(changes) == example.new)
    #expect(try example.old.applying(changes.map(\.withoutOld)) == example.new)
  }

  @Test func `an insertion at the front of a thousand is one change`() {
    let changes = Tree.changes(from: Self.todos(1...1000), to: Self.todos(0...1000))
    #expect(changes == [.add([0], ["id": 0, "done": false])])
  }

  @Test func `a rotation of thirty thousand is one change`() {
    let old = Self.todos(0..<30_000)
    let new = Self.todos([29_999] + Array(0..<29_999))
    #expect(Tree.changes(from: old, to: new) == [.move([29_999], to: 0)])
  }

  @Test func `what is appended to a long list is an addition`() {
    let changes = Tree.changes(from: Self.todos(0..<10_000), to: Self.todos(0..<14_000))
    #expect(changes.count == 4_000)
    #expect(changes.last == .add([13_999], ["id": 13_999, "done": false]))
  }

  @Test func `a wrapping around a deep value is not a change at each level`() throws {
    func sum(_ levels: Int64) -> Tree {
      var tree: Tree = 0
      for level in 1..<levels { tree = ["left": tree, "right": .integer(level)] }
      return tree
    }
    let (old, new) = (sum(1_000), sum(1_001))
    let changes = Tree.changes(from: old, to: new)
    #expect(changes.reduce(0) { $0 + $1.path.steps.count } < 5_000)
    #expect(try old.applying(changes) == new)
    #expect(Tree.changes(from: sum(20), to: sum(21)).count == 20)
  }

  static let upheavals: [(String, Tree)] = [
    ("reversed", todos((0..<20_000).reversed())),
    ("replaced", todos(20_000..<40_000)),
    ("halved", todos(stride(from: 0, to: 20_000, by: 2))),
    ("emptied", []),
    ("shuffled", shuffled()),
  ]

  private static func shuffled() -> Tree {
    var random = SplitMix64(seed: 1)
    return todos((0..<20_000).shuffled(using: &random))
  }

  @Test(arguments: upheavals.indices)
  func `a long list that is turned upside down is set as a whole`(index: Int) {
    let new = Self.upheavals[index].1
    let old = Self.todos(0..<20_000)
    #expect(Tree.changes(from: old, to: new) == [.set([], old: old, new: new)])
  }

  static let misfits: [(TreeChange, String)] = [
    (
      .set(["b"], old: nil, new: 1),
      "There is nothing at b in this tree; the changes belong to another one."
    ),
    (
      .remove(["list", 2], old: nil),
      "There is nothing at list[2] in this tree; the changes belong to another one."
    ),
    (
      .set(["list", -1], old: nil, new: 1),
      "There is nothing at list[-1] in this tree; the changes belong to another one."
    ),
    (
      .set(["list", "key"], old: nil, new: 1),
      "There is nothing at list.key in this tree; the changes belong to another one."
    ),
    (.add(["a"], 1), "There is a value at a already; it can be set, but not added."),
    (
      .add(["b"], 1, position: 5),
      "Position 5 for b lies beyond the end of its container."
    ),
    (.add(["list", 3], 1), "Position 3 for list[3] lies beyond the end of its container."),
    (
      .move(["list", 0], to: 2),
      "Position 2 for list[0] lies beyond the end of its container."
    ),
    (.move(["a"], to: 2), "Position 2 for a lies beyond the end of its container."),
    (
      .remove([], old: nil),
      "The root of a tree can be set, but not added, removed or moved."
    ),
  ]

  @Test(arguments: misfits)
  func `a change that does not fit is refused by name`(change: TreeChange, message: String) {
    var tree: Tree = ["a": 1, "list": [1, 2]]
    let before = tree
    let error = #expect(throws: TreeApplyError.self) { try tree.apply(change) }
    #expect(error?.description == message)
    if case .move(["a"], _) = change { return }
    #expect(tree == before)
  }

  @Test func `changes cannot make a tree deeper than any stack`() throws {
    var tree: Tree = []
    for _ in 1..<Tree.maximalDepth { tree = [tree] }
    var path = TreePath(Array(repeating: 0, count: Tree.maximalDepth))
    try tree.apply(.add(path, []))
    path.steps.append(0)
    let error = #expect(throws: TreeApplyError.self) { try tree.apply(.add(path, [])) }
    #expect(error?.description.hasPrefix("A path of 4097 steps is too long") == true)
  }

  @Test func `each of many changes costs what it changes, and no copy of the list`() throws {
    let list = Self.todos(0..<20_000)
    let members = (0..<20_000).map { Tree.Object.Member(key: "key \($0)", value: 1) }
    var tree: Tree = ["list": list, "table": .object(.init(members))]
    let changes = (0..<20_000).flatMap { index -> [TreeChange] in
      [
        .set(["list", .index(index), "done"], old: false, new: true),
        .set(["table", .key("key \(index)")], old: 1, new: 2),
      ]
    }
    // Copying would take many seconds; this takes a fifth of a second.
    let time = try processorTime { () throws(TreeApplyError) in try tree.apply(changes) }
    #expect(time < .seconds(5))
    #expect(tree[["list", 19_999, "done"]] == true)
    #expect(tree[["table", "key 19999"]] == 2)
  }

  @Test func `a tree can be changed where others share it`() throws {
    let old: Tree = ["list": [[1], [2]], "other": ["a": 1]]
    var new = old
    try new.apply([.set(["list", 0, 0], old: nil, new: 5), .remove(["other", "a"], old: nil)])
    #expect(old == ["list": [[1], [2]], "other": ["a": 1]])
    #expect(new == ["list": [[5], [2]], "other": [:]])
  }
}
