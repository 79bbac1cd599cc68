/// The path from the root of a tree to one of its values.
///
/// A step from an enum's value is its case: it leads to the payload, if that is a single value without a
/// label, as in `phase.playing.squares`, otherwise to an object of the payload's values, as in
/// `phase.won.by`.
///
/// The description is for people: `todos[2].done`, `["a.b"]` for a key that is no identifier, and
/// `phase.won[0]` for the value `_0` of a payload.
package struct TreePath: Sendable, Hashable {
  package enum Step: Sendable, Hashable {
    /// A member of an object, or the case of an enum.
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
      case .key(let key) where key.placeInPayload != nil:
        text += "[\(key.dropFirst())]"
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
    case (.object(let object), .key(let key)): object[key]
    case (.enumCase(let name, let payload), .key(let key)):
      // A member of the payload in recordings of earlier versions.
      name == key && !payload.isEmpty ? payload.asPayload : payload[key]
    default: nil
    }
  }

  /// The members to which keys lead: those of an object, and of an enum's value what its case leads to;
  /// `nil` for a value without any.
  package var keyedParts: Object? {
    switch self {
    case .object(let object): object
    case .enumCase(let name, let payload) where !payload.isEmpty:
      Object(unchecked: [Object.Member(key: name, value: payload.asPayload)])
    default: nil
    }
  }
}

extension Tree.Object {
  /// Whether this payload of a case is a single value without a label.
  package var isSingleValue: Bool { members.count == 1 && members[0].key == "_0" }

  /// Whether this payload has the same keys as another, so that paths into both mean the same.
  func hasKeys(of other: Tree.Object) -> Bool {
    members.count == other.members.count
      && zip(members, other.members).allSatisfy { $0.key == $1.key }
  }

  /// What a case with this payload leads to.
  package var asPayload: Tree { isSingleValue ? members[0].value : .object(self) }
}

extension String {
  /// The place of a value without a label in a case's payload, from a name such as `_0`; `nil` for any
  /// other name.
  package var placeInPayload: Int? {
    guard utf8.first == UInt8(ascii: "_"), utf8.count < 6,
      utf8.dropFirst().allSatisfy({ UInt8(ascii: "0")...UInt8(ascii: "9") ~= $0 })
    else { return nil }
    return Int(dropFirst())
  }
}
