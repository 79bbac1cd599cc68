extension Tree {
  /// Applies changes in order; from ``changes(from:to:)`` they turn the old tree into the new one.
  ///
  /// What lies off the paths is shared with copies of this tree, not copied.
  ///
  /// - Throws: When a path does not exist. The tree then holds the changes in front of that one: keep
  ///   a copy where that matters.
  package mutating func apply(_ changes: some Sequence<TreeChange>) throws(TreeApplyError) {
    var application = TreeApplication()
    for change in changes {
      try application.apply(change, to: &self)
    }
  }

  package mutating func apply(_ change: TreeChange) throws(TreeApplyError) {
    try apply(CollectionOfOne(change))
  }

  /// A copy with the changes applied.
  package func applying(_ changes: some Sequence<TreeChange>) throws(TreeApplyError) -> Tree {
    var copy = self
    try copy.apply(changes)
    return copy
  }
}

/// Applies one change after the other, and remembers where it found the last keys.
private struct TreeApplication {
  /// For each depth the place of the key that was found there last.
  ///
  /// Changes tend to come in the order of the members, so the next key is near.
  private var places: [Int] = []

  mutating func apply(_ change: TreeChange, to root: inout Tree) throws(TreeApplyError) {
    let path = change.path
    if case .set(_, _, let new) = change {
      try reach(path, through: path.steps.count, in: &root) { tree, _ in tree = new }
      return
    }
    guard let last = path.steps.last else { throw TreeApplyError(path: path, reason: .root) }
    let depth = path.steps.count - 1
    try reach(path, through: depth, in: &root) { (tree, application) throws(TreeApplyError) in
      switch (tree, last) {
      case (.array(var elements), .index(let index)):
        tree = .null
        defer { tree = .array(elements) }
        try elements.apply(change, at: index)
      case (.object(var object), .key(let key)):
        tree = .null
        defer { tree = .object(object) }
        try application.apply(change, to: &object, key: key, depth: depth)
      case (.enumCase(let name, var payload), .key(let key)):
        tree = .null
        defer { tree = .enumCase(name: name, payload: payload) }
        try application.apply(change, to: &payload, key: key, depth: depth)
      default:
        throw TreeApplyError(path: path, reason: .missing)
      }
    }
  }

  private typealias Body = (inout Tree, inout TreeApplication) throws(TreeApplyError) -> Void

  /// Lets `body` change the value behind the first `end` steps of a path, where it is.
  ///
  /// On the way down each container is taken out of its place, so that it has one owner and is
  /// changed without a copy.
  private mutating func reach(
    _ path: TreePath,
    from depth: Int = 0,
    through end: Int,
    in tree: inout Tree,
    _ body: Body
  ) throws(TreeApplyError) {
    guard depth < end else { return try body(&tree, &self) }
    switch (tree, path.steps[depth]) {
    case (.array(var elements), .index(let index)) where elements.indices.contains(index):
      tree = .null
      defer { tree = .array(elements) }
      try reach(path, from: depth + 1, through: end, in: &elements[index], body)
    case (.object(var object), .key(let key)):
      tree = .null
      defer { tree = .object(object) }
      let place = try place(of: key, in: object, depth: depth, path)
      try object.mutateValue(at: place) { (value) throws(TreeApplyError) in
        try reach(path, from: depth + 1, through: end, in: &value, body)
      }
    case (.enumCase(let name, var payload), .key(let key)):
      tree = .null
      defer { tree = .enumCase(name: name, payload: payload) }
      let place = try place(of: key, in: payload, depth: depth, path)
      try payload.mutateValue(at: place) { (value) throws(TreeApplyError) in
        try reach(path, from: depth + 1, through: end, in: &value, body)
      }
    default:
      throw TreeApplyError(path: path, reason: .missing)
    }
  }

  private mutating func place(
    of key: String,
    in object: Tree.Object,
    depth: Int,
    _ path: TreePath
  ) throws(TreeApplyError) -> Int {
    while places.count <= depth {
      places.append(0)
    }
    guard let place = object.index(of: key, near: places[depth]) else {
      throw TreeApplyError(path: path, reason: .missing)
    }
    places[depth] = place
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
      break  // Reached as a value, never through its container.
    }
  }
}

extension Tree.Object {
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

extension [Tree] {
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
      break  // Reached as a value, never through its container.
    }
  }
}
