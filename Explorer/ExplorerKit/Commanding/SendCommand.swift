import SluiceTree
import SluiceWire

/// `sluice-explorer send` and `sluice-explorer restore`: one command for one program.
struct SendCommand {
  let settings: Settings
  let interruption: Interruption

  func run() throws(ExplorerError) {
    let command: WireRecord
    do throws(CommandFailure) {
      command = try makeCommand()
    } catch {
      throw .command(error)
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
    var writer: any EventWriter = settings.writer(on: Terminal(descriptor: output.descriptor))
    writer.write(answer, to: &output.buffer)
    do throws(OutputError) {
      try output.flush(unless: interruption)
    } catch {
      throw .output(error)
    }
  }

  private func makeCommand() throws(CommandFailure) -> WireRecord {
    let first = settings.arguments.first ?? ""
    switch settings.command {
    case .restore:
      guard let number = Int(first), number >= 0 else { throw .badNumber(first) }
      return .restore(.init(request: 0, to: .number(number)))
    default:
      let payload = try settings.arguments.dropFirst().first.map(Self.payload)
      return .dispatch(.init(request: 0, action: .init(type: first, payload: payload)))
    }
  }

  private static func payload(_ text: String) throws(CommandFailure) -> Tree {
    do throws(WireError) {
      return try JSONText.tree(of: Array(text.utf8)[...])
    } catch {
      throw .badPayload(error)
    }
  }
}
