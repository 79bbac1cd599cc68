extension Tree {
  /// Returns whether both share their storage, hence are equal; `false` proves nothing.
  package func isIdentical(to other: Tree) -> Bool {
    switch self {
    case .object(let object):
      if case .object(let other) = other { object.isIdentical(to: other) } else { false }
    case .array(let elements):
      if case .array(let other) = other { elements.isIdentical(to: other) } else { false }
    default: false
    }
  }

  /// What distinguishes an element of a list from the others; `nil` if only its place does.
  var identity: Tree? {
    switch self {
    case .object(let object): object["id"]
    // A cut list is still one of elements with ids.
    case .cut(.elements): .cut(.elements(0))
    default: nil
    }
  }

  /// Whether it has an ``identity``, without a copy of it.
  var hasIdentity: Bool {
    switch self {
    case .object(let object): object.index(of: "id") != nil
    case .cut(.elements): true
    default: false
    }
  }
}
