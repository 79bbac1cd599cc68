import ExplorerTerminal
import Sluice
import SluiceTree
import SluiceWire

/// A search through the rows of the list, around the end, to the one from which it begins.
struct ListSearch: Sendable {
  /// The maximum number of Unicode scalars of a commit to look at.
  private static let limit = 2_000

  private let search: PaneSearch
  private let start: Int
  private let count: Int
  private let isForward: Bool

  /// - Parameters:
  ///   - start: The index of the row from which to begin, which comes last.
  ///   - count: The number of rows.
  init(_ search: PaneSearch, from start: Int, in count: Int, isForward: Bool) {
    self.search = search
    self.start = start
    self.count = count
    self.isForward = isForward
  }

  /// Returns the index of the next row with the text; `nil` if it isn't in this part of the search.
  ///
  /// - Parameter steps: How far the rows are from the one from which the search begins, less one.
  func next(in past: ShownPast, steps: Range<Int>) -> Int? {
    for step in steps.clamped(to: 0..<count) {
      let place = (start + (isForward ? step + 1 : count - step - 1)) % count
      if let commit = past.history.commit(past.row(at: place).number), isFound(in: commit) {
        return place
      }
    }
    return nil
  }

  private func isFound(in commit: WireRecord.Commit) -> Bool {
    search.isFound(in: ActionText.text(commit.action, limit: Self.limit))
      || commit.changes.contains { change in
        search.isFound(in: VisibleText(change.line(limit: Self.limit)).description)
      }
  }
}

extension ListSearch {
  /// The number of rows after which the effect looks whether it was cancelled.
  private static let slice = 1_000

  /// Searches the rows that are too many for a key to wait for, until the next key.
  static var effect: ActionEffect<ScreenEnvironment, SearchList> {
    Effect<ScreenEnvironment>.on(SearchList.self, state: ScreenState.self) { action, _, context in
      let state = context.state
      let past = state.past
      let count = ScreenSelectors.rows.value(in: state).count
      guard past.instance == action.instance, count > 0 else { return }
      let list = ListSearch(
        PaneSearch(action.text),
        from: min(
          past.place(of: min(past.index(of: action.start), past.rows.count - 1)),
          count - 1
        ),
        in: count,
        isForward: action.isForward
      )
      var found: Int?
      for step in stride(from: 0, to: count, by: slice) where found == nil {
        if Task.isCancelled { return }
        found = list.next(in: past, steps: step..<(step + slice))
      }
      let number = found.map { past.row(at: $0).number }
      context.send(ListSearched(text: action.text, number: number, instance: action.instance))
    }
    .overlap(.latest)
    .cancelled(by: HideNotice.self)
  }
}
