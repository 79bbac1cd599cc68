import ExplorerTerminal
import SluiceTree

/// Finds the names and values in a state that have a text, open or not.
struct StateSearch {
  /// The maximum number of values to find.
  private static let maximum = 2_000

  private let query: PaneSearch
  private var paths: [TreePath] = []

  init(_ query: PaneSearch) {
    self.query = query
  }

  /// Returns the values in the order of the tree; as many as it takes at most until the task is cancelled.
  func values(in tree: Tree) -> [Find.Value] {
    var search = self
    search.look(in: tree, at: TreePath())
    return search.paths.map { path in
      Find.Value(
        path: StatePath(tree.resolve(StatePath(path).steps).lasting),
        folds: StateFolding.folds(hiding: path, in: tree)
      )
    }
  }

  private mutating func look(in tree: Tree, at path: TreePath) {
    guard let parts = TreeParts(tree) else { return }
    for part in parts where paths.count < Self.maximum && !Task.isCancelled {
      let inner = path.appending(part.step)
      if matches(part) { paths.append(inner) }
      look(in: part.value, at: inner)
    }
  }

  private func matches(_ part: TreeParts.Part) -> Bool {
    if query.isFound(in: part.label) { return true }
    switch part.value {
    case .array, .object: return false
    case .enumCase: return query.isFound(in: part.value.caseText)
    case .string(let text): return query.isFound(in: VisibleText(text).description)
    default: return query.isFound(in: VisibleText(part.value.summary(limit: .max)).description)
    }
  }
}
