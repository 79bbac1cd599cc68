extension Tree {
  /// Applies changes in order; those of ``changes(from:to:)`` turn the old tree into the new one.
  ///
  /// Shares what lies off the paths with copies of this tree, without copying it.
  ///
  /// - Throws: An error if a path doesn't exist. The tree then contains the changes before that
  ///   one: keep a copy if that matters.
  package mutating func apply(_ changes: some Sequence<TreeChange>) throws(TreeApplyError) {
    var application = TreeApplication()
    for change in changes {
      try application.apply(change, to: &self)
    }
  }
}

extension Tree {
  /// Changes an array in place, without a copy unless its storage is shared.
  ///
  /// A separate function: elements bound by a `switch` outlive the pattern, and would have two
  /// owners.
  ///
  /// - Returns: `false` if this is not an array.
  fileprivate mutating func changeElements(
    _ change: (inout Elements) throws(TreeApplyError) -> Void
  ) throws(TreeApplyError) -> Bool {
    guard var elements = takeElements() else { return false }
    defer { self = .array(elements) }
    try change(&elements)
    return true
  }

  /// Changes the members of an object or of a case's payload in the same way, with the case's name.
  fileprivate mutating func changeMembers(
    _ change: (inout Object, _ caseName: String?) throws(TreeApplyError) -> Void
  ) throws(TreeApplyError) -> Bool {
    guard let (name, taken) = takeObject() else { return false }
    var object = consume taken
    defer {
      self = name.map { .enumCase(name: $0, payload: object) } ?? .object(object)
    }
    try change(&object, name)
    return true
  }

  private mutating func takeElements() -> Elements? {
    guard case .array(let elements) = self else { return nil }
    self = .null
    return elements
  }

  private mutating func takeObject() -> (caseName: String?, object: Object)? {
    switch self {
    case .object(let object):
      self = .null
      return (nil, object)
    case .enumCase(let name, let payload):
      self = .null
      return (name, payload)
    default:
      return nil
    }
  }
}

