import ExplorerTerminal
import SluiceWire

extension PaneQuestion {
  /// Returns the lines of the pane.
  ///
  /// - Parameter current: What the pane is by now: some lines of its answer may be the same.
  func answer(for current: Detail) -> PaneAnswer {
    let view = current[tab]
    var answer = PaneAnswer(key: key, generation: view.generation)
    switch tab {
    case .commit: answer.lines = commitLines
    case .state: setState(of: &answer, view.answer?.made ?? StatePane.Made())
    case .runs: setRuns(of: &answer)
    }
    return answer
  }

  private var commitLines: [PaneLine] {
    guard let number else { return [] }
    if detail.isComparing, let mark = list.mark {
      guard let difference = Answer.Difference(past.history, from: mark, to: number) else {
        return [PaneLine("No state is known.", CellStyle(dim: true))]
      }
      return CommitPane.lines(of: difference, width: width)
    }
    if let commit = past.history.commit(number) {
      let state = past.history.state(after: number)
      let tree = state?.isExact == true ? state?.tree : nil
      let descent = past.history.descent(of: number)
      return CommitPane.lines(of: commit, after: tree, descent, width: width)
    }
    guard let gap = past.history.gap(at: number) else {
      return [PaneLine("Commit \(number) is no longer held.", CellStyle(dim: true))]
    }
    let numbers = gap.numbers
    let which =
      numbers.count == 1
      ? "Commit \(numbers.lowerBound) is"
      : "Commits \(numbers.lowerBound) to \(numbers.upperBound) are"
    let text = StyledText("\(which) missing\(LogText.phrase(gap.reason)).", .problem)
    return PaneLine.wrapped(text, width: width)
  }

  private func setState(of answer: inout PaneAnswer, _ known: StatePane.Made) {
    guard let number else { return }
    let content = StatePane.Content(
      state: past.history.state(after: number),
      asked: number,
      changes: past.history.commit(number)?.changes ?? [],
      folding: detail.folding,
      blame: detail.isBlaming ? StateBlame(past.history, at: number) : nil
    )
    answer.lines = StatePane.lines(
      of: content,
      width: width,
      knowing: known,
      &answer.made,
      &answer.start
    )
  }

  /// The number of commits on either side of the selected one whose runs are shown.
  private static let runsReach = 500

  private func setRuns(of answer: inout PaneAnswer) {
    let history = past.history
    let number = self.number ?? history.lastNumber ?? 0
    let last = history.lastNumber ?? number
    let end = min(last, number + Self.runsReach)
    let range = max(0, number - Self.runsReach)...max(number, end)
    let content = RunsPane.Content(
      runs: history.runs(in: range).filter(past.shows),
      now: end == last ? past.now : history.commit(end)?.time ?? past.now,
      commit: number,
      commitTime: history.commit(number)?.time,
      statistics: past.shownStatistics
    )
    let pane = RunsPane(of: content, width: width)
    (answer.lines, answer.axis) = (pane.lines, pane.axis)
  }
}
