import SluiceTree
import TestSupport
import Testing

@Suite(.inTurn) struct ChangesTests {
  static func todos(_ ids: some Sequence<Int>) -> Tree {
    .array(ids.map { ["id": .integer(Int64($0)), "done": false] })
  }

  private static func phase(_ name: String, _ payload: Tree) -> Tree {
    guard case .object(let payload) = payload else { return .null }
    return ["phase": .enumCase(name: name, payload: payload)]
  }

  private static func counts(_ count: Int, _ value: Int64) -> Tree {
    ["counts": .object(.init((0..<count).map { .init(key: "\($0)", value: .integer(value)) }))]
  }

  static let cases: [(title: String, old: Tree, new: Tree, lines: [String])] = [
    ("nothing", ["a": 1], ["a": 1], []),
    ("a leaf at the root", 1, "x", [#"~ 1 → "x""#]),
    ("a member", ["a": [["b": false]]], ["a": [["b": true]]], ["~ a[0].b: false → true"]),
    ("a new element in front", todos(1...3), todos(0...3), ["+ [0]: {id: 0, done: false}"]),
    (
      "an element gone and one changed", todos(1...4),
      [["id": 1, "done": false], ["id": 3, "done": true], ["id": 4, "done": false]],
      ["- [1]: {id: 2, done: false}", "~ [1].done: false → true"]
    ),
    ("the last element put in front", todos(1...4), todos([4, 1, 2, 3]), ["> [3] → [0]"]),
    ("the first element put at the end", todos(1...4), todos([2, 3, 4, 1]), ["> [0] → [3]"]),
    (
      "repeated ids, in their order",
      [["id": 1, "n": 1], ["id": 1, "n": 2], ["id": 2, "n": 3]],
      [["id": 2, "n": 3], ["id": 1, "n": 2], ["id": 1, "n": 1]],
      ["> [2] → [0]", "~ [1].n: 1 → 2", "~ [2].n: 2 → 1"]
    ),
    (
      "an element gone from beside repeated ids", [["id": 1], ["id": 2], ["id": 1], ["id": 3]],
      [["id": 1], ["id": 1], ["id": 3]], ["- [1]: {id: 2}"]
    ),
    ("a word inserted in a list", ["a", "b", "c"], ["a", "x", "b", "c"], [#"+ [1]: "x""#]),
    (
      "words gone from a list", ["a", "b", "c", "d"], ["a", "d"], [#"- [2]: "c""#, #"- [1]: "b""#]
    ),
    (
      "a word changed in a list that grew at the end", ["a", "b"], ["a", "x", "c"],
      [#"~ [1]: "b" → "x""#, #"+ [2]: "c""#]
    ),
    (
      "an optional that has a value now", ["id": 1, "title": "x"],
      ["id": 1, "note": "n", "title": "x"], [#"+ note: "n""#]
    ),
    (
      "members in another order", ["a": 1, "b": 2, "c": 3], ["c": 3, "a": 1, "b": 2],
      ["> c → place 0"]
    ),
    (
      "a case with another payload", phase("loaded", ["count": 1]), phase("loaded", ["count": 2]),
      ["~ phase.loaded.count: 1 → 2"]
    ),
    (
      "a case with another value", phase("loaded", ["_0": ["a": 1]]),
      phase("loaded", ["_0": ["a": 2]]),
      ["~ phase.loaded.a: 1 → 2"]
    ),
    (
      "a case with several values", phase("won", ["_0": "x", "by": 1]),
      phase("won", ["_0": "y", "by": 1]), [#"~ phase.won[0]: "x" → "y""#]
    ),
    (
      "a case with one value more", phase("won", ["_0": "x"]), phase("won", ["_0": "x", "_1": 2]),
      [#"~ phase: .won("x") → .won("x", 2)"#]
    ),
    (
      "a case with one labelled value more", phase("won", ["a": 1, "b": 2]),
      phase("won", ["a": 1, "b": 2, "c": 3]), ["~ phase: .won(a: 1, b: 2) → .won(a: 1, b: 2, c: 3)"]
    ),
    (
      "another case", phase("loading", [:]), phase("loaded", ["_0": 2]),
      ["~ phase: .loading → .loaded(2)"]
    ),
    ("another normalization", "é", "e\u{301}", ["~ \"é\" → \"e\u{301}\""]),
    (
      "an element without an id in the place of one that has one", ["list": [["id": 7, "n": 1]]],
      ["list": [["n": 2]]], ["- list[0]: {id: 7, n: 1}", "+ list[0]: {n: 2}"]
    ),
    (
      "a cut list that grew", [["id": 1], ["id": 2], .cut(.elements(3))],
      [["id": 0], ["id": 1], .cut(.elements(4))],
      ["- [1]: {id: 2}", "+ [0]: {id: 0}", "~ [2]: <3 more> → <4 more>"]
    ),
    (
      "a long list of which all is new, set as a whole", ["list": todos(0..<40)],
      ["list": todos(40..<80)], ["~ list: [{id: 0, done: … → [{id: 40, done: …"]
    ),
    (
      "a wide object of which all is new, set as a whole", counts(40, 1), counts(40, 2),
      [#"~ counts: {"0": 1, "1": … → {"0": 2, "1": 2…"#]
    ),
  ]

  @Test func `changes read as a person would describe them`() throws {
    for (title, old, new, lines) in Self.cases {
      let changes = Tree.changes(from: old, to: new)
      let limit = title.hasSuffix("as a whole") ? 44 : 160
      #expect(changes.map { $0.line(limit: limit) } == lines, "\(title)")
      #expect(try old.applying(changes) == new, "\(title)")
      #expect(try old.applying(changes.map(\.withoutOld)) == new, "\(title)")
    }
  }

  static let few: [(old: Tree, new: Tree, changes: [TreeChange])] = [
    // An insertion at the front of a thousand, a rotation, and what is appended to a long list.
    (todos(1...1_000), todos(0...1_000), [.add([0], ["id": 0, "done": false])]),
    (todos(0..<30_000), todos([29_999] + Array(0..<29_999)), [.move([29_999], to: 0)]),
    (
      todos(0..<10_000), todos(0..<14_000),
      (10_000..<14_000).map { .add([.index($0)], ["id": .integer(Int64($0)), "done": false]) }
    ),
  ]

  @Test(arguments: few.indices)
  func `what is inserted in, moved in or appended to a long list is no more than that`(index: Int) {
    let (old, new, changes) = Self.few[index]
    #expect(Tree.changes(from: old, to: new) == changes)
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

  static let upheavals: [Tree] = [
    // Reversed, replaced, halved, emptied and shuffled.
    todos((0..<20_000).reversed()), todos(20_000..<40_000),
    todos(stride(from: 0, to: 20_000, by: 2)), [], shuffled(),
  ]

  private static func shuffled() -> Tree {
    var random = SplitMix64(seed: 1)
    return todos((0..<20_000).shuffled(using: &random))
  }

  @Test(arguments: upheavals.indices)
  func `a long list that is turned upside down is set as a whole`(index: Int) {
    let (old, new) = (Self.todos(0..<20_000), Self.upheavals[index])
    #expect(Tree.changes(from: old, to: new) == [.set([], old: old, new: new)])
  }

  private static func nothing(at place: String) -> String {
    "There is nothing at \(place) in this tree; the changes belong to another one."
  }
  private static func beyond(_ position: Int, for place: String) -> String {
    "Position \(position) for \(place) lies beyond the end of its container."
  }

  static let misfits: [(TreeChange, String)] = [
    (.set(["b"], old: nil, new: 1), nothing(at: "b")),
    (.remove(["list", 2], old: nil), nothing(at: "list[2]")),
    (.set(["list", -1], old: nil, new: 1), nothing(at: "list[-1]")),
    (.set(["list", "key"], old: nil, new: 1), nothing(at: "list.key")),
    (.add(["a"], 1), "There is a value at a already; it can be set, but not added."),
    (.add(["b"], 1, position: 5), beyond(5, for: "b")),
    (.add(["list", 3], 1), beyond(3, for: "list[3]")),
    (.move(["list", 0], to: 2), beyond(2, for: "list[0]")),
    (.move(["a"], to: 2), beyond(2, for: "a")),
    (.remove([], old: nil), "The root of a tree can be set, but not added, removed or moved."),
  ]

  @Test(arguments: misfits)
  func `a change that does not fit is refused by name`(change: TreeChange, message: String) {
    var tree: Tree = ["a": 1, "list": [1, 2]]
    let before = tree
    let error = #expect(throws: TreeApplyError.self) { try tree.apply([change]) }
    #expect(error?.description == message)
    if case .move(["a"], _) = change { return }
    #expect(tree == before)
  }

  @Test func `changes cannot make a tree deeper than any stack`() throws {
    var tree: Tree = []
    for _ in 1..<Tree.maximalDepth { tree = [tree] }
    var path = TreePath(Array(repeating: 0, count: Tree.maximalDepth))
    try tree.apply([.add(path, [])])
    path.steps.append(0)
    let error = #expect(throws: TreeApplyError.self) { try tree.apply([.add(path, [])]) }
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
}
