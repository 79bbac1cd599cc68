/// Why a change doesn't fit the tree that it was applied to.
package struct TreeApplyError: Error, Hashable, CustomStringConvertible {
  package enum Reason: Sendable, Hashable {
    /// The element, member or container doesn't exist.
    case missing

    /// The key of the new member already exists.
    case occupied

    /// The position is beyond the end.
    case position(Int)

    /// The root can only be set.
    case root

    /// The path has more than ``Tree/maximalDepth`` steps.
    case tooDeep
  }

  package let path: TreePath
  package let reason: Reason

  package var description: String {
    switch reason {
    case .missing:
      "There is nothing at \(path) in this tree; the changes belong to another one."
    case .occupied:
      "There is a value at \(path) already; it can be set, but not added."
    case .position(let position):
      "Position \(position) for \(path) lies beyond the end of its container."
    case .root:
      "The root of a tree can be set, but not added, removed or moved."
    case .tooDeep:
      """
      A path of \(path.steps.count) steps is too long; changes reach \(Tree.maximalDepth) \
      steps deep.
      """
    }
  }
}
