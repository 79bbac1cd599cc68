import SluiceTree

/// What somebody opened and closed in the tree of the state; the rest is as ``StatePane`` has it.
///
/// Elements of lists are remembered by their ids, so that they stay open when they move.
struct StateFolding: Hashable, Sendable {
  private var opened: Set<StateFold> = []
  private var closed: Set<StateFold> = []

  /// Whether a part was opened or closed; `nil` if it was left as it is by default.
  func isOpen(_ fold: StateFold) -> Bool? {
    if opened.contains(fold) { return true }
    return closed.contains(fold) ? false : nil
  }

  mutating func set(_ fold: StateFold, isOpen: Bool) {
    if isOpen {
      opened.insert(fold)
      closed.remove(fold)
    } else {
      closed.insert(fold)
      opened.remove(fold)
    }
  }

  /// Returns the parts to open so that a path is on a line of its own, from the outside in.
  static func folds(hiding path: TreePath, in tree: Tree) -> [StateFold] {
    var folds: [StateFold] = []
    var tree = tree
    var lasting = StatePath()
    for (depth, step) in path.steps.enumerated() {
      guard let parts = TreeParts(tree), let place = parts.place(of: step) else { break }
      if depth > 0 { folds.append(StateFold(lasting)) }
      var range = parts.startIndex..<parts.endIndex
      while let page = StatePages(range).first(where: { $0.contains(place) }) {
        folds.append(StateFold(lasting, page: page))
        range = page
      }
      let part = parts[place]
      lasting.steps.append(part.value.lastingStep(at: part.step))
      tree = part.value
    }
    return folds
  }
}
