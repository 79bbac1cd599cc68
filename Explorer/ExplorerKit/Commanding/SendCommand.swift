import SluiceSocket
import SluiceTree
import SluiceWire

/// `sluice-explorer send` and `sluice-explorer restore`: sends one command to one program.
struct SendCommand {
  let settings: Settings
  let interruption: Interruption

  func run() throws(ExplorerError) {
    let command: WireRecord
    if let source = settings.source {
      command = .restore(.init(request: 0, to: .state(try state(ofFileAt: source))))
    } else {
      do throws(CommandFailure) {
        command = try makeCommand()
      } catch {
        throw .command(error)
      }
    }
    let watcher = try settings.makeWatcher()
    var session = CommandSession(
      watcher: watcher,
      interruption: interruption,
      choice: ProgramChoice(app: settings.app, store: settings.store),
      timeout: settings.timeout
    )
    guard let answer = try session.run(command) else { return }
    let output = OutputStream.standardOutput()
    var writer: any EventWriter = settings.writer(
      on: output,
      since: HostProcess.microsecondsSince1970
    )
    writer.write(answer, to: &output.buffer)
    do throws(OutputError) {
      try output.flush(unless: interruption)
    } catch {
      throw .output(error)
    }
  }

  /// Returns the state that a session file has after the commit that the first argument names.
  private func state(ofFileAt path: String) throws(ExplorerError) -> Tree {
    let session = try ExplorerError.session { () throws(SessionError) in
      try SessionFile(at: path, longestLine: settings.longestLine)
    }
    let number = CommitNumber.read(settings.arguments.first ?? "") ?? 0
    do throws(QuestionError) {
      let history = try session.past(of: ProgramChoice(store: settings.store)).history
      let part = try history.part(StatePath(), at: number, file: session.name)
      // The nearest state that is known would be another one.
      if !part.state.isExact, let gap = history.gap(at: number) { throw .missing(number, gap) }
      if let fault = session.fault { throw .noState(file: "\(session.name): \(fault)") }
      return part.value
    } catch {
      throw .question(error)
    }
  }

  private func makeCommand() throws(CommandFailure) -> WireRecord {
    let first = settings.arguments.first ?? ""
    switch settings.command {
    case .restore:
      if let commits = settings.without {
        return .restore(.init(request: 0, to: .without(commits)))
      }
      // The command line's parser has checked it.
      return .restore(.init(request: 0, to: .number(CommitNumber.read(first) ?? 0)))
    default:
      let payload = try settings.arguments.dropFirst().first.map(payload)
      return .dispatch(
        .init(
          request: 0,
          action: .init(type: first, payload: payload, elements: settings.elements)
        )
      )
    }
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
      let file = try InputFile(at: path)
      var contents: [UInt8] = []
      var buffer = [UInt8](repeating: 0, count: 1 << 16)
      while case let count = try file.read(into: &buffer), count > 0 {
        contents += buffer[..<count]
        guard contents.count <= settings.longestRecord else {
          throw SessionError.cannotOpen(
            name: file.name,
            reason: "it exceeds \(ByteCount(settings.longestRecord)), the limit of --max-record"
          )
        }
      }
      return contents
    } catch {
      guard case .cannotOpen(let name, let reason) = error else { return [] }
      throw .unreadablePayload(name: name, reason: reason)
    }
  }
}
