import ExplorerTerminal
import Sluice
import SluiceTree
import SluiceWire

extension Asked {
  /// Returns the answer, which is of no use if the task was cancelled meanwhile.
  func answer(in past: ShownPast) -> Answer {
    let history = past.history
    switch question {
    case .why(let path, at: let number):
      return .why(history.why(path, at: number)?.author)
    case .change(let path, let isNext, from: let number):
      return .change(Self.change(of: path, isNext: isNext, from: number, in: history))
    case .inState(let text, after: let number):
      guard let tree = history.state(after: number)?.tree else { return .inState([]) }
      return .inState(StateSearch(PaneSearch(text)).values(in: tree))
    case .example(let type, let example):
      let known = history.lastAction(of: type)
      return .example(known ?? WireRecord.Action(type: type, payload: example))
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
    for: \.asked,
    name: "answering"
  ) { asked, _, context in
    let answer = asked.answer(in: context.state.past)
    context.send(PastAnswered(asked: asked, answer: answer))
  }

  // It is the same one, however long it takes.
  static func == (one: Self, other: Self) -> Bool { one.id == other.id }
  func hash(into hasher: inout Hasher) { hasher.combine(id) }
}
