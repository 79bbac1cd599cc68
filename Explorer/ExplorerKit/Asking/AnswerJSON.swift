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
        .object(present: [
          ("number", .number(part.state.number)),
          ("asked", part.state.isExact ? nil : .number(part.asked)), ("state", part.value),
        ])
      ]
    case .diff(let difference): [diff(difference)]
    case .blame(let blame, _, _, _): blame.leaves.map(leaf)
    case .diagnostics(let diagnostics): diagnostics.map { tree(.diagnostic($0)) }
    }
  }

  private static func why(_ reason: History.Reason, _ path: StatePath) -> Tree {
    let start = [
      ("path", .string(path.description)), ("number", .number(reason.number)),
      ("value", value(reason.value)), ("author", author(reason.author)),
    ]
    let change = reason.change.map(members) ?? []
    return .object(present: start + change + [("chain", .array(reason.chain.map(link)))])
  }

  private static func link(_ link: History.Link) -> Tree {
    .object(present: [
      ("number", .number(link.number)), ("commit", link.commit.map { tree(.commit($0)) }),
      ("run", link.run.map(tree)),
    ])
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
    let action = commit.map { Tree.string(ActionText.nameWithCase(of: $0.action)) }
    return .object(
      present: [
        ("author", author(change.author)), ("time", change.time.map { .integer($0) }),
        ("action", action),
      ] + members(of: change)
    )
  }

  private static func show(_ shown: Answer.Commit) -> Tree {
    let reads = shown.reads.map { tree(.reads($0)) }
    return .object(present: [
      ("commit", tree(.commit(shown.commit))), ("cause", shown.cause.map { tree(.commit($0)) }),
      ("run", shown.run.map(tree)),
      ("ledTo", .array(shown.ledTo.map { .number($0.number) })),
      ("runs", .array(shown.runs.map(tree))), ("reads", reads.isEmpty ? nil : .array(reads)),
    ])
  }

  /// The states that are compared, and those that were asked for where they differ.
  private static func diff(_ difference: Answer.Difference) -> Tree {
    let (from, to) = (difference.from, difference.to)
    return .object(present: [
      ("from", .number(from.number)), ("to", .number(to.number)),
      ("askedFrom", from.isExact ? nil : .number(difference.asked.from)),
      ("askedTo", to.isExact ? nil : .number(difference.asked.to)),
      ("changes", .array(difference.changes.map(tree))),
    ])
  }

  private static func leaf(_ leaf: History.BlamedLeaf) -> Tree {
    .object(present: [
      ("path", .string(StatePath(leaf.path).description)), ("value", leaf.value),
      ("author", author(leaf.author)),
    ])
  }

  // MARK: - Parts

  private static func members(of change: History.PathChange) -> [(String, Tree?)] {
    [
      ("old", value(change.old)), ("new", value(change.new)),
      ("changes", .array(change.changes.map(tree))),
    ]
  }

  /// The value, if there is one that is known.
  private static func value(_ value: History.PathValue) -> Tree? {
    if case .value(let tree) = value { tree } else { nil }
  }

  private static func author(_ author: History.Author) -> Tree {
    switch author {
    case .commit(let commit): ["commit": .number(commit)]
    case .beginning(let commit): ["beginning": .number(commit)]
    case .gap(let gap):
      .object(present: [
        ("from", .number(gap.numbers.lowerBound)), ("to", .number(gap.numbers.upperBound)),
        ("reason", gap.reason.map { .string($0.rawValue) }),
      ])
    }
  }

  static func tree(_ run: History.Run) -> Tree {
    .object(present: [
      ("effect", .string(run.effect)), ("run", .number(run.run)),
      ("element", run.element.map { .string($0) }), ("commit", run.commit.map(Tree.number)),
      ("started", run.startTime.map { .integer($0) }),
      ("retries", run.retryCount == 0 ? nil : .number(run.retryCount)),
      ("event", run.end.map { .string($0.rawValue) }), ("ended", run.endTime.map { .integer($0) }),
      ("duration", run.duration.map { .integer($0) }), ("error", run.error.map { .string($0) }),
    ])
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
}
