import SluiceTree
import SluiceWire

/// The answer of a tool: what the command of its name prints with `--json`, within bounds.
struct ToolAnswer {
  /// From which end lines are left out.
  enum End: String {
    case earlier, later
  }

  /// Bytes of an answer's lines, about.
  private static let most = 24 << 10
  /// Bytes of a line among others, about.
  private static let mostOfLine = 4 << 10

  let past: Past
  var lines: [Tree]
  /// How many lines there may be; `nil` where each answer has few.
  var limit: Int?
  var end = End.later
  /// The number of lines that were left out before.
  var omitted = 0

  /// The answer as JSON; it says what was left out.
  var tree: Tree {
    var isCut = false
    var room = Self.most
    var shown: [Tree] = []
    let most = limit == nil ? Self.most / max(lines.count, 1) : Self.mostOfLine
    let candidates = end == .later ? Array(lines) : lines.reversed()
    for line in candidates.prefix(limit ?? .max) {
      let fitted = line.fitted(to: max(most, 200))
      if fitted != line { isCut = true }
      room -= JSONText.length(of: fitted, countingTo: room)
      if room < 0, !shown.isEmpty { break }
      shown.append(fitted)
    }
    let omitted = omitted + lines.count - shown.count
    return .object(present: [
      ("app", .string(past.label)), ("ended", past.isConnected ? nil : true),
      ("lines", .array(Tree.Elements(end == .later ? shown : shown.reversed()))),
      (
        "omitted",
        omitted == 0 ? nil : ["lines": .number(omitted), "end": .string(end.rawValue)]
      ),
      ("isCut", isCut ? true : nil),
    ])
  }
}

extension ToolAnswer {
  /// Answers a tool that only reads.
  init(_ tool: Tool, _ arguments: ToolArguments, _ past: Past) throws(ToolFailure) {
    self.init(past: past, lines: [])
    let question: Question
    let at = arguments.integer("at")
    switch tool {
    case .why: question = .why(try arguments.path(), at: at)
    case .history: question = .history(try arguments.path(), at: at)
    case .show: question = .show(arguments.integer("number") ?? 0)
    case .state: question = .state(try arguments.path(), at: at)
    case .diff: question = .diff(arguments.integer("from") ?? 0, arguments.integer("to") ?? 0)
    case .blame: question = .blame(try arguments.path(), at: at)
    case .log:
      try log(arguments)
      return
    case .stats:
      try stats(arguments)
      return
    case .until, .send, .restore: return
    }
    lines = try Self.lines(question, past)
    if tool == .history { end = .earlier }
    if tool == .history || tool == .blame { limit = arguments.limit }
  }

  static func lines(_ question: Question, _ past: Past) throws(ToolFailure) -> [Tree] {
    let answer = try rethrow(
      past.history.answer(question, file: "what is held"),
      as: ToolFailure.init
    )
    return AnswerJSON.lines(answer)
  }

  /// Lists the last records that a filter admits.
  private mutating func log(_ arguments: ToolArguments) throws(ToolFailure) {
    end = .earlier
    limit = arguments.limit
    let kinds = arguments.strings("kinds") ?? ["commit", "effect", "diagnostic", "dropped"]
    let most = arguments.limit
    var records: [WireRecord] = []
    try forEachAdmitted(arguments) { record in
      guard kinds.contains(record.type) else { return }
      records.append(record)
      // Only the last ones are kept as records.
      if records.count > 2 * most {
        omitted += records.count - most
        records.removeFirst(records.count - most)
      }
    }
    lines = records.map { AnswerJSON.tree($0) }
  }

  private mutating func stats(_ arguments: ToolArguments) throws(ToolFailure) {
    var statistics = Statistics()
    let (label, instance) = (past.label, past.instance)
    try forEachAdmitted(arguments) {
      statistics.take(.record(label: label, instance: instance, $0))
    }
    guard case .object(let object) = statistics.json else { return }
    let members = object.members.map { ($0.key, Optional($0.value)) }
    lines = [.object(present: members + [("program", past.description)])]
  }

  /// Calls the closure with what happened, and was reported, in a range of commits.
  private func forEachAdmitted(
    _ arguments: ToolArguments,
    _ body: (WireRecord) -> Void
  ) throws(ToolFailure) {
    var filter = try arguments.filter()
    filter?.note(past.candidate)
    let range = (arguments.integer("from") ?? 0)...
    let last = arguments.integer("to") ?? .max
    var number = 0
    func take(_ record: WireRecord, _ number: Int) {
      let event = HubEvent.record(label: past.label, instance: past.instance, record)
      // Each, since it may be about what comes later.
      let isAdmitted = filter?.admits(event) ?? true
      if isAdmitted, range.contains(number), number <= last { body(record) }
    }
    _ = past.history.forEachRecord(after: nil, atMost: .max) { record in
      number = record.lastNumber ?? number
      take(record, number)
    }
    for diagnostic in past.history.diagnostics.entries {
      take(.diagnostic(diagnostic), diagnostic.commit ?? number)
    }
  }
}

extension Past {
  /// What an assistant has to know to choose it, and to command it.
  var description: Tree {
    .object(present: [
      ("app", .string(label)), ("name", .string(hello.name.beginning(300))),
      ("store", hello.store.map { .string($0.beginning(300)) }),
      ("pid", .number(hello.processID)), ("ended", isConnected ? nil : true),
      ("from", history.numbers.map { .number($0.lowerBound) }),
      ("to", history.numbers.map { .number($0.upperBound) }),
      ("accepts", .array(hello.accepts.prefix(50).map { .string($0.beginning(300)) })),
      ("allowsRestore", .bool(hello.allowsRestore)),
      ("allowsLeavingOut", .bool(hello.allowsLeavingOut)),
    ])
  }
}

extension WireRecord.Hello {
  /// Whether the program takes back an earlier state.
  var allowsRestore: Bool {
    capabilities.contains(.restoreByNumber) || capabilities.contains(.restoreFromTree)
  }

  /// Whether the program reduces its actions again without some of them.
  var allowsLeavingOut: Bool { capabilities.contains(.restoreWithout) }
}
