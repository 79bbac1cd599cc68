import ExplorerTerminal
import SluiceTree
import SluiceWire

/// A commit whole, for people: nothing is cut.
struct CommitText {
  /// The columns of the names in front.
  private static let nameWidth = 12

  /// The columns of the terminal; `nil` where nothing limits a line.
  let columns: Int?

  func lines(_ shown: Answer.Commit) -> [StyledText] {
    let commit = shown.commit
    let number =
      commit.count > 1 ? "\(commit.number), stands for \(commit.count)" : "\(commit.number)"
    var rows: [(String, StyledText)] = [("commit", StyledText(number, .strong))]
    rows.append(("action", ActionText.styled(commit.action, limit: .max)))
    rows += facts(commit)
    rows += cause(commit.cause, shown)
    if let note = commit.note { rows.append(("remark", text(note))) }
    rows += list("led to", shown.ledTo.map(line))
    rows += list("set off", shown.runs.map(RunText.styled))
    rows += list("ran", shown.reads.flatMap(Self.lines))
    var changes = commit.changes.map { change in
      StyledText(VisibleText(change.line(limit: .max)).description, change.kind.style)
    }
    if commit.omittedChanges > 0 {
      let text = "… and \(NumberText.text(commit.omittedChanges)) more, not sent"
      changes.append(StyledText(text, .dim))
    }
    if commit.changesAreUnknown { changes.append(StyledText("(unknown)", .dim)) }
    if changes.isEmpty { changes = [StyledText("(none)", .dim)] }
    rows += list("changes", changes)
    return rows.flatMap { lines($0.0, $0.1) }
  }

  /// Returns where a commit came from and when, how long it took, and who reduced it.
  private func facts(_ commit: WireRecord.Commit) -> [(String, StyledText)] {
    var rows: [(String, StyledText)] = []
    if let origin = commit.origin {
      rows.append(("from", text("\(origin.file):\(origin.line) in \(origin.function)")))
      if let info = origin.info { rows.append(("note", text(info))) }
    }
    var clock = LocalTime()
    let date = clock.date(microsecondsSince1970: commit.time)
    let time = clock.text(microsecondsSince1970: commit.time)
    rows.append(("time", StyledText("\(date) \(time)")))
    if let reducing = commit.reducing {
      rows.append(("reduced in", StyledText(DurationText.text(nanoseconds: reducing))))
    }
    if let reducers = commit.reducersText { rows.append(("reduced by", text(reducers))) }
    return rows
  }

  /// Returns a line for each selector and observer that ran, the slowest first.
  private static func lines(_ reads: WireRecord.Reads) -> [StyledText] {
    var lines = reads.reads.sorted { $0.duration > $1.duration }.map(ReadText.line)
    if reads.omitted > 0 {
      lines.append(StyledText("… \(NumberText.count(reads.omitted, "run")) of others", .dim))
    }
    return lines
  }

  private func cause(
    _ cause: WireRecord.Cause?,
    _ shown: Answer.Commit
  ) -> [(String, StyledText)] {
    guard let cause else { return [] }
    var rows: [(String, StyledText)] = []
    if let name = cause.runName {
      rows.append(("sent by", shown.run.map(RunText.styled) ?? text(name)))
    }
    let missing =
      cause.isInitialState ? text("the initial state") : StyledText("\(cause.commit) (not held)")
    rows.append(("because of", shown.cause.map(line) ?? missing))
    return rows
  }

  private func list(_ name: String, _ texts: [StyledText]) -> [(String, StyledText)] {
    texts.enumerated().map { ($0.offset == 0 ? name : "", $0.element) }
  }

  private func text(_ raw: String) -> StyledText {
    StyledText(VisibleText(raw).description)
  }

  private func line(_ commit: WireRecord.Commit) -> StyledText {
    var line = StyledText("\(commit.number) ")
    for run in ActionText.styled(commit.action, limit: .max).runs {
      line.append(run.text, run.style)
    }
    if let origin = commit.origin {
      line.append(VisibleText("  \(origin.file):\(origin.line)").description, .dim)
    }
    return line
  }

  private func lines(_ name: String, _ text: StyledText) -> [StyledText] {
    let head = StyledText(name.padded(to: Self.nameWidth), .dim)
    guard let columns else { return [head + text] }
    let pieces = text.lines(of: max(columns - 1 - Self.nameWidth, 8))
    let blank = StyledText(String(repeating: " ", count: Self.nameWidth))
    return pieces.enumerated().map { ($0.offset == 0 ? head : blank) + $0.element }
  }
}
