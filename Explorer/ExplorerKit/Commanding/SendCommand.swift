import SluiceSocket
import SluiceTree
import SluiceWire

/// `sluice-explorer send`, `restore` and `set`: sends one program commands, one after another.
struct SendCommand {
  let settings: Settings
  let interruption: Interruption

  func run() throws(ExplorerError) {
    // Before anything is sent: all of it, or nothing.
    var commands: [WireRecord] = []
    var value = Tree.null
    do throws(CommandFailure) {
      if settings.command == .set {
        value = try payload(settings.arguments.last ?? "")
      } else if settings.source == nil {
        commands = [try makeCommand()]
      }
    } catch {
      throw .command(error)
    }
    if let source = settings.source { commands = try self.commands(ofFileAt: source) }
    var session = CommandSession(
      watcher: try settings.makeWatcher(),
      interruption: interruption,
      choice: ProgramChoice(app: settings.app, store: settings.store),
      timeout: settings.timeout
    )
    if settings.command == .set {
      guard let state = try session.run(.snapshot(.init(request: 0))) else { return }
      commands = [try setting(value, in: state)]
    }
    let output = OutputStream.standardOutput()
    var writer: any EventWriter = settings.writer(
      on: output,
      since: HostProcess.microsecondsSince1970
    )
    for command in commands {
      guard let answer = try session.run(command) else { return }
      writer.write(answer, to: &output.buffer)
      try output.write(unless: interruption)
    }
  }

  /// Returns the command that sets a value in a state as it was just now.
  private func setting(_ value: Tree, in event: HubEvent) throws(ExplorerError) -> WireRecord {
    guard case .record(_, _, .state(let state)) = event else {
      preconditionFailure("A snapshot was answered with another record: \(event)")
    }
    let path: StatePath
    do throws(StatePathError) {
      path = try StatePath(parsing: settings.arguments.first ?? "")
    } catch {
      throw .usage(.badPath(error), .set)
    }
    let found = state.state.resolve(path.steps)
    // A member that isn't there may be an optional that is nil.
    guard found.rest.isEmpty || found.rest.count == 1 && found.tree.lacksMember(found.rest[0])
    else {
      throw .question(
        .noPath(path, after: state.number, nearest: state.state.nearest(to: path))
      )
    }
    var part = state.state
    var steps: [WireRecord.Restore.Step] = []
    for (step, lasting) in zip(found.steps, found.lasting) {
      guard let next = part[step] else { break }
      if case .id = lasting, let id = next["id"] {
        steps.append(.id(id))
      } else {
        steps.append(.init(step))
      }
      part = next
    }
    if case .key(let key)? = found.rest.first { steps.append(.key(key)) }
    return .restore(.init(request: 0, to: .value(at: steps, value)))
  }

  /// Returns what a session file has of the commits that the first argument names: their actions, or the state
  /// after one.
  private func commands(ofFileAt path: String) throws(ExplorerError) -> [WireRecord] {
    let session = try ExplorerError.session { () throws(SessionError) in
      try SessionFile(at: path, longestLine: settings.longestLine)
    }
    let argument = settings.arguments.first ?? ""
    guard let numbers = CommitNumber.range(argument) else { return [] }
    do throws(QuestionError) {
      let history = try session.past(of: ProgramChoice(store: settings.store)).history
      let commands: [WireRecord]
      if settings.command == .restore {
        commands = [try restoring(numbers.lowerBound, history, session.name)]
      } else {
        commands = try numbers.map { number throws(QuestionError) in
          try dispatching(number, history, session.name)
        }
      }
      if let fault = session.fault { throw .noState(file: "\(session.name): \(fault)") }
      return commands
    } catch {
      throw .question(error)
    }
  }

  private func restoring(
    _ number: Int,
    _ history: History,
    _ name: String
  ) throws(QuestionError) -> WireRecord {
    let part = try history.part(StatePath(), at: number, file: name)
    // The nearest state that is known would be another one.
    if !part.state.isExact, let gap = history.gap(at: number) { throw .missing(number, gap) }
    return .restore(.init(request: 0, to: .state(part.value)))
  }

  private func dispatching(
    _ number: Int,
    _ history: History,
    _ name: String
  ) throws(QuestionError) -> WireRecord {
    let commit = try history.shown(number, file: name).commit
    // Not the one that stands for it.
    if commit.number != number || commit.count > 1 { throw .joined(number, into: commit.number) }
    let paths = commit.action.payload?.incompletePaths() ?? []
    if !paths.isEmpty { throw .withheld(number, paths) }
    return .dispatch(.init(request: 0, action: commit.action))
  }

  private func makeCommand() throws(CommandFailure) -> WireRecord {
    let first = settings.arguments.first ?? ""
    if settings.command == .restore {
      if let commits = settings.without {
        return .restore(.init(request: 0, to: .without(commits)))
      }
      // The command line's parser has checked it.
      return .restore(.init(request: 0, to: .number(CommitNumber.read(first) ?? 0)))
    }
    let payload = try settings.arguments.dropFirst().first.map(payload)
    return .dispatch(
      .init(
        request: 0,
        action: .init(type: first, payload: payload, elements: settings.elements)
      )
    )
  }

  /// Returns the payload that an argument contains, or that is in the file that it names.
  private func payload(_ argument: String) throws(CommandFailure) -> Tree {
    let bytes: [UInt8]
    if argument == "-" {
      bytes = try contents(ofFileAt: argument)
    } else if argument.hasPrefix("@") {
      bytes = try contents(ofFileAt: String(argument.dropFirst()))
    } else {
      bytes = Array(argument.utf8)
    }
    do throws(WireError) {
      return try JSONText.tree(of: bytes[...])
    } catch {
      throw .badPayload(error, isQuoted: argument.utf8.elementsEqual(bytes))
    }
  }

  private func contents(ofFileAt path: String) throws(CommandFailure) -> [UInt8] {
    do throws(SessionError) {
      return try InputFile(at: path).bytes(atMost: settings.longestRecord)
    } catch {
      guard case .cannotOpen(let name, let reason) = error else { return [] }
      throw .unreadablePayload(name: name, reason: reason)
    }
  }
}

extension WireRecord.Restore.Step {
  fileprivate init(_ step: TreePath.Step) {
    switch step {
    case .key(let key): self = .key(key)
    case .index(let index): self = .index(index)
    }
  }
}

extension Tree {
  /// Whether a step names a member that an object may get.
  fileprivate func lacksMember(_ step: StatePath.Step) -> Bool {
    if case (.object, .key) = (self, step) { true } else { false }
  }
}
