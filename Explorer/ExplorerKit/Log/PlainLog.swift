import SluiceSocket
import SluiceTree
import SluiceWire

/// Prints lines for people: one for each event, and one below it for each change.
struct PlainLog: EventWriter {
  /// Scalars in a line where nothing else limits it: enough for all but what nobody would read.
  static let unlimited = 4_000
  /// Scalars of an action, where there is room for more: what it carries is in the changes, too.
  private static let longestAction = 160
  private static let timeWidth = 12
  private static let numberWidth = 4

  private let palette: Palette
  /// The most Unicode scalars in a line.
  private let width: Int
  private let now: () -> Int64
  private var clock = LocalTime()
  private var labelWidth = 0

  /// - Parameters:
  ///   - columns: The terminal's; nil where lines may be long.
  ///   - now: Microseconds since the beginning of 1970, for events that bring no time.
  init(
    palette: Palette,
    columns: Int? = nil,
    now: @escaping () -> Int64 = { HostProcess.microsecondsSince1970 }
  ) {
    self.palette = palette
    width = columns.map { max($0, 40) } ?? Self.unlimited
    self.now = now
  }

  mutating func write(_ event: HubEvent, to buffer: inout [UInt8]) {
    labelWidth = max(labelWidth, event.label?.count ?? 0)
    var lines: [String] = []
    switch event {
    case .connected(let label, let hello):
      lines = connected(label, hello)
    case .record(let label, _, let record):
      lines = told(record, label)
    case .problem(let label, let message):
      lines = [head(now(), label ?? "") + problem(message)]
    case .disconnected(let label, _, .goodbye):
      lines = [head(now(), label) + gap + palette.paint("disconnected", .dim)]
    case .disconnected(let label, _, .cutOff):
      lines = [head(now(), label) + problem("It went away without saying goodbye.")]
    case .disconnected(let label, _, .hubWentAway):
      let text = "disconnected, with the sluice-explorer that listened"
      lines = [head(now(), label) + gap + palette.paint(text, .dim)]
    }
    for line in lines {
      buffer.append(contentsOf: line.utf8)
      buffer.append(UInt8(ascii: "\n"))
    }
  }

  private mutating func told(_ record: WireRecord, _ label: String) -> [String] {
    switch record {
    case .commit(let commit):
      return lines(commit, label)
    case .effect(let effect):
      let text = EffectText(effect)
      let cause = effect.commit.map { palette.paint("  ← \($0)", .dim) } ?? ""
      return [head(effect.time, label) + signGap + palette.paint(text.text, text.style) + cause]
    case .state(let state):
      let summary = VisibleText(state.state.summary(limit: room)).description
      let lines = [head(now(), label) + number(state.number) + palette.paint(summary, .dim)]
      return lines + note(state.note)
    case .dropped(let dropped):
      let which =
        dropped.from == dropped.to
        ? "Commit \(dropped.from) was" : "Commits \(dropped.from) to \(dropped.to) were"
      return [head(now(), label) + problem("\(which) not sent\(Self.phrase(dropped.reason)).")]
    case .bye(let bye):
      // Without a reason, being disconnected says it all.
      guard let reason = bye.reason else { return [] }
      return [head(now(), label) + gap + palette.paint("bye: \(VisibleText(reason))", .dim)]
    case .error(let failure):
      return [head(now(), label) + problem(failure.message)]
    case .hello, .welcome, .dispatch, .restore, .pause, .resume, .snapshot, .problem,
      .disconnected, .unknown:
      return []
    }
  }

  private static func phrase(_ reason: WireRecord.Dropped.Reason?) -> String {
    switch reason {
    case .room: ": the program had no room for more"
    case .connection: ": no sluice-explorer was connected"
    case .pause: ": there was a pause"
    case .viewer: ": this sluice-explorer could not follow"
    case nil: ""
    }
  }

  private mutating func connected(_ label: String, _ hello: WireRecord.Hello) -> [String] {
    var facts = ["process \(hello.processID)"]
    if let store = hello.store { facts.append("store \(store.quoted)") }
    if let type = hello.stateType { facts.append(type) }
    let text = VisibleText("(\(facts.joined(separator: ", ")))").description
    let line = gap + palette.paint("connected", .strong) + " " + palette.paint(text, .dim)
    return [head(now(), label) + line] + hello.notes.flatMap { note($0) }
  }

  // MARK: - Commits

  private mutating func lines(_ commit: WireRecord.Commit, _ label: String) -> [String] {
    let start = head(commit.time, label) + number(commit.number)
    let tail = tail(of: commit)
    let limit = min(max(room - tail.count - 2, 24), Self.longestAction)
    let action = ActionText.text(commit.action, limit: limit)
    var lines = [start + palette.paint(action, .strong)]
    if !tail.isEmpty { lines[0] += "  " + palette.paint(tail, .dim) }
    for change in commit.changes {
      let text = VisibleText(change.line(limit: room)).description
      lines.append(indent + palette.paint(text, Self.style(of: change.kind)))
    }
    if commit.omittedChanges > 0 {
      lines.append(indent + palette.paint("… \(commit.omittedChanges) more changes", .dim))
    }
    if commit.changesAreUnknown {
      lines.append(indent + palette.paint("(changes unknown)", .dim))
    }
    return lines + note(commit.note)
  }

  /// Where the action came from, and what else is worth a word.
  private func tail(of commit: WireRecord.Commit) -> String {
    var parts: [String] = []
    if let cause = commit.cause {
      parts.append("← \(cause.commit)" + (cause.effect.map { " " + $0 } ?? ""))
    }
    if let origin = commit.origin {
      let file = origin.file.split(separator: "/").last.map(String.init) ?? origin.file
      parts.append("\(file):\(origin.line)")
      if let info = origin.info { parts.append(info) }
    }
    if commit.count > 1 { parts.append("stands for \(commit.count) commits") }
    if let reducing = commit.reducing, reducing >= 1_000_000 {
      parts.append("reduced in " + DurationText.text(nanoseconds: reducing))
    }
    return VisibleText(parts.joined(separator: ", ")).description
  }

  private static func style(of kind: TreeChange.Kind) -> Style {
    switch kind {
    case .add: .added
    case .remove: .removed
    case .set: .changed
    case .move: .moved
    }
  }

  // MARK: - Columns

  /// Time and program.
  private mutating func head(_ time: Int64, _ label: String) -> String {
    let text = clock.text(microsecondsSince1970: time)
    return palette.paint(text, .dim) + " " + label.padded(to: labelWidth) + " "
  }

  private func number(_ number: Int) -> String {
    String(number).paddedFront(to: Self.numberWidth) + " "
  }

  /// In place of a number.
  private var gap: String { String(repeating: " ", count: Self.numberWidth + 1) }

  /// In front of a sign that stands below the numbers.
  private var signGap: String { String(repeating: " ", count: Self.numberWidth - 1) }

  private var indent: String {
    String(repeating: " ", count: Self.timeWidth + 1 + labelWidth + 1 + Self.numberWidth + 1)
  }

  /// Scalars that fit behind the columns.
  private var room: Int { max(width - indent.count, 24) }

  private func problem(_ message: String) -> String {
    signGap + palette.paint("! " + VisibleText(message).description, .problem)
  }

  private func note(_ note: String?) -> [String] {
    guard let note else { return [] }
    return [indent + palette.paint("(" + VisibleText(note).description + ")", .dim)]
  }
}
