extension Tree {
  /// Returns where something was cut or redacted, in the order of the tree.
  ///
  /// For an array or an object that lacks elements, the place of the missing ones.
  ///
  /// - Parameter limit: The maximum number of places, since there is no room to show more.
  package func incompletePaths(limit: Int = 20) -> [TreePath] {
    var paths: [TreePath] = []
    visitIncomplete([]) { path in
      paths.append(TreePath(path))
      return paths.count < limit
    }
    return paths
  }

  /// Throws if something was cut or redacted, or if values are nested more deeply than `depth`.
  ///
  /// A type may read less than there is, or ignore what it can't read, so this is not left to the
  /// types.
  func requireWhole(maximalDepth depth: Int) throws {
    try requireDepth(depth, most: depth, [])
    let paths = incompletePaths()
    guard let first = paths.first else { return }
    let names = paths.map { $0.isRoot ? "the whole" : "\($0)" }.joined(separator: ", ")
    let reason = "the value is incomplete: \(names) was cut or withheld."
    throw DecodingError.corrupted(reason, first.codingPath)
  }

  private func requireDepth(_ depth: Int, most: Int, _ path: [TreePath.Step]) throws {
    guard depth > 0 || isLeaf else {
      throw DecodingError.tooDeep(most, TreePath(path).codingPath)
    }
    switch self {
    case .array(let elements):
      for (index, element) in elements.enumerated() where !element.isLeaf {
        try element.requireDepth(depth - 1, most: most, path + [.index(index)])
      }
    case .object(let object), .enumCase(_, let object):
      for member in object.members where !member.value.isLeaf {
        try member.value.requireDepth(depth - 1, most: most, path + [.key(member.key)])
      }
    default: break
    }
  }

  /// - Returns: Whether to continue.
  @discardableResult
  private func visitIncomplete(
    _ path: [TreePath.Step],
    _ visit: ([TreePath.Step]) -> Bool
  ) -> Bool {
    switch self {
    case .redacted:
      return visit(path)
    case .cut(.elements), .cut(.members):
      return visit(path.dropLast())
    case .cut:
      return visit(path)
    case .array(let elements):
      for (index, element) in elements.enumerated() where element.mayBeIncomplete {
        guard element.visitIncomplete(path + [.index(index)], visit) else { return false }
      }
    case .object(let object), .enumCase(_, let object):
      for member in object.members where member.value.mayBeIncomplete {
        guard member.value.visitIncomplete(path + [.key(member.key)], visit) else { return false }
      }
    default: break
    }
    return true
  }

  /// Whether to examine the value, and to make its path.
  private var mayBeIncomplete: Bool {
    switch self {
    case .redacted, .cut: true
    default: !isLeaf
    }
  }
}

extension TreePath {
  /// The same path, as coders name it.
  fileprivate var codingPath: [any CodingKey] {
    steps.map { step in
      switch step {
      case .index(let index): IndexKey(index)
      case .key(let name): MemberKey(name)
      }
    }
  }
}

/// The key of a member, without a type of its own.
private struct MemberKey: CodingKey {
  let stringValue: String
  var intValue: Int? { nil }

  init(_ name: String) {
    stringValue = name
  }

  init?(stringValue: String) {
    self.init(stringValue)
  }

  init?(intValue: Int) {
    nil
  }
}
