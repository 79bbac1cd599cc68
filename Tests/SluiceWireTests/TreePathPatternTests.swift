import SluiceTree
import SluiceWire
import TestSupport
import Testing

@Suite(.inTurn) struct TreePathPatternTests {
  private static func matches(_ pattern: String, _ path: TreePath) throws -> Bool {
    let pattern = try #require(TreePathPattern(parsing: pattern))
    var progress = pattern.start
    for step in path.steps { progress = pattern.advanced(progress, by: step) }
    return pattern.isComplete(progress)
  }

  static let matching: [(pattern: String, path: TreePath)] = [
    ("user.email", ["user", "email"]), ("todos[2].done", ["todos", 2, "done"]),
    ("todos.2.done", ["todos", 2, "done"]), ("todos.2", ["todos", "2"]), ("*", ["a"]),
    ("*", [7]), ("cards.*.number", ["cards", 3, "number"]), ("cards[*]", ["cards", 0]),
    ("**", []), ("**", ["a", 1, "b"]), ("**.note", ["note"]), ("**.note", ["a", 0, "note"]),
    ("a.**.b", ["a", "b"]), ("a.**.b", ["a", "b", "x", "b"]), ("a.**", ["a"]),
    ("**.a.**.b", ["x", "a", 1, "c", "b"]), (#"settings["a.b"]"#, ["settings", "a.b"]),
    (#""say \"hi\"".x"#, ["say \"hi\"", "x"]), ("emoji.🃏", ["emoji", "🃏"]),
    (#"a["*"]"#, ["a", "*"]),
  ]

  @Test(arguments: matching.indices)
  func `a pattern fits a path`(index: Int) throws {
    let (pattern, path) = Self.matching[index]
    #expect(try Self.matches(pattern, path), "\(pattern) \(path)")
  }

  static let others: [(pattern: String, path: TreePath)] = [
    ("user.email", ["user"]), ("user", ["user", "email"]), ("todos[2]", ["todos", "2"]),
    ("todos[2]", ["todos", 3]), ("*", []), ("*", ["a", "b"]), ("**.note", ["note", "x"]),
    ("a.**.b", ["a", "c"]), (#"a["*"]"#, ["a", "b"]), (#""2""#, [2]),
  ]

  @Test(arguments: others.indices)
  func `a pattern does not fit another path`(index: Int) throws {
    let (pattern, path) = Self.others[index]
    #expect(try !Self.matches(pattern, path), "\(pattern) \(path)")
  }

  @Test(arguments: [
    "a.b", "e\u{301}", "\u{301}x", "\"", "\\", "a\\", "\n\t\r", "\u{0}\u{85}\u{2028}", "*", "**",
    "[0]", "",
  ])
  func `a path is a pattern as it is shown, whatever its keys are`(key: String) throws {
    let path: TreePath = ["a", .key(key), 0]
    let pattern = try #require(TreePathPattern(parsing: path.description))
    let end = path.steps.reduce(pattern.start) { pattern.advanced($0, by: $1) }
    #expect(pattern.isComplete(end))
    let other: TreePath = ["a", .key(key + "x"), 0]
    #expect(!pattern.isComplete(other.steps.reduce(pattern.start) { pattern.advanced($0, by: $1) }))
  }

  @Test(arguments: [#"["\u{110000}"]"#, #"["\u{}"]"#, #"["\u41"]"#, #"["\u{41"]"#])
  func `an escape that names no character is refused`(text: String) {
    #expect(TreePathPattern(parsing: text) == nil)
  }

  @Test(arguments: ["", "[]", ".", "\"open", String(repeating: "a.", count: 64)])
  func `what is no pattern is refused`(text: String) {
    #expect(TreePathPattern(parsing: text) == nil)
  }

  static let changes: [(pattern: String, change: TreeChange, matches: Bool)] = [
    ("todos", .set(["todos", 2, "done"], old: false, new: true), true),
    ("todos.*.done", .set(["todos", 2, "done"], old: false, new: true), true),
    ("todos.*.title", .set(["todos", 2, "done"], old: false, new: true), false),
    ("todos.*.title", .add(["todos", 2], ["title": "Milk"]), true),
    ("todos.*.note", .add(["todos", 2], ["title": "Milk"]), false),
    ("user.name", .remove(["user"], old: ["name": "Ada"]), true),
    ("user.name", .set([], old: ["user": ["name": "Ada"]], new: ["user": ["name": "Bo"]]), true),
    (
      "user.name",
      .set([], old: ["user": ["name": "A"], "n": 1], new: ["user": ["name": "A"], "n": 2]), false
    ),
    ("user.name", .set(["user"], old: nil, new: ["name": "Ada"]), true),
    ("user.name", .set(["user"], old: "x", new: ["name": "Ada"]), true),
    ("user.name", .set(["user"], old: "x", new: "y"), false),
    ("todos", .move(["todos", 2], to: 0), true), ("todos.*.x", .move(["todos", 2], to: 0), false),
  ]

  @Test(arguments: changes.indices)
  func `a change at, below or around a place touches it`(index: Int) throws {
    let (pattern, change, expected) = Self.changes[index]
    let matches = try #require(TreePathPattern(parsing: pattern)).matches(change)
    #expect(matches == expected, "\(pattern) \(change)")
  }
}
