import ExplorerTerminal
import SluiceTree
import SluiceWire

/// The action of a commit, whole: its payload as a tree, where it came from, and what is known about it.
enum ActionPane {
  /// The columns of the names in front.
  private static let nameWidth = 12
  /// The maximum number of lines of a payload: one of 16 MB is none to scroll through.
  private static let maximalLines = 2_000
  /// The maximum number of lines of a name, a place or a note.
  private static let maximalTextLines = 100

  /// Returns the lines, none wider than `width` columns.
  static func lines(of commit: WireRecord.Commit, width: Int) -> [PaneLine] {
    let limit = maximalTextLines * width
    let name = VisibleText(ActionText.nameWithCase(of: commit.action), limit: limit).description
    var lines = PaneLine.wrapped(
      StyledText(name, .strong),
      width: width,
      atMost: maximalTextLines,
      target: .commit(commit.number)
    )
    lines += payload(commit.action.payload, width)
    lines.append(.blank)
    let source = commit.origin.map { PaneTarget.source(file: $0.file, line: $0.line) }
    for (name, text) in CommitText.facts(commit, limit: limit) {
      lines += fact(name, text, width, name == "from" ? source : nil)
    }
    if let cause = commit.cause {
      let run = cause.runName.map { " by " + VisibleText($0, limit: limit).description }
      let text = StyledText("commit \(cause.commit)\(run ?? "")")
      lines += fact("because of", text, width, .commit(cause.commit))
    }
    if commit.count > 1 {
      let text = "\(NumberText.text(commit.count)) commits, of which this is the last"
      lines += fact("stands for", StyledText(text), width)
    }
    if let reply = commit.reply {
      lines += fact("reply", StyledText("to command \(reply)"), width)
    }
    if let note = commit.note {
      lines += fact("remark", StyledText(VisibleText(note, limit: limit).description), width)
    }
    return lines
  }

  private static func payload(_ payload: Tree?, _ width: Int) -> [PaneLine] {
    guard var payload else { return [] }
    // The case is part of the action's name.
    if case .enumCase(_, let members) = payload { payload = .object(members) }
    if case .object(let members) = payload, members.isEmpty { return [] }
    let indent = 2
    let text = TreeText(width: max(width - indent, 18), isTerminal: true)
    let all = text.lines(payload, atMost: maximalLines)
    return all.map { PaneLine($0, indent: indent) }
  }

  private static func fact(
    _ name: String,
    _ text: StyledText,
    _ width: Int,
    _ target: PaneTarget? = nil
  ) -> [PaneLine] {
    let label = StyledText(name.padded(to: nameWidth), .dim)
    let pieces = text.lines(of: max(width - nameWidth, 8), atMost: maximalTextLines)
    return pieces.enumerated().map { index, piece in
      index == 0
        ? PaneLine(label + piece, target: target)
        : PaneLine(piece, indent: nameWidth, target: target)
    }
  }
}
