import ExplorerTerminal
import Sluice

/// Commands that ask about the past.
extension ScreenInput {
  func actionsAboutPast(_ command: ScreenCommand) -> [any Action] {
    guard let selected else { return [ShowNotice("There is no commit yet.")] }
    switch command {
    case .mark:
      let isMarked = state.list.mark == selected
      return [
        MarkCommit(number: isMarked ? nil : selected),
        ShowNotice(
          isMarked
            ? "Commit \(selected) is no longer marked."
            : "Commit \(selected) is marked: = compares another one with it."
        ),
      ]
    case .compare:
      guard let mark = state.list.mark else {
        return [ShowNotice("Mark a commit with m first, then compare another one with it.")]
      }
      return mark == selected
        ? [ShowNotice("This is the marked commit. Select another one.")] : [Compare()]
    case .why: return why(at: selected)
    case .previousChange, .nextChange:
      return change(isNext: command == .nextChange, from: selected)
    case .pin:
      guard let path else { return [needsPath] }
      return [TogglePin(path: path)]
    case .blame:
      let detail = state.detail
      guard detail.tab == .state else { return [ShowTab(tab: .state), ShowBlame(isShown: true)] }
      return [ShowBlame(isShown: !detail.isBlaming)]
    default: return []
    }
  }

  /// The value that keys act on: that under the cursor, else the first pin.
  private var path: StatePath? {
    store.selectCurrent(ScreenSelectors.path) ?? state.past.pins.first?.path
  }

  private var needsPath: ShowNotice {
    ShowNotice("Move the cursor to a value in State or Changes first: 3, Tab, j.")
  }

  private func why(at number: Int) -> [any Action] {
    guard let path else { return [needsPath] }
    let name = VisibleText(path.isRoot ? "The state" : path.description).description
    guard let reason = state.past.history.why(path, at: number) else {
      return [ShowNotice("\(name) was never there, as far as it is known.", isProblem: true)]
    }
    switch reason.author {
    case .commit(let author):
      let notice = ShowNotice("\(name) is so because of commit \(author).")
      return author == number ? [notice] : go(to: author) + [notice]
    case .gap(let gap):
      return [
        ShowNotice(
          "\(name) was changed in commits \(gap.numbers.lowerBound) to \(gap.numbers.upperBound),"
            + " which are missing.",
          isProblem: true
        )
      ]
    case .beginning(let first):
      return [ShowNotice("\(name) was so from the beginning, in the state after commit \(first).")]
    }
  }

  private func change(isNext: Bool, from number: Int) -> [any Action] {
    guard let path else { return [needsPath] }
    let name = VisibleText(path.isRoot ? "The state" : path.description).description
    let history = state.past.history
    guard let numbers = history.numbers else { return [] }
    // Followed from where the cursor is: elements of lists are those that stand there.
    let range =
      isNext
      ? number...max(number, numbers.upperBound) : min(numbers.lowerBound, number)...number
    let lasting = history.state(after: number).map { $0.tree.resolve(path.steps) }
    let steps = lasting.map { $0.isComplete ? StatePath($0.lasting) : path } ?? path
    let changes = history.changes(of: steps, in: range) ?? []
    let authors = changes.map(\.author.number)
    let found = isNext ? authors.first { $0 > number } : authors.last { $0 < number }
    guard let found else {
      let place = isNext ? "after" : "before"
      return [ShowNotice("\(name) has no change \(place) commit \(number).")]
    }
    return go(to: found) + [ShowNotice("\(name) was changed by commit \(found).")]
  }
}
