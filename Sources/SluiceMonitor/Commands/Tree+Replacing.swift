import SluiceTree
import SluiceWire

extension Tree {
  /// Returns the tree with another value in one place, which may be a member that an object lacks.
  func replacing(
    at steps: [WireRecord.Restore.Step],
    with value: Tree
  ) throws(CommandRefusal) -> Tree {
    var path: [TreePath.Step] = []
    var part: Tree? = self
    for step in steps {
      // What is missing leads to nothing else.
      guard let inside = part else { throw .nothingAt(TreePath(path)) }
      switch step {
      case .key(let key): path.append(.key(key))
      case .index(let index): path.append(.index(index))
      case .id(let id):
        guard case .array(let elements) = inside,
          let index = elements.firstIndex(where: { $0["id"] == id })
        else { throw .nothingAt(TreePath(path)) }
        path.append(.index(index))
      }
      part = path.last.flatMap { inside[$0] }
    }
    var tree = self
    let place = TreePath(path)
    let change: TreeChange = part == nil ? .add(place, value) : .set(place, old: nil, new: value)
    do {
      try tree.apply([change])
    } catch {
      throw .nothingAt(place)
    }
    return tree
  }
}
