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

  private static let matching: [(pattern: String, path: TreePath)] = [
    ("user.email", ["user", "email"]), ("todos[2].done", ["todos", 2, "done"]),
    ("todos.2.done", ["todos", 2, "done"]), ("todos.2", ["todos", "2"]), ("*", ["a"]),
    ("*", [7]), ("cards.*.number", ["cards", 3, "number"]), ("cards[*]", ["cards", 0]),
    ("**", []), ("**", ["a", 1, "b"]), ("**.note", ["note"]), ("**.note", ["a", 0, "note"]),
    ("a.**.b", ["a", "b"]), ("a.**.b", ["a", "b", "x", "b"]), ("a.**", ["a"]),
    ("**.a.**.b", ["x", "a", 1, "c", "b"]), (#"settings["a.b"]"#, ["settings", "a.b"]),
    (#""say \"hi\"".x"#, ["say \"hi\"", "x"]), ("emoji.🃏", ["emoji", "🃏"]),
    (#"a["*"]"#, ["a", "*"]),
  ]

  private static let others: [(pattern: String, path: TreePath)] = [
    ("user.email", ["user"]), ("user", ["user", "email"]), ("todos[2]", ["todos", "2"]),
    ("todos[2]", ["todos", 3]), ("*", []), ("*", ["a", "b"]), ("**.note", ["note", "x"]),
    ("a.**.b", ["a", "c"]), (#"a["*"]"#, ["a", "b"]), (#""2""#, [2]),
  ]

  @Test func `a pattern fits a path, and no other`() throws {
    for (pattern, path) in Self.matching { #expect(try Self.matches(pattern, path), "\(pattern)") }
    for (pattern, path) in Self.others { #expect(try !Self.matches(pattern, path), "\(pattern)") }
  }

  @Test(arguments: [
    "a.b", "e\u{301}", "\u{301}x", "\"", "\\", "a\\", "\n\t\r", "\u{0}\u{85}\u{2028}", "*", "**",
    "[0]", "",
  ])
  func `a path is a pattern as it is shown, whatever its keys are`(key: String) throws {
    let path: TreePath = ["a", .key(key), 0]
    #expect(try Self.matches(path.description, path))
    #expect(try !Self.matches(path.description, ["a", .key(key + "x"), 0]))
  }

  @Test(arguments: [
    "", "[]", ".", "\"open", String(repeating: "a.", count: 64),
    // Escapes that name no character.
    #"["\u{110000}"]"#, #"["\u{}"]"#, #"["\u41"]"#, #"["\u{41"]"#,
  ])
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
