import SluiceTree
import SluiceWire

/// A call that waits for what happens in a program.
struct ToolCall {
  enum Awaited {
    /// The answer to a command, by its number; `nil` until it is sent.
    case reply(Int?)
    case match(Until)
  }

  let id: Tree
  let revision: ToolRevision
  let instance: String
  let deadline: ContinuousClock.Instant
  var awaited: Awaited

  /// Why it has no answer when its time is over.
  fileprivate var silence: ToolFailure {
    switch awaited {
    case .reply: ToolFailure("noAnswer", "The program did not answer in time.")
    case .match: ToolFailure("timedOut", "Nothing matched in time.")
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
      let program = try program(arguments, pasts)
      if tool == .until {
        guard let filter = try arguments.filter() else { throw .argument("filter", "given") }
        var until = Until(filter)
        until.take(program)
        let seconds = arguments.integer("timeout") ?? Tool.standardWait
        _ = try begin(.match(until), of: program, revision, id: id, until: now + .seconds(seconds))
        return []
      }
      if tool.isCommand {
        return [try command(tool, arguments, revision, program, id: id, now: now)]
      }
      return [.line(success(try ToolAnswer(tool, arguments, program).tree, revision, id: id))]
    } catch {
      let isWrongArgument = error.code == "invalidArgument"
      guard isWrongArgument, !revision.answersWrongArguments else {
        return [.line(failure(error, revision, id: id))]
      }
      throw .wrongArgument(error)
    }
  }

  /// Returns the program that a call is about: the only one that matches, or that is still there.
  private func program(
    _ arguments: ToolArguments,
    _ pasts: Pasts
  ) throws(ToolFailure) -> Past {
    let all = pasts.lastRuns.filter { choice.matches($0.candidate) }
    let wish = ProgramChoice(app: arguments.string("app"), store: arguments.string("store"))
    let matching = all.filter { wish.matches($0.candidate) }
    if let exact = wish.exact(among: matching.map(\.candidate)) {
      return try known(pasts[exact.hello.instance], among: all)
    }
    let connected = matching.filter(\.isConnected)
    if connected.count == 1 { return connected[0] }
    guard matching.count < 2 else { throw .severalPrograms(matching) }
    return try known(matching.first, among: all)
  }

  private func known(_ past: Past?, among all: [Past]) throws(ToolFailure) -> Past {
    guard let past else { throw .noProgram(all) }
    return past
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
    _ program: Past,
    id: Tree,
    now: ContinuousClock.Instant
  ) throws(ToolFailure) -> Output {
    let command =
      tool == .restore
      ? try restore(arguments, program.hello)
      : WireRecord.dispatch(
        .init(
          request: 0,
          action: .init(
            type: arguments.string("type") ?? "",
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
      throw ToolFailure("busy", "Too many calls wait for something to happen. Cancel one.")
    }
    lastCall += 1
    calls[lastCall] = ToolCall(
      id: id,
      revision: revision,
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
        // It was read without tags, so this is its text again.
        try JSONText.tree(of: JSONText.bytes(of: payload, doublesDollars: false)[...])
      }
    } catch {
      throw .argument("payload", "JSON in which a key with a single $ is a tag, as on the wire")
    }
  }

  private func elements(_ arguments: ToolArguments) throws(ToolFailure) -> [ElementName] {
    guard let text = arguments.string("element") else { return [] }
    guard let elements = [ElementName](parsing: text) else {
      throw .argument("element", "an element as answers show them, such as job 4 or every job")
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
  ///
  /// - Parameter pasts: Returns what is known of programs by now; called if a call is answered.
  mutating func outcome(of event: HubEvent, _ pasts: () -> Pasts) -> [Output] {
    var outputs: [Output] = []
    for number in calls.keys.sorted() {
      guard let call = calls[number] else { continue }
      switch (call.awaited, event) {
      case (_, .disconnected(_, call.instance, _)):
        outputs += end(number) { _ in ToolFailure("gone", "The program ended before it answered.") }
      case (.match(var until), _):
        // Moved out, so that its state is changed in place.
        calls[number]?.awaited = .reply(nil)
        guard let (_, commit) = until.take(event), let past = pasts()[call.instance] else {
          calls[number]?.awaited = .match(until)
          continue
        }
        let why = until.reason(past, at: commit.number).map(AnswerJSON.lines) ?? []
        outputs += succeed(number, past, [AnswerJSON.tree(.commit(commit))] + why)
      case (.reply(let request?), .record(_, call.instance, let record))
      where record.reply == request:
        outputs += answer(number, record, pasts()[call.instance])
      case (.reply, _): continue
      }
    }
    return outputs
  }

  /// Answers a call with what a program said to its command.
  private mutating func answer(_ number: Int, _ record: WireRecord, _ past: Past?) -> [Output] {
    if case .error(let error) = record {
      return end(number) { _ in
        ToolFailure(
          "refused",
          "The program refused the command.",
          [("reason", .string(error.message.beginning(300)))]
        )
      }
    }
    // Where this viewer lagged, the commit was left out, and is in a state.
    guard let past else { return [] }
    return succeed(number, past, [AnswerJSON.tree(record)])
  }

  private mutating func succeed(_ number: Int, _ past: Past, _ lines: [Tree]) -> [Output] {
    guard let call = calls.removeValue(forKey: number) else { return [] }
    let answer = ToolAnswer(past: past, lines: lines)
    return [.line(success(answer.tree, call.revision, id: call.id))]
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
