package import SluiceTree

extension Tree {
  /// Returns where something was cut or redacted, in the order of the tree.
  ///
  /// For an array or an object that lacks elements, the place of the missing ones.
  ///
  /// - Parameter limit: The maximum number of places, since there is no room to show more.
  package func incompletePaths(limit: Int = 20) -> [TreePath] {
    var paths: [TreePath] = []
    var path: [TreePath.Step] = []
    visitIncomplete(&path) { path in
      paths.append(TreePath(path))
      return paths.count < limit
    }
    return paths
  }

  /// Returns whether values are nested more deeply than `depth`.
  package func isDeeper(than depth: Int) -> Bool {
    var path: [TreePath.Step] = []
    return !visitDepth(depth, &path)
  }

  /// Throws if something was cut or redacted, or if values are nested more deeply than `depth`.
  ///
  /// A type may read less than there is, or ignore what it can't read, so this is not left to the
  /// types.
  func requireWhole(maximalDepth depth: Int) throws {
    var path: [TreePath.Step] = []
    guard visitDepth(depth, &path) else {
      throw DecodingError.tooDeep(depth, TreePath(path).codingPath)
    }
    let paths = incompletePaths()
    guard let first = paths.first else { return }
    let names = paths.map { $0.isRoot ? "the whole" : "\($0)" }.joined(separator: ", ")
    let reason = "the value is incomplete: \(names) was cut or withheld."
    throw DecodingError.corrupted(reason, first.codingPath)
  }

  /// - Parameter path: To this value; to the first one that is too deep, if one is.
  /// - Returns: Whether no value is nested more deeply than `depth`.
  private func visitDepth(_ depth: Int, _ path: inout [TreePath.Step]) -> Bool {
    if isLeaf { return true }
    func visit(_ part: Tree, _ path: inout [TreePath.Step]) -> Bool {
      part.visitDepth(depth - 1, &path)
    }
    return depth > 0 && visitParts(&path, where: { !$0.isLeaf }, visit)
  }

  /// - Returns: Whether to continue.
  @discardableResult
  private func visitIncomplete(
    _ path: inout [TreePath.Step],
    _ visit: ([TreePath.Step]) -> Bool
  ) -> Bool {
    switch self {
    case .redacted: visit(path)
    case .cut(.elements), .cut(.members): visit(path.dropLast())
    case .cut: visit(path)
    default:
      visitParts(&path, where: \.mayBeIncomplete) { $0.visitIncomplete(&$1, visit) }
    }
  }

  /// Visits elements or members until one returns `false`, whose path then remains.
  private func visitParts(
    _ path: inout [TreePath.Step],
    where isVisited: (Tree) -> Bool,
    _ visit: (Tree, inout [TreePath.Step]) -> Bool
  ) -> Bool {
    func visitPart(_ step: TreePath.Step, _ part: Tree) -> Bool {
      path.append(step)
      guard visit(part, &path) else { return false }
      path.removeLast()
      return true
    }
    switch self {
    case .array(let elements):
      for (index, element) in elements.enumerated() where isVisited(element) {
        guard visitPart(.index(index), element) else { return false }
      }
    default:
      for member in keyedParts?.members ?? [] where isVisited(member.value) {
        guard visitPart(.key(member.key), member.value) else { return false }
      }
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
      case .key(let name): NameKey(stringValue: name, intValue: nil)
      }
    }
  }
}
