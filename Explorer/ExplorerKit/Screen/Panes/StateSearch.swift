import ExplorerTerminal
import SluiceTree

/// Finds the next name or value in a state, open or not.
///
/// Visits only what lies between the place where it starts and what it finds.
struct StateSearch: Hashable, Sendable {
  let query: PaneSearch

  init(_ query: PaneSearch) {
    self.query = query
  }

  /// Returns the next path, in the order of the tree, whose name or value has the text; `nil` if there
  /// is none behind.
  ///
  /// - Parameter start: The path behind which to start; `nil` for the beginning, or the end backward.
  func next(
    after start: TreePath?,
    in tree: Tree,
    isBackward: Bool = false
  ) -> TreePath? {
    var path = TreePath()
    let found = search(tree, &path, start?.steps[...], isBackward)
    return found ? path : nil
  }

  /// Searches what lies below a value.
  ///
  /// - Parameter start: The rest of the path behind which, or in front of which to search; `nil` for
  ///   everything.
  private func search(
    _ tree: Tree,
    _ path: inout TreePath,
    _ start: ArraySlice<TreePath.Step>?,
    _ isBackward: Bool
  ) -> Bool {
    // Everything below lies behind the value itself.
    if isBackward, let start, start.isEmpty { return false }
    guard let parts = TreeParts(tree) else { return false }
    let first = start?.first.flatMap(parts.place)
    var place = first ?? (isBackward ? parts.count - 1 : 0)
    while parts.indices.contains(place) {
      let part = parts[place]
      let rest = place == first ? start?.dropFirst() : nil
      path.steps.append(part.step)
      if rest == nil, !isBackward, matches(part) { return true }
      if search(part.value, &path, rest, isBackward) { return true }
      let isPassed = rest?.isEmpty ?? false
      if isBackward, !isPassed, matches(part) { return true }
      path.steps.removeLast()
      place += isBackward ? -1 : 1
    }
    return false
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
