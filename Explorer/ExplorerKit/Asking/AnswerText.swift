import ExplorerTerminal
import SluiceTree
import SluiceWire

/// Answers as lines for people.
struct AnswerText {
  /// The columns of values where nothing limits a line.
  static let standardColumns = 100
  /// The columns of the longest value that others are aligned with.
  private static let longestAligned = 24

  /// The columns of the terminal; `nil` where nothing limits a line.
  let columns: Int?
  /// Whether nothing is cut on a terminal.
  let isFull: Bool
  /// Whether numbers are drawn as a chart, and their values are left out.
  let isPlotted: Bool
  /// Prints commits as `log` does.
  var log: PlainLog

  /// Calls the closure with the lines, before they are painted, of a long history with a part after the other, until it
  /// returns false.
  mutating func write(_ answer: Answer, _ put: ([StyledText]) -> Bool) {
    if case .history(let history) = answer {
      write(history, put)
    } else {
      _ = put(lines(answer))
    }
  }

  /// - Returns: The lines, before they are painted.
  mutating func lines(_ answer: Answer) -> [StyledText] {
    switch answer {
    case .why(let reason, let path):
      return why(reason, path)
    case .history(let history):
      var lines: [StyledText] = []
      write(history) {
        lines += $0
        return true
      }
      return lines
    case .show(let commit):
      return CommitText(columns: columns).lines(commit)
    case .state(let part):
      let width = columns.map { max($0 - 1, 20) } ?? Self.standardColumns
      return note(part.state, part.asked)
        + TreeText(width: width, isTerminal: columns != nil).lines(part.value)
    case .diff(let difference):
      return lines(difference)
    case .diagnostics(let diagnostics):
      if diagnostics.isEmpty { return [StyledText("The store reported nothing.", .dim)] }
      return diagnostics.flatMap { DiagnosticText.lines($0) { wrapped($0) } }
    case .blame(let blame, _, let heads, let asked):
      let isExact = blame.number == asked
      let known = History.KnownState(tree: .null, number: blame.number, isExact: isExact)
      return note(known, asked) + BlameText(room: room).lines(blame, heads)
    }
  }

  /// The columns of a line that may be cut; `nil` for any number.
  private var room: Int? {
    isFull ? nil : columns.map { max($0 - 1, 20) }
  }

  private func wrapped(_ text: StyledText, hanging: Int = 2) -> [StyledText] {
    guard let columns else { return [text] }
    let lines = text.lines(of: max(columns - 1, 20), hanging: hanging)
    return lines.enumerated().map { index, line in
      index == 0 ? line : StyledText(String(repeating: " ", count: hanging)) + line
    }
  }

  /// Says that a state is not the one that was asked for.
  private func note(_ state: History.KnownState, _ asked: Int) -> [StyledText] {
    state.note(asked: asked).map { wrapped($0) } ?? []
  }

  // MARK: - why

  private mutating func why(_ reason: History.Reason, _ path: StatePath) -> [StyledText] {
    var lines = wrapped(headline(reason, path))
    switch reason.author {
    case .beginning(let number):
      let text = "It was already so in the first known state, after commit \(number)."
      return lines + wrapped(StyledText(text))
    case .gap(let gap):
      let text = "It became so in a gap. \(GapText.sentence(gap))"
      return lines + wrapped(StyledText(text, .problem))
    case .commit:
      lines.append(StyledText())
    }
    var time = reason.chain.first?.commit?.time ?? 0
    for (place, link) in reason.chain.enumerated() {
      time = link.commit?.time ?? time
      let changes = place == 0 ? reason.change?.changes ?? [] : []
      let leads = place + 1 < reason.chain.count
      lines += log.lines(label: "", time: time) { text in
        Self.entries(link, changes, text, leads: leads)
      }
    }
    if reason.value == .missing, let commit = reason.chain.first?.commit {
      let before = commit.number - max(commit.count, 1)
      let text = "Before that it was there: --at \(before) says why."
      lines += [StyledText()] + wrapped(StyledText(text))
    }
    return lines
  }

  private func headline(_ reason: History.Reason, _ path: StatePath) -> StyledText {
    let name = path.isRoot ? "The state" : VisibleText(path.description).description
    var line = StyledText(name, .strong)
    switch reason.value {
    case .value(let tree):
      let limit = room.map { 3 * $0 } ?? .max
      line.append(" is \(VisibleText(tree.summary(limit: limit))) after commit \(reason.number).")
    case .missing, .partOf, .unknown:
      line.append(" is not there after commit \(reason.number).")
    }
    return line
  }

  /// - Parameter leads: Whether another link follows.
  private static func entries(
    _ link: History.Link,
    _ changes: [TreeChange],
    _ text: LogText,
    leads: Bool
  ) -> [LogEntry] {
    guard var commit = link.commit else {
      let text = "(not held: it came too early, or is missing)"
      return [LogEntry(.number(link.number), StyledText(text, .dim), isWhole: true)]
    }
    let cause = commit.cause
    commit.cause = nil
    let action = ActionText.styled(commit.action, limit: text.scalars)
    var entries = [LogEntry(.number(commit.number), action, text.remarks(about: commit))]
    entries += changes.map(text.entry(of:))
    let others = commit.changes.count - changes.count
    if !changes.isEmpty, others > 0 {
      let rest = "… and \(NumberText.count(others, "other change"))"
      entries.append(LogEntry(.below, StyledText(rest, .dim), isWhole: true))
    }
    if leads || cause?.isInitialState == true {
      let phrase = VisibleText(phrase(cause, link.run)).description
      entries.append(LogEntry(.below, StyledText(phrase, .effect), isWhole: true))
    }
    return entries
  }

