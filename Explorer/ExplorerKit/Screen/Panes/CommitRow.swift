import ExplorerTerminal
import SluiceTree
import SluiceWire

/// A commit, or a gap between commits, on one line of the list.
enum CommitRow {
  enum Event: Hashable, Sendable {
    case commit(WireRecord.Commit)
    case gap(History.Gap)
  }

  /// What stands in front of actions.
  enum TimeStyle: Hashable, Sendable {
    /// The time since the commit before.
    case sinceLast
    /// The time of day.
    case ofDay
  }

  struct Content: Hashable, Sendable {
    var event: Event
    /// The time of the commit before, in microseconds since 1970; `nil` for the first one.
    var previousTime: Int64?
    /// The number of commits that it is indented under.
    var depth = 0
    /// Whether its action was left out when the later ones were reduced again.
    var isLeftOut = false
    /// Whether a run that the commit set off failed.
    var hasFailed = false
    /// Whether others are compared with it.
    var isMarked = false
  }

  /// Nanoseconds of reducing from which on a commit is slow, as in the log's remarks.
  private static let slow: Int64 = 1_000_000
  /// The columns below which times are left out, and those below which a time of day ends with its
  /// second.
  private static let firstWithTime = 36
  private static let firstWithMilliseconds = 60
  /// The columns of what changed, below which it is left out.
  private static let narrowestChange = 8

  /// Returns one line for each event, none wider than `width` columns.
  ///
  /// In front of an action stand `◆` for the marked commit, `⊘` for one that is left out, `✗` for one
  /// with a failed effect and `◔` for a slow one.
  ///
  /// - Parameter numberWidth: The columns of the longest number in the list.
  static func lines(
    of rows: [Content],
    _ style: TimeStyle,
    numberWidth: Int,
    width: Int
  ) -> [PaneLine] {
    var clock = LocalTime()
    return rows.map { row in
      switch row.event {
      case .gap(let gap):
        let numbers = gap.numbers
        let which = numbers.count == 1 ? "" : "–\(numbers.upperBound)"
        let text = "\(numbers.lowerBound)\(which) missing\(LogText.phrase(gap.reason))"
        let line = StyledText("… " + text, .problem)
        return PaneLine(line.cut(to: width), target: .commit(numbers.upperBound))
      case .commit(let commit):
        let time = time(of: commit, row, style, &clock, width)
        let line = line(of: commit, row, time, numberWidth, width)
        return PaneLine(line, target: .commit(commit.number))
      }
    }
  }

  private static func time(
    of commit: WireRecord.Commit,
    _ row: Content,
    _ style: TimeStyle,
    _ clock: inout LocalTime,
    _ width: Int
  ) -> String {
    guard width >= firstWithTime else { return "" }
    switch style {
    case .ofDay:
      let time = clock.text(microsecondsSince1970: commit.time)
      return time.prefix(width < firstWithMilliseconds ? 8 : 12) + " "
    case .sinceLast:
      let pause = row.previousTime.map { LogClock.pause(LogClock.difference($0, commit.time)) }
      return (pause ?? "").paddedFront(to: 8) + " "
    }
  }

  private static func line(
    of commit: WireRecord.Commit,
    _ row: Content,
    _ time: String,
    _ numberWidth: Int,
    _ width: Int
  ) -> StyledText {
    let isSlow = commit.reducing.map { $0 >= slow } ?? false
    var line = StyledText("\(commit.number)".paddedFront(to: numberWidth) + " ")
    line.append(time, .dim)
    line.append(row.isMarked ? "◆" : " ", .strong)
    let remark = row.isLeftOut ? "⊘" : row.hasFailed ? "✗" : isSlow ? "◔" : " "
    line.append(remark, row.isLeftOut ? .dim : row.hasFailed ? .problem : .changed)
    line.append(" " + String(repeating: " ", count: min(2 * row.depth, width / 4)))
    let room = max(width - line.columns, 8)
    var action = ActionText.styled(commit.action, limit: 10 * room)
    if commit.count > 1 { action.append(" ×\(commit.count)", .dim) }
    // What changed may have what the action leaves, and a third in any case.
    let changeRoom = max(room - action.columns - 2, room / 3)
    var change = StyledText()
    if changeRoom >= narrowestChange { change = brief(commit, changeRoom) }
    guard change.columns > 0 else { return (line + action).cut(to: width) }
    let actionRoom = room - change.columns - 2
    return (line + action.cut(to: actionRoom) + StyledText("  ") + change).cut(to: width)
  }

  /// Returns what a commit changed: the change if there is one and it fits, otherwise the paths.
  private static func brief(_ commit: WireRecord.Commit, _ columns: Int) -> StyledText {
    if commit.changesAreUnknown { return StyledText("?", .dim) }
    let count = commit.changes.count + commit.omittedChanges
    if count == 1, let only = commit.changes.first {
      let text = VisibleText(only.line(limit: 10 * columns)).description
      if text.columns <= columns { return StyledText(text, only.kind.style) }
    }
    var brief = StyledText()
    for (place, change) in commit.changes.enumerated() {
      let path = VisibleText(change.path.isRoot ? "(all)" : "\(change.path)").description
      var next = StyledText(place == 0 ? "" : ", ")
      next.append("\(change.kind.mark) \(path)", change.kind.style)
      // How many more there are has to have a place.
      let more = more(count - place - 1)
      if brief.columns + next.columns + more.columns <= columns {
        brief = brief + next
        continue
      }
      guard place == 0 else { return brief + Self.more(count - place) }
      // That there are more, where there is no room for how many.
      let end = StyledText(more.columns > 0 ? ", …" : "", .dim)
      let room = columns - end.columns - 2
      let shown = "\(change.kind.mark) \(path.cutInFront(to: room))"
      return StyledText(shown, change.kind.style) + end
    }
    return brief + more(commit.omittedChanges)
  }

  private static func more(_ count: Int) -> StyledText {
    count > 0 ? StyledText(" and \(NumberText.text(count)) more", .dim) : StyledText()
  }
}
