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
    return found ?? [ShowNotice(.missing(text))]
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
      Reveal(folds: StateFolding.folds(hiding: path, in: tree)),
      MoveInDetail(cursor: pane.cursor ?? 0, target: .path(lasting), top: pane.top),
    ]
  }

  private func findInList(_ search: PaneSearch, _ isForward: Bool) -> [any Action]? {
    let rows = self.rows
    guard let cursor = rows.cursor else { return nil }
    let state = self.state
    let list = ListSearch(search, from: cursor, in: rows.count, isForward: isForward)
    if let place = list.next(in: state.past, steps: 0..<Self.immediateSteps) {
      return select(row: place)
    }
    guard rows.count > Self.immediateSteps, let instance = state.watching.chosenInstance else {
      return nil
    }
    let start = state.past.row(at: cursor).number
    return [
      SearchList(text: search.text, start: start, isForward: isForward, instance: instance)
    ]
  }

  /// The number of rows that are searched at once; further ones are by an effect.
  static var immediateSteps: Int { 256 }
}
