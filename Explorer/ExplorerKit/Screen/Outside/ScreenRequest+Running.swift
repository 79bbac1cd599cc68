import ExplorerTerminal
import Sluice
import SluiceWire

extension ScreenRequest {
  /// Runs each request until it has ended.
  static let running = Feedback<ScreenState, ScreenEnvironment>(
    each: \.requests.ready,
    name: "request"
  ) { request, environment, context in
    do {
      let outcome = try await request.run(environment, context.state)
      context.send(RequestEnded(request: request, outcome: outcome))
    } catch let error as ScreenFailure {
      context.send(RequestEnded(request: request, outcome: .failed(error.description)))
    }
  }

  private func run(_ environment: ScreenEnvironment, _ state: ScreenState) async throws -> Outcome {
    let command: WireRecord
    switch work {
    case .dispatch(let action): command = .dispatch(.init(request: 0, action: action))
    case .travel(let number, _): command = .restore(.init(request: 0, to: .number(number)))
    case .travelBack(let number): command = .restore(.init(request: 0, to: .number(number)))
    case .leaveOut(let commits, _): command = .restore(.init(request: 0, to: .without(commits)))
    case .copy(let text, let what):
      environment.copy(text)
      return .done("Copied \(ClipboardSequence.limit(of: text))\(what).")
    case .copyValue(let path, let number):
      let known = state.watching.program(instance)?.past.history.state(after: number)?.tree
      guard let found = known?.resolve(path.steps), found.isComplete else {
        return .failed("The value is no longer known.")
      }
      let text = String(decoding: JSONText.bytes(of: found.tree), as: UTF8.self)
      environment.copy(text)
      return .done("Copied \(ClipboardSequence.limit(of: text))\(path.nameText) as JSON.")
    case .save(let path), .export(let path):
      guard let program = state.watching.program(instance) else {
        return .failed("The program is no longer known.")
      }
      let isPage = if case .export = work { true } else { false }
      let session = SavedSession(of: program)
      try await environment.write(isPage ? session.page : session.bytes, path)
      let count = NumberText.count(session.commits, "commit")
      return .done("Saved \(count) as \(isPage ? "a page, " : "")“\(VisibleText(path))”.")
    case .edit(let text, let action):
      return .edited(try await environment.edit(text), of: action)
    case .open(let file, let line):
      try await environment.open(file, line)
      return .done("")
    }
    guard case .commit(let commit) = try await environment.send(command, instance) else {
      return .committed(nil)
    }
    return .committed(commit.number)
  }
}
