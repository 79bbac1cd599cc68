import Sluice
import SluiceTree

extension Row {
  /// Changes between trees of 100,000 leaves: 50,000 elements with an id and a title.
  static var trees: [Row] {
    [
      changes("none changed", expecting: 0) { $0 },
      changes("one changed", expecting: 1) { elements in
        var elements = elements
        elements[25_000] = element(25_000, title: "changed")
        return elements
      },
      changes("one inserted at the front", expecting: 1) { [element(-1, title: "new")] + $0 },
      changes("all titles replaced", expecting: 50_000) { elements in
        elements.indices.map { element($0, title: "changed \($0)") }
      },
      Row("a tree of 100000 leaves by encoding") {
        let value = (0..<50_000).map { Todo(id: $0, title: "title \($0)") }
        return Subject { count in
          for _ in 0..<count { consume(Tree(showing: value)) }
        } check: { _ in
          try expect("size", size(of: Tree(showing: value)), is: 50_000)
        }
      },
    ]
  }

  private static func changes(
    _ name: String,
    expecting expected: Int,
    _ change: @escaping ([Tree]) -> [Tree]
  ) -> Row {
    Row("changes between trees of 100000 leaves, \(name)") {
      let old = (0..<50_000).map { element($0, title: "title \($0)") }
      let (oldTree, newTree) = (Tree.array(old), Tree.array(change(old)))
      return Subject { count in
        for _ in 0..<count { consume(Tree.changes(from: oldTree, to: newTree)) }
      } check: { _ in
        try expect("changes", Tree.changes(from: oldTree, to: newTree).count, is: expected)
      }
    }
  }

  private static func element(_ id: Int, title: String) -> Tree {
    ["id": .integer(Int64(id)), "title": .string(title)]
  }

  private static func size(of tree: Tree) -> Int {
    guard case .array(let elements) = tree else { return -1 }
    return elements.count
  }
}

private struct Todo: Encodable, Sendable {
  let id: Int
  let title: String
}
