import SluiceTree
import SluiceWire

/// The parts that answers have in common, as JSON.
///
/// Values stand as on the wire. Paths are texts, as the tools take them, and times are texts in UTC.
enum ToolJSON {
  static let running = "running"
  static let outcomes = [running, "ended", "failed", "cancelled"]

  static func time(_ microseconds: Int64) -> Tree {
    .string(CalendarText.utc(secondsSince1970: Double(microseconds) / 1_000_000))
  }

  static func gap(_ gap: History.Gap) -> Tree {
    .object(present: [
      ("from", .number(gap.numbers.lowerBound)), ("to", .number(gap.numbers.upperBound)),
      ("reason", gap.reason.map { .string($0.rawValue) }),
    ])
  }

  static func author(_ author: History.Author) -> Tree {
    switch author {
    case .commit(let number): ["commit": .number(number)]
    case .beginning(let number): ["beginning": .number(number)]
    case .gap(let gap): ["gap": self.gap(gap)]
    }
  }

  static func held(_ program: Past, isLoading: Bool) -> Tree? {
    let history = program.history
    guard let numbers = history.numbers else { return nil }
    return .object(present: [
      ("from", .number(numbers.lowerBound)), ("to", .number(numbers.upperBound)),
      ("commits", .number(history.commitCount)), ("gaps", .number(history.gaps.count)),
      ("isShortened", .bool(history.isShortened)),
      ("isLoading", isLoading ? true : nil),
    ])
  }

  /// Says of what state an answer is.
  static func exact(_ number: Int, asked: Int) -> [(String, Tree?)] {
    [("number", .number(number)), ("asked", number == asked ? nil : .number(asked))]
  }

  static func outcome(_ run: History.Run) -> String {
    switch run.end {
    case nil, .started, .retrying: running
    case .ended: "ended"
    case .failed: "failed"
    case .cancelled: "cancelled"
    }
  }
}

extension ToolFitting {
  /// - Parameter limit: The most changes.
  mutating func commit(
    _ commit: WireRecord.Commit,
    changes limit: Int,
    value bytes: Int = valueInList
  ) -> Tree {
    .object(present: [
      ("number", .number(commit.number)), ("time", ToolJSON.time(commit.time)),
      (
        "action",
        .object(present: [
          ("name", text(ActionText.nameWithCase(of: commit.action))),
          ("type", text(commit.action.type)), ("id", commit.action.id.map { text($0) }),
          (
            "elements",
            commit.action.elements.isEmpty ? nil : text(commit.action.elements.text)
          ),
          ("payload", commit.action.payload.map { value($0, to: bytes) }),
        ])
      ),
      (
        "origin",
        commit.origin.map { origin in
          .object(present: [
            ("file", text(origin.file)), ("line", .number(origin.line)),
            ("function", text(origin.function)), ("info", origin.info.map { text($0) }),
          ])
        }
      ),
      (
        "cause",
        commit.cause.map { cause in
          .object(present: [
            ("commit", .number(cause.commit)), ("effect", cause.effect.map { text($0) }),
            ("element", cause.element.map { text($0) }),
            ("run", cause.run.map(Tree.number)),
          ])
        }
      ),
      ("reducingNanoseconds", commit.reducing.map { .integer($0) }),
      ("standsFor", commit.count > 1 ? .number(commit.count) : nil),
      ("note", commit.note.map { text($0) }),
      ("facts", commit.otherFacts.map { .array($0.map { text($0) }) }),
      ("changesAreUnknown", commit.changesAreUnknown ? true : nil),
      ("changes", list(commit.changes, limit: limit) { $1.change($0, value: bytes) }),
      ("changeCount", .number(WireNumber.sum(commit.changes.count, commit.omittedChanges))),
    ])
  }

  mutating func change(_ change: TreeChange, value bytes: Int = valueInList) -> Tree {
    var members: [(String, Tree?)] = [
      ("kind", .string(change.kind.rawValue)), ("path", path(change.path)),
    ]
    switch change {
    case .add(_, let new, _): members.append(("new", value(new, to: bytes)))
    case .remove(_, let old): members.append(("old", old.map { value($0, to: bytes) }))
    case .set(_, let old, let new):
      members.append(("old", old.map { value($0, to: bytes) }))
      members.append(("new", value(new, to: bytes)))
    case .move(_, let to): members.append(("to", .number(to)))
    }
    return .object(present: members)
  }

  mutating func run(_ run: History.Run) -> Tree {
    .object(present: [
      ("effect", text(run.effect)), ("element", run.element.map { text($0) }),
      ("run", .number(run.run)),
      ("commit", run.commit.map(Tree.number)), ("started", run.startTime.map(ToolJSON.time)),
      ("ended", run.endTime.map(ToolJSON.time)), ("outcome", .string(ToolJSON.outcome(run))),
      ("durationNanoseconds", run.duration.map { .integer($0) }),
      ("error", run.error.map { text($0) }),
    ])
  }

  /// Returns a value, if there is one that is known.
  mutating func value(_ value: History.PathValue, to limit: Int = valueInList) -> Tree? {
    if case .value(let tree) = value { self.value(tree, to: limit) } else { nil }
  }

  /// - Parameter action: The name of the author's action.
  mutating func pathChange(
    _ change: History.PathChange,
    action: String?,
    value bytes: Int = valueInList
  ) -> Tree {
    .object(present: [
      ("author", ToolJSON.author(change.author)), ("time", change.time.map(ToolJSON.time)),
      ("action", action.map { text($0) }), ("old", value(change.old, to: bytes)),
      ("new", value(change.new, to: bytes)),
      ("changes", list(change.changes, limit: 5) { $1.change($0, value: bytes) }),
      ("changeCount", .number(change.changes.count)),
    ])
  }
}
