extension Tree {
  /// Where something was cut or withheld, in the order of the tree.
  ///
  /// For an array or an object that lacks elements it is the place of what lacks them.
  ///
  /// - Parameter limit: The most places; who shows them has no room for more.
  package func incompletePaths(limit: Int = 20) -> [TreePath] {
    var paths: [TreePath] = []
    visitIncomplete([]) { path in
      paths.append(TreePath(path))
      return paths.count < limit
    }
    return paths
  }

  /// Throws if something was cut or withheld, and if more values lie in one another than `depth`.
  ///
  /// A type may well ask for less than there is, or take what it cannot read for nothing. So this is
  /// not left to the types.
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

  /// - Returns: Whether to go on.
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

  /// Whether there is a reason to look, and to make the path for it.
  private var mayBeIncomplete: Bool {
    switch self {
    case .redacted, .cut: true
    default: !isLeaf
    }
  }
}

extension TreePath {
  /// The same way as coders name it.
  fileprivate var codingPath: [any CodingKey] {
    steps.map { step in
      switch step {
      case .index(let index): IndexKey(index)
      case .key(let name): MemberKey(name)
      }
    }
  }
}

/// The key of a member for which no type has one.
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