  /// Returns what stands between an action and the one that led to it.
  private static func phrase(_ cause: WireRecord.Cause?, _ run: History.Run?) -> String {
    guard let name = cause?.runName else { return "because of" }
    let outcome = run.map { " (\(RunText.outcome($0)))" } ?? ""
    let start = cause?.isInitialState == true ? "began with the initial state" : "was set off by"
    return "dispatched by \(name)\(outcome), which \(start)"
  }

  // MARK: - history

  private mutating func write(_ history: Answer.PathHistory, _ put: ([StyledText]) -> Bool) {
    var plot = PlotText(columns: columns)
    var width = 0
    var isWanted = true
    history.forEachPart { found in
      var lines = plot.isEmpty ? found.first.map { headline(history, $0.change) } ?? [] : []
      plot.append(found)
      if !isPlotted {
        width = max(width, Self.valueWidth(found))
        for (change, commit) in found {
          lines += log.lines(label: "", time: change.time) {
            Self.entries(change, commit, width, $0)
          }
        }
      }
      isWanted = put(lines)
      return isWanted
    }
    guard isWanted else { return }
    if plot.isEmpty {
      _ = put(headline(history, nil))
    } else if !isPlotted {
      _ = put([plot.line].compactMap(\.self))
    } else if case let chart = plot.chart, !chart.isEmpty {
      _ = put(chart)
    } else {
      _ = put(wrapped(StyledText("There are no numbers to plot.", .problem)))
    }
  }

  /// - Parameter first: The first change; `nil` if there is none.
  private func headline(
    _ history: Answer.PathHistory,
    _ first: History.PathChange?
  ) -> [StyledText] {
    let name =
      history.path.isRoot ? "The state" : VisibleText(history.path.description).description
    var headline = StyledText(name, .strong)
    let limit = room ?? .max
    guard let first else {
      if case .value(let tree) = history.value {
        headline.append(" is \(VisibleText(tree.summary(limit: limit)))")
      }
      let range = "commits \(history.numbers.lowerBound) to \(history.numbers.upperBound)"
      headline.append(", and did not change in \(range).")
      return wrapped(headline)
    }
    switch first.old {
    case .value(let tree):
      headline.append(", at first \(VisibleText(tree.summary(limit: limit))):")
    case .missing: headline.append(", not there at first:")
    case .partOf, .unknown: headline.append(":")
    }
    return wrapped(headline)
  }

  /// Returns the columns of short values, so that what stands behind them is aligned.
  private static func valueWidth(_ found: [History.FoundChange]) -> Int {
    let widths = found.map { value($0.change.new, limit: longestAligned + 1).columns }
    return widths.filter { $0 <= longestAligned }.max() ?? 0
  }

  private static func value(_ value: History.PathValue, limit: Int) -> StyledText {
    switch value {
    case .value(let tree):
      StyledText(VisibleText(tree.summary(limit: limit)).description, .changed)
    case .missing: StyledText("(gone)", .removed)
    case .unknown: StyledText("(unknown)", .dim)
    case .partOf: StyledText()
    }
  }

  /// - Parameter width: The columns of a value.
  private static func entries(
    _ change: History.PathChange,
    _ commit: WireRecord.Commit?,
    _ width: Int,
    _ text: LogText
  ) -> [LogEntry] {
    var body = value(change.new, limit: text.scalars)
    let inner = change.new == .partOf ? change.changes.map(text.entry(of:)) : []
    guard let commit else {
      guard case .gap(let gap) = change.author else { return [] }
      let sentence = StyledText("! \(GapText.sentence(gap))", .problem)
      let told = LogEntry(.below, sentence, isWhole: true)
      return [told, LogEntry(.number(gap.numbers.upperBound), body)] + inner
    }
    var remarks = text.remarks(about: commit)
    let action = VisibleText(ActionText.nameWithCase(of: commit.action)).description
    if change.new == .partOf {
      body = StyledText(action, .strong)
    } else {
      body.append(String(repeating: " ", count: max(width - body.columns, 0)))
      remarks.insert(LogEntry.Remark(rank: 1, text: action), at: 0)
    }
    return [LogEntry(.number(commit.number), body, remarks)] + inner
  }

  // MARK: - diff

  private func lines(_ difference: Answer.Difference) -> [StyledText] {
    var lines = difference.notes.flatMap { wrapped($0) }
    if difference.changes.isEmpty { return lines + wrapped(difference.sameness) }
    for change in difference.changes {
      let text = StyledText(ChangeText.text(change, columns: room), change.kind.style)
      lines += room == nil ? wrapped(text) : [text.cut(to: room ?? .max)]
    }
    return lines
  }
}

extension History.KnownState {
  /// Says that this is not the state that was asked for; `nil` if it is.
  func note(asked: Int) -> StyledText? {
    guard !isExact else { return nil }
    let text = "The state after commit \(asked) is not known;"
    return StyledText("\(text) this is the one after commit \(number).", .problem)
  }
}

extension Answer.Difference {
  /// Says which states are not those that were asked for.
  var notes: [StyledText] {
    let first = from.note(asked: asked.from)
    // One state may stand for both.
    let isOther = to.number != from.number || first == nil
    return [first, isOther ? to.note(asked: asked.to) : nil].compactMap(\.self)
  }

  /// Says that nothing differs, or that nobody can know it.
  var sameness: StyledText {
    if from.number == to.number, !from.isExact || !to.isExact {
      return StyledText("The changes between them are not known.", .problem)
    }
    return StyledText("The states after commits \(from.number) and \(to.number) are the same.")
  }
}
