import SluiceTree
import SluiceWire

/// Answers as JSON, one object a line.
///
/// Commits, changes and values stand as on the wire.
enum AnswerJSON {
  /// Calls the closure with the lines, of a long history with a part after the other, until it returns false.
  static func write(_ answer: Answer, _ put: ([Tree]) -> Bool) {
    if case .history(let history) = answer {
      history.forEachPart { put($0.map(line)) }
    } else {
      _ = put(lines(answer))
    }
  }

  static func lines(_ answer: Answer) -> [Tree] {
    switch answer {
    case .why(let reason, let path): [why(reason, path)]
    case .history(let history): Self.lines(history)
    case .show(let commit): [show(commit)]
    case .state(let part):
      [
        object(
          ("number", .number(part.state.number)),
          asked: part.asked,
          part.state,
          ("state", part.value)
        )
      ]
    case .diff(let difference): [diff(difference)]
    case .blame(let blame, _, _, _): blame.leaves.map(leaf)
    case .diagnostics(let diagnostics): diagnostics.map { tree(.diagnostic($0)) }
    }
  }

  private static func why(_ reason: History.Reason, _ path: StatePath) -> Tree {
    var members: [(String, Tree)] = [
      ("path", .string(path.description)), ("number", .number(reason.number)),
    ]
    if let value = value(reason.value) { members.append(("value", value)) }
    members.append(("author", author(reason.author)))
    if let change = reason.change { members += self.members(of: change) }
    members.append(
      (
        "chain",
        .array(
          reason.chain.map { link in
            var members: [(String, Tree)] = [("number", .number(link.number))]
            if let commit = link.commit { members.append(("commit", tree(.commit(commit)))) }
            if let run = link.run { members.append(("run", tree(run))) }
            return object(members)
          }
        )
      )
    )
    return object(members)
  }

  private static func lines(_ history: Answer.PathHistory) -> [Tree] {
    var lines: [Tree] = []
    history.forEachPart { found in
      lines += found.map(line)
      return true
    }
    return lines
  }

  private static func line(_ found: History.FoundChange) -> Tree {
    let (change, commit) = found
    var members: [(String, Tree)] = [("author", author(change.author))]
    if let time = change.time { members.append(("time", .integer(time))) }
    if let commit {
      members.append(("action", .string(ActionText.nameWithCase(of: commit.action))))
    }
    return object(members + self.members(of: change))
  }

  private static func show(_ shown: Answer.Commit) -> Tree {
    var members: [(String, Tree)] = [("commit", tree(.commit(shown.commit)))]
    if let cause = shown.cause { members.append(("cause", tree(.commit(cause)))) }
    if let run = shown.run { members.append(("run", tree(run))) }
    members.append(("ledTo", .array(shown.ledTo.map { .number($0.number) })))
    members.append(("runs", .array(shown.runs.map(tree))))
    if !shown.reads.isEmpty {
      members.append(("reads", .array(shown.reads.map { tree(.reads($0)) })))
    }
    return object(members)
  }

  /// The states that are compared, and those that were asked for where they differ.
  private static func diff(_ difference: Answer.Difference) -> Tree {
    let (from, to) = (difference.from, difference.to)
    var members: [(String, Tree)] = [("from", .number(from.number)), ("to", .number(to.number))]
    if !from.isExact { members.append(("askedFrom", .number(difference.asked.from))) }
    if !to.isExact { members.append(("askedTo", .number(difference.asked.to))) }
    return object(members + [("changes", .array(difference.changes.map(tree)))])
  }

  private static func leaf(_ leaf: History.BlamedLeaf) -> Tree {
    object([
      ("path", .string(StatePath(leaf.path).description)), ("value", leaf.value),
      ("author", author(leaf.author)),
    ])
  }

  // MARK: - Parts

  private static func members(of change: History.PathChange) -> [(String, Tree)] {
    var members: [(String, Tree)] = []
    if let old = value(change.old) { members.append(("old", old)) }
    if let new = value(change.new) { members.append(("new", new)) }
    members.append(("changes", .array(change.changes.map(tree))))
    return members
  }

  /// The value, if there is one that is known.
  private static func value(_ value: History.PathValue) -> Tree? {
    if case .value(let tree) = value { tree } else { nil }
  }

  private static func author(_ author: History.Author) -> Tree {
    switch author {
    case .commit(let commit): object([("commit", .number(commit))])
    case .beginning(let commit): object([("beginning", .number(commit))])
    case .gap(let gap):
      object(
        [
          ("from", .number(gap.numbers.lowerBound)), ("to", .number(gap.numbers.upperBound)),
        ] + (gap.reason.map { [("reason", .string($0.rawValue))] } ?? [])
      )
    }
  }

  static func tree(_ run: History.Run) -> Tree {
    var members: [(String, Tree)] = [("effect", .string(run.effect)), ("run", .number(run.run))]
    if let element = run.element { members.append(("element", .string(element))) }
    func add(_ key: String, _ value: Tree?) {
      if let value { members.append((key, value)) }
    }
    add("commit", run.commit.map(Tree.number))
    add("started", run.startTime.map { .integer($0) })
    add("retries", run.retryCount == 0 ? nil : .number(run.retryCount))
    add("event", run.end.map { .string($0.rawValue) })
    add("ended", run.endTime.map { .integer($0) })
    add("duration", run.duration.map { .integer($0) })
    add("error", run.error.map { .string($0) })
    return object(members)
  }

  /// A record as on the wire.
  static func tree(_ record: WireRecord) -> Tree {
    // Written a moment ago, and read again to stand within another object.
    (try? JSONText.tree(of: record.line()[...])) ?? .null
  }

  private static func tree(_ change: TreeChange) -> Tree {
    let commit = WireRecord.commit(
      WireRecord.Commit(number: 0, time: 0, action: .init(type: ""), changes: [change])
    )
    guard case .array(let changes)? = tree(commit)[.key("changes")] else { return .null }
    return changes.first ?? .null
  }

  private static func object(_ members: [(String, Tree)]) -> Tree {
    .object(Tree.Object(members.map { Tree.Object.Member(key: $0.0, value: $0.1) }))
  }

  /// The object about a state, which says so if it is not the one that was asked for.
  private static func object(
    _ first: (String, Tree),
    asked: Int,
    _ state: History.KnownState,
    _ last: (String, Tree)
  ) -> Tree {
    object(state.isExact ? [first, last] : [first, ("asked", .number(asked)), last])
  }
}
