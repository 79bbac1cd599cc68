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
    case none
    /// The time since the commit before.
    case sinceLast
    /// The time of day.
    case ofDay
  }

  struct Content: Hashable, Sendable {
    var event: Event
    /// The time of the commit before, in microseconds since 1970; `nil` for the first one.
    var previousTime: Int64?
    /// Whether its action was left out when the later ones were reduced again.
    var isLeftOut = false
    /// Whether a run that the commit set off failed.
    var hasFailed = false
    /// Whether others are compared with it.
    var isMarked = false

    var commit: WireRecord.Commit? {
      if case .commit(let commit) = event { commit } else { nil }
    }
  }

  /// How many columns each part of a row has.
  struct Columns: Hashable, Sendable {
    /// The columns below which a row has no time, no time of day and no cause, and no hours.
    private static let firstWithTime = 36
    static let firstWithCause = 56
    private static let firstWithHours = 100

    let style: TimeStyle
    let width: Int
    let number: Int
    /// 0 where there is no room for it, as the cause's.
    let time: Int
    let cause: Int
    let action: Int
    let change: Int

    /// - Parameter hasCauses: Whether causes have columns of their own, where there is room.
    init(_ style: TimeStyle, lastNumber: Int, width: Int, hasCauses: Bool = true) {
      self.style = style
      self.width = width
      number = max(String(lastNumber).utf8.count, 1)
      let timeOfDay = width < Self.firstWithHours ? 7 : 12
      time = width < Self.firstWithTime || style == .none ? 0 : style == .ofDay ? timeOfDay : 8
      cause = width < Self.firstWithCause || !hasCauses ? 0 : number + 2
      let rest = width - number - 4 - (time > 0 ? time + 1 : 0) - (cause > 0 ? cause + 2 : 0)
      action = max(rest / 2, 8)
      change = max(rest - action - 2, 0)
    }
  }

  /// Nanoseconds of reducing from which on a commit is slow, as in the log's remarks.
  private static let slow: Int64 = 1_000_000
  /// The maximum number of changes that are looked at for one that fits.
  private static let lookedAt = 8
  /// The columns of changes from which on it is said in words how many more there are.
  private static let roomForWords = 30

  /// Returns the names of the columns.
  static func title(_ columns: Columns) -> StyledText {
    var title = "#".paddedFront(to: columns.number) + " "
    if columns.time > 0 { title += "time".padded(to: columns.time) + " " }
    title += "   " + "action".padded(to: columns.action) + "  "
    return StyledText((title + "change").cut(to: columns.width), .dim)
  }

  /// Returns one line for each event, none wider than its columns.
  ///
  /// In front of an action stand `◆` for the marked commit, `⊘` for one that is left out, `✗` for one with a failed
  /// effect and `◔` for a slow one. An action that is too long loses what it has in common with its neighbours.
  static func lines(of rows: [Content], _ columns: Columns) -> [PaneLine] {
    var clock = LocalTime()
    return rows.indices.map { index in
      let row = rows[index]
      switch row.event {
      case .gap(let gap):
        let numbers = gap.numbers
        let which = numbers.count == 1 ? "" : "–\(numbers.upperBound)"
        let text = "\(numbers.lowerBound)\(which) missing\(LogText.phrase(gap.reason))"
        let line = StyledText("… " + text, .problem)
        return PaneLine(line.cut(to: columns.width), target: .commit(numbers.upperBound))
      case .commit(let commit):
        let places = [index - 1, index + 1].filter(rows.indices.contains)
        let neighbours = places.compactMap { rows[$0].commit }
        let time = columns.time > 0 ? time(of: commit, row, columns, &clock) + " " : ""
        let line = line(of: commit, row, beside: neighbours, time, columns)
        return PaneLine(line, target: .commit(commit.number))
      }
    }
  }

  private static func time(
    of commit: WireRecord.Commit,
    _ row: Content,
    _ columns: Columns,
    _ clock: inout LocalTime
  ) -> String {
    if columns.style == .ofDay {
      return String(clock.text(microsecondsSince1970: commit.time).suffix(columns.time))
    }
    let pause = row.previousTime.map { LogClock.pause(LogClock.difference($0, commit.time)) }
    return (pause ?? "").paddedFront(to: columns.time)
  }

  private static func line(
    of commit: WireRecord.Commit,
    _ row: Content,
    beside neighbours: [WireRecord.Commit],
    _ time: String,
    _ columns: Columns
  ) -> StyledText {
    let isSlow = commit.reducing.map { $0 >= slow } ?? false
    var line = StyledText("\(commit.number)".paddedFront(to: columns.number) + " ")
    line.append(time, .dim)
    line.append(row.isMarked ? "◆" : " ", .strong)
    let remark = row.isLeftOut ? "⊘" : row.hasFailed ? "✗" : isSlow ? "◔" : " "
    line.append(remark, row.isLeftOut ? .dim : row.hasFailed ? .problem : .changed)
    line.append(" ")
    let change = brief(commit, columns.change)
    // What nothing changes leaves to the action.
    let room = columns.action + (change.columns == 0 ? columns.change + 2 : 0)
    var branch = StyledText()
    if columns.cause == 0, let cause = commit.cause?.commit {
      let isAbove = neighbours.contains { $0.number == cause }
      let isShown = isAbove || columns.width >= Columns.firstWithCause
      branch = StyledText(isAbove ? "└ " : isShown ? "← \(cause) " : "", .dim)
    }
    let action = branch + action(commit, beside: neighbours, room - branch.columns)
    line = line + action + StyledText(String(repeating: " ", count: max(room - action.columns, 0)))
    if change.columns > 0 { line = line + StyledText("  ") + change }
    if columns.cause > 0, let cause = commit.cause {
      line.append("← \(cause.commit)".paddedFront(to: columns.width - line.columns), .dim)
    }
    return line.cut(to: columns.width)
  }

  // MARK: - Actions

  private static func action(
    _ commit: WireRecord.Commit,
    beside neighbours: [WireRecord.Commit],
    _ room: Int
  ) -> StyledText {
    let times = StyledText(commit.count > 1 ? " ×\(commit.count)" : "", .dim)
    let whole = ActionText.styled(commit.action, limit: 10 * room) + times
    guard whole.columns > room else { return whole }
    var (name, values) = ActionText.brief(commit.action, limit: 10 * room)
    let others = neighbours.map { ActionText.brief($0.action, limit: 10 * room) }
    func isShared(_ front: Substring) -> Bool { others.contains { $0.name.hasPrefix(front) } }
    var rest = name[...]
    // Names in front that a neighbour has too, one after another, but never the last.
    while rest.columns + values.columns + times.columns + 1 > room,
      let dot = rest.firstIndex(of: "."), isShared(name[...dot])
    {
      rest = rest[name.index(after: dot)...]
    }
    if rest.startIndex > name.startIndex { rest = "…" + rest }
    let common = others.filter { $0.name == name }.map {
      zip(values, $0.values).prefix { $0 == $1 }.count
    }
    name = String(rest)
    if name.columns + values.columns > room, let long = common.max(), long > 8 {
      values = "(…" + values.dropFirst(long - 4)
    }
    return (StyledText(name, .strong) + StyledText(values) + times).cut(to: room)
  }

  // MARK: - Changes

  /// Returns what a commit changed: a change with its values that fits, others beside it, and how many more.
  private static func brief(_ commit: WireRecord.Commit, _ columns: Int) -> StyledText {
    guard columns >= lookedAt else { return StyledText() }
    if commit.changesAreUnknown { return StyledText("?", .dim) }
    let count = commit.changes.count + commit.omittedChanges
    guard count > 0 else { return StyledText() }
    let texts = commit.changes.prefix(lookedAt).map { StyledText(text($0, columns), $0.kind.style) }
    func more(_ left: Int) -> StyledText {
      let number = NumberText.text(left)
      return StyledText(
        left == 0 ? "" : columns < roomForWords ? " +\(number)" : "  \(number) more",
        .dim
      )
    }
    let fitting = texts.firstIndex { $0.columns + more(count - 1).columns <= columns } ?? 0
    guard let change = commit.changes.first else { return more(count).cut(to: columns) }
    var brief = texts[fitting]
    if brief.columns + more(count - 1).columns > columns {
      // As much of the first one as there is room for.
      let room = columns - more(count - 1).columns
      guard room >= lookedAt else { return StyledText(cut(change, columns), change.kind.style) }
      return StyledText(cut(change, room), change.kind.style) + more(count - 1)
    }
    var left = count - 1
    for (place, text) in texts.enumerated() where place != fitting {
      let next = brief + StyledText("  ") + text
      guard next.columns + more(left - 1).columns <= columns else { continue }
      brief = next
      left -= 1
    }
    return brief + more(left)
  }

  /// `path old → new`, `path + value`, `path -` or `path > place`, whole, if it may fit.
  private static func text(_ change: TreeChange, _ columns: Int) -> String {
    "\(path(change)) \(values(change, columns, isWhole: true))"
  }

  /// The same, with the middle of the path left out, and the ends of values.
  private static func cut(_ change: TreeChange, _ columns: Int) -> String {
    let path = path(change)
    // A short end of the path is enough where that shows the values whole.
    let rest = columns - values(change, columns, isWhole: true).columns - 1
    let room = rest >= 5 ? rest : columns * 2 / 5
    let short = path.cutInMiddle(to: room)
    let values = values(change, columns - short.columns - 1, isWhole: false)
    return "\(short) \(values)".cut(to: columns)
  }

  private static func path(_ change: TreeChange) -> String {
    VisibleText(change.path.isRoot ? "(all)" : "\(change.path)").description
  }

  private static func values(_ change: TreeChange, _ columns: Int, isWhole: Bool) -> String {
    switch change {
    case .set(_, let old, let new):
      return ChangeText.values(old, new, columns: max(columns, 8), isWhole: isWhole)
    case .add(_, let value, _):
      return "+ " + VisibleText(value.summary(limit: 10 * max(columns, 1))).description
    case .remove: return "-"
    case .move(let path, let target):
      if case .index? = path.steps.last { return "> [\(target)]" }
      return "> \(target)"
    }
  }
}
