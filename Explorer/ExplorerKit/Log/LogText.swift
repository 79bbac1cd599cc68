import ExplorerTerminal
import SluiceTree
import SluiceWire

/// What the log says about an event, apart from where that stands.
struct LogText {
  let options: LogOptions
  /// The columns that a value may take; `nil` for any number.
  let room: Int?

  /// The maximum number of Unicode scalars to show of a value: enough to fill the room.
  var scalars: Int { room.map { 10 * $0 } ?? .max }

  func entries(of event: HubEvent) -> [LogEntry] {
    switch event {
    case .connected(let label, let hello):
      connected(label, hello)
    case .record(_, _, let record):
      entries(of: record)
    case .problem(_, let message):
      [problem(message)]
    case .disconnected(_, _, .goodbye):
      [LogEntry(.text, StyledText("disconnected", .dim))]
    case .disconnected(_, _, .cutOff):
      [problem("It went away without saying goodbye.")]
    case .disconnected(_, _, .hubWentAway):
      [LogEntry(.text, StyledText("disconnected, with the sluice-explorer that listened", .dim))]
    case .answer:
      []
    }
  }

  private func entries(of record: WireRecord) -> [LogEntry] {
    switch record {
    case .commit(let commit):
      return entries(of: commit)
    case .effect(let effect):
      let text = EffectText(effect)
      let cause = effect.commit.map { [LogEntry.Remark(rank: 1, text: "← \($0)")] }
      return [LogEntry(.sign, StyledText(text.text, text.style), cause ?? [])]
    case .diagnostic(let diagnostic):
      return [LogEntry(.sign, DiagnosticText.line(diagnostic), isWhole: true)]
    case .reads(let reads):
      return options.showsReads ? entries(of: reads) : []
    case .state(let state):
      let summary = VisibleText(state.state.summary(limit: scalars)).description
      return [LogEntry(.number(state.number), StyledText(summary, .dim))] + note(state.note)
    case .dropped(let dropped):
      let which =
        dropped.from == dropped.to
        ? "Commit \(dropped.from) was" : "Commits \(dropped.from) to \(dropped.to) were"
      return [problem("\(which) not sent\(Self.phrase(dropped.reason)).")]
    case .bye(let bye):
      // Without a reason, being disconnected says it all.
      guard let reason = bye.reason else { return [] }
      return [LogEntry(.text, StyledText("bye: \(VisibleText(reason))", .dim))]
    case .error(let failure):
      return [problem(failure.message)]
    case .hello, .welcome, .dispatch, .restore, .pause, .resume, .snapshot, .live,
      .question, .answer, .problem, .disconnected, .mark, .unknown:
      return []
    }
  }

  /// The maximum number of lines about what ran for a commit.
  private static let longestReads = 5

  private func entries(of reads: WireRecord.Reads) -> [LogEntry] {
    let head = StyledText("ran for \(reads.number): \(ReadText.summary(reads))", .dim)
    let shown = reads.reads.sorted { $0.duration > $1.duration }
      .prefix(options.isFull ? .max : Self.longestReads)
    var entries = [LogEntry(.sign, head)]
    entries += shown.map { LogEntry(.below, ReadText.line($0), isWhole: options.isFull) }
    if shown.count < reads.reads.count {
      let text = "… and \(reads.reads.count - shown.count) more: --full shows them"
      entries.append(LogEntry(.below, StyledText(text, .dim)))
    }
    return entries
  }

  static func phrase(_ reason: WireRecord.Dropped.Reason?) -> String {
    switch reason {
    case .room: ": the program had no room for more"
    case .connection: ": no sluice-explorer was connected"
    case .pause: ": there was a pause"
    case .viewer: ": sluice-explorer could not follow"
    case nil: ""
    }
  }

  private func connected(_ label: String, _ hello: WireRecord.Hello) -> [LogEntry] {
    var facts = ["process \(hello.processID)"]
    if let store = hello.store { facts.append("store \(store.quoted)") }
    if let type = hello.stateType { facts.append(type) }
    var body = StyledText("connected", .strong)
    body.append(" ")
    body.append(VisibleText("(\(facts.joined(separator: ", ")))").description, .dim)
    return [LogEntry(.text, body)] + hello.notes.flatMap { note($0) }
  }

  // MARK: - Commits

  private func entries(of commit: WireRecord.Commit) -> [LogEntry] {
    let action = ActionText.styled(commit.action, limit: scalars)
    var entries = [LogEntry(.number(commit.number), action, remarks(about: commit))]
    entries += commit.changes.map(entry(of:))
    if commit.omittedChanges > 0 {
      let text = "… and \(NumberText.text(commit.omittedChanges)) more, not sent"
      entries.append(LogEntry(.below, StyledText(text, .dim)))
    }
    if commit.changesAreUnknown {
      entries.append(LogEntry(.below, StyledText("(changes unknown)", .dim)))
    }
    return entries + note(commit.note)
  }

  /// A change, below the commit that made it.
  func entry(of change: TreeChange) -> LogEntry {
    let text = ChangeText.text(change, columns: room)
    return LogEntry(.below, StyledText(text, change.kind.style))
  }

  /// Where the action came from, and what else is worth a word.
  func remarks(about commit: WireRecord.Commit) -> [LogEntry.Remark] {
    var remarks: [LogEntry.Remark] = []
    func add(_ rank: Int, _ text: String, short: String? = nil) {
      let text = VisibleText(text).description
      remarks.append(LogEntry.Remark(rank: rank, text: text, short: short))
    }
    if let cause = commit.cause {
      let number = cause.isInitialState ? "←" : "← \(cause.commit)"
      add(1, number + (cause.effectName.map { " " + $0 } ?? ""), short: number)
    }
    if let origin = commit.origin {
      if options.showsOrigins { add(4, origin.place) }
      if let info = origin.info { add(3, info) }
      if case .object(let values)? = origin.carried {
        for case (let name, .string(let value)) in values.members.map({ ($0.key, $0.value) }) {
          add(3, "\(name): \(value)")
        }
      }
    }
    if commit.count > 1 { add(0, "stands for \(commit.count) commits", short: "×\(commit.count)") }
    if let reducing = commit.reducing, reducing >= 1_000_000 {
      add(2, "reduced in " + DurationText.text(nanoseconds: reducing))
    }
    return remarks
  }

  private func problem(_ message: String) -> LogEntry {
    LogEntry(
      .sign,
      StyledText("! " + VisibleText(message).description, .problem),
      isWhole: true
    )
  }

  private func note(_ note: String?) -> [LogEntry] {
    guard let note else { return [] }
    let text = "(" + VisibleText(note).description + ")"
    return [LogEntry(.below, StyledText(text, .dim), isWhole: true)]
  }
}

extension TreeChange.Kind {
  /// The style of a line about a change.
  var style: Style {
    switch self {
    case .add: .added
    case .remove: .removed
    case .set: .changed
    case .move: .moved
    }
  }
}

extension WireRecord.Origin {
  /// The file's name and the line, such as `Shop.swift:24`.
  var place: String { "\(file.split(separator: "/").last ?? file[...]):\(line)" }
}
