import ExplorerTerminal
import SluiceTree
import SluiceWire

/// A commit whole: its action, where that came from, what it changed, what led to it and what it led to.
enum CommitPane {
  /// The maximum number of lines of a payload: one of 16 MB is none to scroll through.
  private static let maximalLines = 2_000
  /// The maximum number of lines of a name, a place or a note.
  private static let maximalTextLines = 100
  private static let indent = 2

  /// Returns the lines, none wider than `width` columns.
  ///
  /// - Parameters:
  ///   - state: The state after the commit, in which the paths of the lines are named; `nil` if it is unknown.
  ///   - descent: What it has to do with others; `nil` to leave that out.
  static func lines(
    of commit: WireRecord.Commit,
    after state: Tree? = nil,
    _ descent: History.Descent? = nil,
    width: Int
  ) -> [PaneLine] {
    let limit = maximalTextLines * width
    var lines = action(commit.action, width, limit)
    lines += PaneLine.wrapped(
      facts(commit, limit),
      width: width,
      atMost: maximalTextLines,
      target: commit.origin.map { .source(file: $0.file, line: $0.line) }
    )
    if let note = commit.note {
      let text = StyledText("! " + VisibleText(note, limit: limit).description, .problem)
      lines += PaneLine.wrapped(text, width: width, atMost: maximalTextLines)
    }
    lines += ChangesPane.lines(of: commit, after: state, width: width)
    let chain = descent.map { CausePane.lines(of: $0, width: width) } ?? []
    return chain.isEmpty ? lines : lines + [.blank] + chain
  }

  /// Returns what differs between the states after two commits.
  static func lines(of difference: Answer.Difference, width: Int) -> [PaneLine] {
    let (from, to) = difference.asked
    let direction =
      from <= to
      ? "From commit \(from) on to commit \(to)" : "From commit \(from) back to commit \(to)"
    var lines = [PaneLine(StyledText(direction, .strong).cut(to: width), target: .commit(to))]
    lines += difference.notes.flatMap { PaneLine.wrapped($0, width: width) }
    guard !difference.changes.isEmpty else {
      return lines + PaneLine.wrapped(difference.sameness, width: width)
    }
    let count = NumberText.count(difference.changes.count, "change")
    lines.append(PaneLine(StyledText(count, .dim)))
    return lines + ChangesPane.lines(of: difference.changes, width: width)
  }

  /// The action on one line, or its name and below it what it carries.
  private static func action(
    _ action: WireRecord.Action,
    _ width: Int,
    _ limit: Int
  ) -> [PaneLine] {
    let target = PaneTarget.filter(action.filter)
    let whole = ActionText.styled(action, limit: limit)
    if whole.columns <= width { return [PaneLine(whole, target: target)] }
    let name = VisibleText(ActionText.nameWithCase(of: action), limit: limit).description
    let lines = PaneLine.wrapped(
      StyledText(name, .strong),
      width: width,
      atMost: maximalTextLines,
      target: target
    )
    guard var payload = action.payload else { return lines }
    // The case is part of the action's name.
    if case .enumCase(_, let members) = payload { payload = .object(members) }
    if case .object(let members) = payload, members.isEmpty { return lines }
    let text = TreeText(width: max(width - indent, 18), isTerminal: true)
    return lines
      + text.lines(payload, atMost: maximalLines).map {
        PaneLine($0, indent: indent, target: target)
      }
  }

  /// Where the action came from, when, how long it took, who reduced it, and what it stands for.
  private static func facts(_ commit: WireRecord.Commit, _ limit: Int) -> StyledText {
    var clock = LocalTime()
    var texts = [clock.text(microsecondsSince1970: commit.time)]
    if let origin = commit.origin {
      let place = "\(origin.place) \(origin.function)"
      texts = ([place, origin.info].compactMap(\.self) + texts).map {
        VisibleText($0, limit: limit).description
      }
    }
    if let time = commit.reducing { texts.append(DurationText.text(nanoseconds: time)) }
    if let reducers = commit.reducersText {
      texts.append("by \(VisibleText(reducers, limit: limit))")
    }
    if commit.count > 1 {
      texts.append("the last of \(NumberText.text(commit.count)) commits that it stands for")
    }
    if let reply = commit.reply { texts.append("reply to command \(reply)") }
    return StyledText(texts.joined(separator: " · "), .dim)
  }
}

extension WireRecord.Action {
  /// The filter that admits it, and others of its type and case.
  var filter: String { "type:" + ActionText.nameWithCase(of: self).quotedForFilter }
}
