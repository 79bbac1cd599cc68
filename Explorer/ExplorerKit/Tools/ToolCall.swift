import SluiceTree
import SluiceWire

/// A call that waits for what happens in a program.
struct ToolCall {
  enum Awaited {
    /// The answer to a command, by its number; `nil` until it is sent.
    case reply(Int?)
    case match(ToolWait)
  }

  let id: Tree
  let revision: ToolRevision
  let label: String
  let instance: String
  let deadline: ContinuousClock.Instant
  var awaited: Awaited

  /// Whether it waits for a commit or a state, and not for an answer.
  var isWait: Bool { if case .match = awaited { true } else { false } }

  /// The number of the command that it waits for.
  fileprivate var request: Int? { if case .reply(let request) = awaited { request } else { nil } }

  /// Why it has no answer when its time is over.
  fileprivate var silence: ToolFailure {
    switch awaited {
    case .reply: ToolFailure("noAnswer", "The program did not answer in time.")
    case .match(let wait):
      ToolFailure(
        "timedOut",
        "Nothing matched in time. To go on where this ended, wait from the commit after last.",
        [("last", .number(wait.last))]
      )
    }
  }
}

extension ToolServer {
  /// Answers `tools/call`.
  mutating func call(
    _ params: Tree.Object,
    _ revision: ToolRevision,
    _ pasts: Pasts,
    id: Tree,
    now: ContinuousClock.Instant
  ) throws(ToolFault) -> [Output] {
    guard case .string(let name)? = params["name"] else {
      throw .invalidParams("params.name", "must be a string.")
    }
    let tool = Tool(rawValue: name)
    guard let tool, allowsCommands || !tool.isCommand else {
      throw .unknownTool(name, needsCommands: tool != nil)
    }
    let given: Tree.Object
    switch params["arguments"] {
    case nil: given = Tree.Object()
    case .object(let object): given = object
    default: throw .invalidParams("params.arguments", "must be an object.")
    }
    do throws(ToolFailure) {
      let arguments = try ToolArguments(given, of: tool)
      if tool == .wait { return try wait(arguments, revision, pasts, id: id, now: now) }
      if tool.isCommand { return [try command(tool, arguments, revision, pasts, id: id, now: now)] }
      return [.line(success(try answer(tool, arguments, pasts), revision, id: id))]
    } catch {
      let isWrongArgument = error.code == "invalidArgument"
      guard isWrongArgument, !revision.answersWrongArguments else {
        return [.line(failure(error, revision, id: id))]
      }
      throw .wrongArgument(error)
    }
  }

  private func answer(
    _ tool: Tool,
    _ arguments: ToolArguments,
    _ pasts: Pasts
  ) throws(ToolFailure) -> Tree {
    if tool == .programs { return try programs(arguments, pasts) }
    var query = try ToolQuery(tool, arguments, program(arguments, pasts), isLoading: isLoading)
    return try query.answer()
  }

  func program(
    _ arguments: ToolArguments,
    _ pasts: Pasts
  ) throws(ToolFailure) -> Past {
    try pasts.program(
      ProgramChoice(app: arguments.string("program"), store: arguments.string("store")),
      among: choice
    )
  }

  /// Returns the line of an answer.
  ///
  /// The text repeats the structure for clients that read only that; see `server/tools`.
  func success(_ answer: Tree, _ revision: ToolRevision, id: Tree) -> [UInt8] {
    result(
      [
        ("content", Self.content(answer)), ("structuredContent", answer), ("isError", false),
      ],
      revision,
      id: id
    )
  }

  func failure(_ failure: ToolFailure, _ revision: ToolRevision, id: Tree) -> [UInt8] {
    result([("content", Self.content(failure.tree)), ("isError", true)], revision, id: id)
  }

  private static func content(_ tree: Tree) -> Tree {
    let text = String(decoding: ToolMessage.text(of: tree), as: UTF8.self)
    return [["type": "text", "text": .string(text)]]
  }

  // MARK: - Commands

  private mutating func command(
    _ tool: Tool,
    _ arguments: ToolArguments,
    _ revision: ToolRevision,
    _ pasts: Pasts,
    id: Tree,
    now: ContinuousClock.Instant
  ) throws(ToolFailure) -> Output {
    let program = try program(arguments, pasts)
    let command =
      tool == .restore
      ? try restore(arguments, program.hello)
      : WireRecord.dispatch(
        .init(
          request: 0,
          action: .init(
            type: arguments.requiredString("type"),
            payload: try payload(arguments),
            elements: try elements(arguments)
          )
        )
      )
    let call = try begin(.reply(nil), of: program, revision, id: id, until: now + timeout)
    return .command(command, instance: program.hello.instance, call: call)
  }

