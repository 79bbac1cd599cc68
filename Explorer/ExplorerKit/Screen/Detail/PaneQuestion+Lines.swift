import ExplorerTerminal
import SluiceWire

extension PaneQuestion {
  /// Returns the lines of the pane.
  ///
  /// - Parameter current: What the pane is by now: some lines of its answer may be the same.
  func answer(for current: Detail) -> PaneAnswer {
    var made = StatePane.Made()
    let lines = lines(current.answer?.made ?? StatePane.Made(), &made)
    return PaneAnswer(key: key, generation: current.generation, lines: lines, made: made)
  }

  private func lines(_ known: StatePane.Made, _ made: inout StatePane.Made) -> [PaneLine] {
    if detail.tab == .statistics { return statistics }
    guard let number else { return [] }
    switch detail.tab {
    case .action: return commit(number) { ActionPane.lines(of: $0, width: size.columns) }
    case .changes: return changes(number)
    case .state: return state(number, known, &made)
    case .cause:
      return commit(number) { _ in
        past.history.descent(of: number).map { CausePane.lines(of: $0, width: size.columns) } ?? []
      }
    case .effects: return effects(number)
    case .statistics: return []
    }
  }

  private func commit(
    _ number: Int,
    _ lines: (WireRecord.Commit) -> [PaneLine]
  ) -> [PaneLine] {
    if let commit = past.history.commit(number) { return lines(commit) }
    guard let gap = past.history.gap(at: number) else {
      return [PaneLine("Commit \(number) is no longer held.", CellStyle(dim: true))]
    }
    let numbers = gap.numbers
    let which =
      numbers.count == 1
      ? "Commit \(numbers.lowerBound) is"
      : "Commits \(numbers.lowerBound) to \(numbers.upperBound) are"
    return PaneLine.wrapped(
      StyledText("\(which) missing\(LogText.phrase(gap.reason)).", .problem),
      width: size.columns
    )
  }

  private func changes(_ number: Int) -> [PaneLine] {
    guard detail.isComparing, let mark else {
      return commit(number) { commit in
        let state = past.history.state(after: number)
        let tree = state?.isExact == true ? state?.tree : nil
        return ChangesPane.lines(of: commit, after: tree, width: size.columns)
      }
    }
    guard let difference = Answer.Difference(past.history, from: mark, to: number) else {
      return [PaneLine("No state is known.", CellStyle(dim: true))]
    }
    return CompareLines.lines(of: difference, width: size.columns)
  }

  /// The number of commits on either side of the selected one whose runs are shown.
  private static let effectsReach = 500

  private func effects(_ number: Int) -> [PaneLine] {
    let history = past.history
    let last = history.lastNumber ?? number
    let end = min(last, number + Self.effectsReach)
    let range = max(0, number - Self.effectsReach)...max(number, end)
    let content = EffectsPane.Content(
      runs: history.runs(in: range),
      now: end == last ? past.now : history.commit(end)?.time ?? past.now,
      commit: number,
      commitTime: history.commit(number)?.time
    )
    return EffectsPane.lines(of: content, width: size.columns)
  }

  private var statistics: [PaneLine] {
    guard !past.tally.statistics.isEmpty else {
      return [PaneLine("Nothing was counted yet.", CellStyle(dim: true))]
    }
    return StatisticsPane.lines(of: past.tally.statistics, width: size.columns)
  }

  private func state(
    _ number: Int,
    _ known: StatePane.Made,
    _ made: inout StatePane.Made
  ) -> [PaneLine] {
    let content = StatePane.Content(
      state: past.history.state(after: number),
      asked: number,
      changes: past.history.commit(number)?.changes ?? [],
      folding: detail.folding,
      blame: detail.isBlaming ? StateBlame(past.history, at: number) : nil
    )
    return StatePane.lines(of: content, width: size.columns, knowing: known, &made)
  }
}
