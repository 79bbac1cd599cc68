import ExplorerTerminal
import Sluice
import SluiceTree
import SluiceWire

/// Finding text in the list and in the pane.
extension ScreenInput {
  func find(_ text: String, isForward: Bool) -> [any Action] {
    guard !text.isEmpty else { return [ShowNotice("Type / and a text first.")] }
    let search = PaneSearch(text)
    let found = isInDetail ? findInPane(search, isForward) : findInList(search, isForward)
    return found
      ?? [ShowNotice("“\(VisibleText(text))” is not there.", isProblem: true)]
  }

  private func findInPane(_ search: PaneSearch, _ isForward: Bool) -> [any Action]? {
    let pane = self.pane
    guard let cursor = pane.cursor else { return nil }
    if state.detail.tab == .state { return findInState(search, pane, isForward) }
    return search.next(after: cursor, in: pane.lines, isBackward: !isForward).map(moveInDetail)
  }

  /// Finds names and values that are not on a line of their own, too.
  private func findInState(
    _ search: PaneSearch,
    _ pane: PaneWindow,
    _ isForward: Bool
  ) -> [any Action]? {
    guard let selected, let tree = state.past.history.state(after: selected)?.tree else {
      return nil
    }
    let start = pane.target?.path.map { tree.resolve($0.steps).path }
    let states = StateSearch(search)
    guard
      let path = states.next(after: start, in: tree, isBackward: !isForward)
        ?? states.next(after: nil, in: tree, isBackward: !isForward)
    else { return nil }
    let lasting = StatePath(tree.resolve(StatePath(path).steps).lasting)
    return [
      Reveal(path: path, tree: tree),
      MoveInDetail(cursor: pane.cursor ?? 0, target: .path(lasting), top: pane.top),
    ]
  }

  private func findInList(_ search: PaneSearch, _ isForward: Bool) -> [any Action]? {
    let rows = self.rows
    guard let cursor = rows.cursor else { return nil }
    let past = state.past
    return Self.places(rows.count, from: cursor, isForward)
      .first { past.history.commit(past.row(at: $0).number).map(search.isFound) ?? false }
      .map(select)
  }

  /// All places but the last, which is the one to begin from; around the end.
  private static func places(
    _ count: Int,
    from start: Int,
    _ isForward: Bool
  ) -> some Sequence<Int> {
    (1...max(count, 1)).lazy.map { step in
      (start + (isForward ? step : count - step)) % max(count, 1)
    }
  }
}

extension PaneSearch {
  /// The maximum number of Unicode scalars of a commit to look at.
  private static let limit = 2_000

  fileprivate func isFound(in commit: WireRecord.Commit) -> Bool {
    isFound(in: ActionText.text(commit.action, limit: Self.limit))
      || commit.changes.contains { change in
        isFound(in: VisibleText(change.line(limit: Self.limit)).description)
      }
  }
}
