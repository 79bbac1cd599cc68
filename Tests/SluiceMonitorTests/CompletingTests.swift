import SluiceTree
import TestSupport
import Testing

@testable import SluiceMonitor

/// A text with holes, and the live state that fills them where that is certain.
@Suite(.inTurn)
struct CompletingTests {
  private static let hole = Tree.redacted

  private static func enumCase(_ name: String, token: Tree) -> Tree {
    .enumCase(name: name, payload: Tree.Object([.init(key: "token", value: token)]))
  }

  static let certain: [(given: Tree, live: Tree, made: Tree)] = [
    (hole, 1, 1),
    (["a": hole], ["a": "x", "b": 2], ["a": "x"]),
    (["a": .cut(.characters(kept: "x", omitted: 9))], ["a": "x23456789a"], ["a": "x23456789a"]),
    (["a": .cut(.depth(typeName: "T"))], ["a": ["b": 1]], ["a": ["b": 1]]),
    (["list": [1, hole]], ["list": [1, 2]], ["list": [1, 2]]),
    (
      [["id": 2, "p": hole]], [["id": 1, "p": "x"], ["id": 2, "p": "y"]], [["id": 2, "p": "y"]]
    ),
    ([["n": "a", "p": hole]], [["n": "a", "p": "x"]], [["n": "a", "p": "x"]]),
    (enumCase("in", token: hole), enumCase("in", token: "x"), enumCase("in", token: "x")),
    // A text without holes is left as it is.
    (["a": [1, ["id": 3]], "b": "x"], ["a": 7], ["a": [1, ["id": 3]], "b": "x"]),
  ]

  @Test func `what is withheld is filled in where it certainly belongs`() {
    for (given, live, made) in Self.certain {
      let completion = given.completed(from: live)
      #expect((completion.tree, completion.unresolved) == (made, []))
      #expect(completion.hasLiveValues == (given != made))
    }
  }

  static let uncertain: [(given: Tree, live: Tree, places: [TreePath])] = [
    (["a": hole], ["b": 1], [["a"]]),
    (["a": hole], ["a": .cut(.depth(typeName: "T"))], [["a"]]),
    // The elements have changed places, and nothing but their values distinguishes them.
    (
      [["n": "b", "p": hole], ["n": "a", "p": hole]],
      [["n": "a", "p": "x"], ["n": "b", "p": "y"]],
      [[0, "p"], [1, "p"]]
    ),
    ([1, hole], [1, 2, 3], [[1]]),
    ([["id": 3, "p": hole]], [["id": 1, "p": "x"]], [[0, "p"]]),
    ([["id": 1, "p": hole]], [["id": 1, "p": "x"], ["id": 1, "p": "y"]], [[0, "p"]]),
    (enumCase("in", token: hole), enumCase("out", token: 1), [["in", "token"]]),
    (["l": [1, .cut(.elements(5))]], ["l": [1, 2, 3, 4, 5, 6]], [["l"]]),
    (["…": .cut(.members(3))], ["a": 1, "b": 2, "c": 3], [[]]),
  ]

  @Test func `a value that could belong elsewhere is named and not filled in`() {
    for (given, live, places) in Self.uncertain {
      let completion = given.completed(from: live)
      #expect((completion.unresolved, completion.hasLiveValues) == (places, false))
    }
  }
}
