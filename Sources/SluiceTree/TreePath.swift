/// The path from the root of a tree to one of its values.
///
/// The description is for people: `todos[2].done`, and `["a.b"]` for a key that is no identifier.
package struct TreePath: Sendable, Hashable {
  package enum Step: Sendable, Hashable {
    /// A member of an object, or of an enum case's payload.
    case key(String)

    /// An element of an array.
    case index(Int)
  }

  package var steps: [Step]

  package init(_ steps: [Step] = []) {
    self.steps = steps
  }

  package var isRoot: Bool { steps.isEmpty }

  /// The path of the container; `nil` at the root.
  package var parent: TreePath? {
    isRoot ? nil : TreePath(Array(steps.dropLast()))
  }

  package func appending(_ step: Step) -> TreePath {
    TreePath(steps + [step])
  }
}

extension TreePath: ExpressibleByArrayLiteral {
  package init(arrayLiteral steps: Step...) {
    self.init(steps)
  }
}

extension TreePath.Step: ExpressibleByStringLiteral, ExpressibleByIntegerLiteral {
  package init(stringLiteral key: String) {
    self = .key(key)
  }

  package init(integerLiteral index: Int) {
    self = .index(index)
  }
}

extension TreePath: CustomStringConvertible {
  package var description: String {
    var text = ""
    for step in steps {
      switch step {
      case .index(let index):
        text += "[\(index)]"
      case .key(let key) where key.isIdentifier:
        text += text.isEmpty ? key : ".\(key)"
      case .key(let key):
        text += "[\(key.quoted)]"
      }
    }
    return text
  }
}

extension Tree {
  /// Returns the value at a path; `nil` if there is none.
  package subscript(_ path: TreePath) -> Tree? {
    var tree = self
    for step in path.steps {
      guard let next = tree[step] else { return nil }
      tree = next
    }
    return tree
  }

  /// Returns the value one step below; `nil` if there is none.
  package subscript(_ step: TreePath.Step) -> Tree? {
    switch (self, step) {
    case (.array(let elements), .index(let index)):
      elements.indices.contains(index) ? elements[index] : nil
    case (.object(let object), .key(let key)), (.enumCase(_, let object), .key(let key)):
      object[key]
    default: nil
    }
  }
}
