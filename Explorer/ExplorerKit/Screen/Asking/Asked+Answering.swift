import ExplorerTerminal
import Sluice
import SluiceTree
import SluiceWire

extension Asked {
  /// Returns the answer, which is of no use if the task was cancelled meanwhile; `nil` if the search noticed that.
  func answer(in past: ShownPast) -> Answer? {
    let history = past.history
    switch question {
    case .why(let path, at: let number):
      return .why(history.why(path, at: number)?.author)
    case .change(let path, let isNext, from: let number):
      return .change(Self.change(of: path, isNext: isNext, from: number, in: history))
    case .inList(let text, from: let start, let isForward):
      return ListSearch(PaneSearch(text), from: start, isForward: isForward).answer(in: past)
    case .inState(let text, after: let number, from: let path, let isForward):
      guard let tree = history.state(after: number)?.tree else { return .inState(nil) }
      let start = path.map { tree.resolve($0.steps).path }
      let search = StateSearch(PaneSearch(text))
      let next = search.next(after: start, in: tree, isBackward: !isForward)
      guard let found = next ?? search.next(after: nil, in: tree, isBackward: !isForward) else {
        return .inState(nil)
      }
      return .inState(
        Found(
          path: StatePath(tree.resolve(StatePath(found).steps).lasting),
          folds: StateFolding.folds(hiding: found, in: tree),
          hasWrapped: next == nil && start != nil
        )
      )
    case .form(let type, let example):
      return .form(DispatchForm(type: type, history, example: example))
    }
  }

  private static func change(
    of path: StatePath,
    isNext: Bool,
    from number: Int,
    in history: History
  ) -> Int? {
    guard let numbers = history.numbers else { return nil }
    // Followed from where the cursor is: elements of lists are those that stand there.
    let range =
      isNext
      ? number...max(number, numbers.upperBound) : min(numbers.lowerBound, number)...number
    let lasting = history.state(after: number).map { $0.tree.resolve(path.steps) }
    let steps = lasting.map { $0.isComplete ? StatePath($0.lasting) : path } ?? path
    let authors = (history.changes(of: steps, in: range) ?? []).map(\.author.number)
    return isNext ? authors.first { $0 > number } : authors.last { $0 < number }
  }
}

extension Asked {
  /// Answers what somebody asks, until they give it up.
  static let answering = Feedback<ScreenState, ScreenEnvironment>(
    whenSome: \.waiting,
    name: "answering"
  ) { waiting, _, context in
    guard let answer = waiting.asked.answer(in: context.state.past) else { return }
    context.send(PastAnswered(asked: waiting.asked, answer: answer))
  }

  /// A question, as long as it is the same one.
  fileprivate struct Waiting: Equatable {
    let asked: Asked

    static func == (one: Self, other: Self) -> Bool { one.asked.id == other.asked.id }
  }
}

extension ScreenState {
  fileprivate var waiting: Asked.Waiting? { asked.map(Asked.Waiting.init) }
}