/// Applies changes one after another, and remembers where it found the last keys.
package struct TreeApplication {
  /// The place of the last key found at each of the first depths.
  ///
  /// Changes usually come in the order of the members, so the next key is near.
  private var places = SIMD8<Int32>()

  package init() {}

  package mutating func apply(_ change: TreeChange, to root: inout Tree) throws(TreeApplyError) {
    let path = change.path
    // One level after another could be added until the stack is full.
    guard path.steps.count <= Tree.maximalDepth else {
      throw TreeApplyError(path: path, reason: .tooDeep)
    }
    if case .set(_, _, let new) = change {
      try reach(path, through: path.steps.count, in: &root) { tree, _ in tree = new }
      return
    }
    guard let last = path.steps.last else { throw TreeApplyError(path: path, reason: .root) }
    let depth = path.steps.count - 1
    try reach(path, through: depth, in: &root) { (tree, application) throws(TreeApplyError) in
      let isContainer =
        switch last {
        case .index(let index):
          try tree.changeElements { (elements) throws(TreeApplyError) in
            try elements.apply(change, at: index)
          }
        case .key(let key):
          try tree.changeMembers { (object, _) throws(TreeApplyError) in
            try application.apply(change, to: &object, key: key, depth: depth)
          }
        }
      guard isContainer else { throw TreeApplyError(path: path, reason: .missing) }
    }
  }

  private typealias Body = (inout Tree, inout TreeApplication) throws(TreeApplyError) -> Void

  /// Changes the value after the first `end` steps of a path, in place.
  ///
  /// Moves each container on the way out of its place, so that it has one owner.
  private mutating func reach(
    _ path: TreePath,
    from depth: Int = 0,
    through end: Int,
    in tree: inout Tree,
    _ body: Body
  ) throws(TreeApplyError) {
    assert(depth >= 0 && end <= path.steps.count)
    guard depth < end else { return try body(&tree, &self) }
    let isContainer =
      switch path.steps[depth] {
      case .index(let index):
        try tree.changeElements { (elements) throws(TreeApplyError) in
          guard elements.indices.contains(index) else {
            throw TreeApplyError(path: path, reason: .missing)
          }
          try reach(path, from: depth + 1, through: end, in: &elements[index], body)
        }
      case .key(let key):
        try tree.changeMembers { (object, name) throws(TreeApplyError) in
          if name == key, !object.isEmpty {
            return try object.changeAsPayload(path) { (value) throws(TreeApplyError) in
              try reach(path, from: depth + 1, through: end, in: &value, body)
            }
          }
          let place = try place(of: key, in: object, depth: depth, path)
          try object.mutateValue(at: place) { (value) throws(TreeApplyError) in
            try reach(path, from: depth + 1, through: end, in: &value, body)
          }
        }
      }
    guard isContainer else { throw TreeApplyError(path: path, reason: .missing) }
  }

  private mutating func place(
    of key: String,
    in object: Tree.Object,
    depth: Int,
    _ path: TreePath
  ) throws(TreeApplyError) -> Int {
    let hint = depth < places.scalarCount ? Int(places[depth]) : 0
    guard let place = object.index(of: key, near: hint) else {
      throw TreeApplyError(path: path, reason: .missing)
    }
    if depth < places.scalarCount { places[depth] = Int32(truncatingIfNeeded: place) }
    return place
  }

  private mutating func apply(
    _ change: TreeChange,
    to object: inout Tree.Object,
    key: String,
    depth: Int
  ) throws(TreeApplyError) {
    switch change {
    case .add(let path, let new, let position):
      guard object.index(of: key) == nil else {
        throw TreeApplyError(path: path, reason: .occupied)
      }
      try object.insert(key, new, at: position ?? object.count, path)
    case .remove(let path, _):
      _ = object.remove(at: try place(of: key, in: object, depth: depth, path))
    case .move(let path, let target):
      let member = object.remove(at: try place(of: key, in: object, depth: depth, path))
      try object.insert(key, member.value, at: target, path)
    case .set:
      assertionFailure("A value is set where it is, never through its container.")
    }
  }
}

extension Tree.Object {
  /// Changes what a case with this payload leads to, in place.
  fileprivate mutating func changeAsPayload(
    _ path: TreePath,
    _ change: (inout Tree) throws(TreeApplyError) -> Void
  ) throws(TreeApplyError) {
    if isSingleValue { return try mutateValue(at: 0, change) }
    var whole = Tree.object(self)
    self = Tree.Object()
    defer { if case .object(let object) = whole { self = object } }
    try change(&whole)
    guard case .object = whole else { throw TreeApplyError(path: path, reason: .missing) }
  }

  fileprivate mutating func insert(
    _ key: String,
    _ value: Tree,
    at position: Int,
    _ path: TreePath
  ) throws(TreeApplyError) {
    guard (0...count).contains(position) else {
      throw TreeApplyError(path: path, reason: .position(position))
    }
    insert(Member(key: key, value: value), at: position)
  }
}

extension Tree.Elements {
  fileprivate mutating func apply(_ change: TreeChange, at index: Int) throws(TreeApplyError) {
    switch change {
    case .add(let path, let new, _):
      guard (0...count).contains(index) else {
        throw TreeApplyError(path: path, reason: .position(index))
      }
      insert(new, at: index)
    case .remove(let path, _):
      guard indices.contains(index) else { throw TreeApplyError(path: path, reason: .missing) }
      remove(at: index)
    case .move(let path, let target):
      guard indices.contains(index) else { throw TreeApplyError(path: path, reason: .missing) }
      guard indices.contains(target) else {
        throw TreeApplyError(path: path, reason: .position(target))
      }
      insert(remove(at: index), at: target)
    case .set:
      assertionFailure("A value is set where it is, never through its container.")
    }
  }
}