  /// Begins to wait for what happens in a program; returns the number of the call.
  mutating func begin(
    _ awaited: ToolCall.Awaited,
    of program: Past,
    _ revision: ToolRevision,
    id: Tree,
    until deadline: ContinuousClock.Instant
  ) throws(ToolFailure) -> Int {
    guard program.isConnected else {
      throw ToolFailure("notRunning", "The program is not running; only its past is known.")
    }
    guard calls.count < Self.mostCalls else {
      throw ToolFailure("busy", "Too many calls wait for what happens. Cancel one.")
    }
    lastCall += 1
    calls[lastCall] = ToolCall(
      id: id,
      revision: revision,
      label: program.label,
      instance: program.hello.instance,
      deadline: deadline,
      awaited: awaited
    )
    return lastCall
  }

  private func restore(
    _ arguments: ToolArguments,
    _ hello: WireRecord.Hello
  ) throws(ToolFailure) -> WireRecord {
    let (target, isAllowed): (WireRecord.Restore.Target, Bool)
    switch (arguments.integer("number"), arguments.integers("without")) {
    case (let number?, nil): (target, isAllowed) = (.number(number), hello.allowsRestore)
    case (nil, let commits?): (target, isAllowed) = (.without(commits), hello.allowsLeavingOut)
    default: throw .argument("number", "given, or without is, and not both")
    }
    guard isAllowed else {
      throw ToolFailure(
        "notAllowed",
        "The program does not allow this. It would with ExplorerInterceptor { $0.allowsRestore = true }.",
        [("program", .string(hello.name.beginning(300)))]
      )
    }
    return .restore(.init(request: 0, to: target))
  }

  private func payload(_ arguments: ToolArguments) throws(ToolFailure) -> Tree? {
    do throws(WireError) {
      return try arguments["payload"].map { payload throws(WireError) in
        try JSONText.readingTags(of: payload)
      }
    } catch {
      throw .argument("payload", "JSON in which a key with a single $ is a tag, as on the wire")
    }
  }

  private func elements(_ arguments: ToolArguments) throws(ToolFailure) -> [ElementName] {
    guard let text = arguments.string("elements") else { return [] }
    guard let elements = [ElementName](parsing: text) else {
      throw .argument("elements", "elements as answers show them, such as job 4 or every job")
    }
    return elements
  }

  /// Notes that a command was sent under a number.
  mutating func sent(_ call: Int, request: Int) {
    calls[call]?.awaited = .reply(request)
  }

  /// Answers a call whose command could not be sent.
  mutating func refused(_ call: Int, _ refusal: CommandRefusal) -> [Output] {
    end(call) { _ in
      ToolFailure(
        "notSent",
        "The command could not be sent to the program.",
        [("reason", .string(refusal.description.beginning(300)))]
      )
    }
  }

  /// Answers the calls that wait for what happened.
  mutating func outcome(of event: HubEvent) -> [Output] {
    switch event {
    case .record(_, let instance, let record):
      guard let reply = record.reply,
        let (number, call) = calls.first(where: {
          $0.value.instance == instance && $0.value.request == reply
        })
      else { return [] }
      switch record {
      case .commit(let commit):
        calls[number] = nil
        var fitting = ToolFitting()
        let shown = fitting.commit(commit, changes: 20)
        let answer = Tree.object(present: [
          ("program", .string(call.label.beginning(300))), ("commit", shown),
          ("isCut", .bool(fitting.isCut)),
        ])
        return [.line(success(answer, call.revision, id: call.id))]
      case .state(let state):
        // The hub left out the commit, since this viewer lagged: it was made, and is in this state.
        calls[number] = nil
        let answer = Tree.object(present: [
          ("program", .string(call.label.beginning(300))), ("number", .number(state.number)),
          ("isCut", true),
        ])
        return [.line(success(answer, call.revision, id: call.id))]
      case .error(let error):
        return end(number) { _ in
          ToolFailure(
            "refused",
            "The program refused the command.",
            [("reason", .string(error.message.beginning(300)))]
          )
        }
      default:
        return []
      }
    case .disconnected(_, let instance, _):
      return calls.filter { $0.value.instance == instance }.keys.sorted().flatMap { number in
        end(number) { _ in ToolFailure("gone", "The program ended before it answered.") }
      }
    case .connected, .problem, .answer:
      return []
    }
  }

  /// When the next call has waited for too long; `nil` if none waits.
  var nextDeadline: ContinuousClock.Instant? { calls.values.map(\.deadline).min() }

  /// Answers the calls that have waited for too long.
  mutating func expire(now: ContinuousClock.Instant) -> [Output] {
    calls.filter { $0.value.deadline <= now }.keys.sorted().flatMap { number in
      end(number) { $0.silence }
    }
  }

  private mutating func end(_ number: Int, _ failure: (ToolCall) -> ToolFailure) -> [Output] {
    guard let call = calls.removeValue(forKey: number) else { return [] }
    return [.line(self.failure(failure(call), call.revision, id: call.id))]
  }
}
