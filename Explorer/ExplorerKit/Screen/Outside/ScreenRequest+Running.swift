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

  private func run(
    _ environment: ScreenEnvironment,
    _ state: ScreenState
  ) async throws -> Outcome {
    switch work {
    case .dispatch(let action):
      try await committed(.dispatch(.init(request: 0, action: action)), environment)
    case .travel(let number), .travelBack(let number):
      try await committed(.restore(.init(request: 0, to: .number(number))), environment)
    case .leaveOut(let commits, _):
      try await committed(.restore(.init(request: 0, to: .without(commits))), environment)
    case .copy(let text, let what):
      try await copy(text, what, environment)
    case .save(let path):
      try await save(path, environment, state)
    case .open(let file, let line):
      try await open(file, line, environment)
    }
  }

  private func committed(
    _ command: WireRecord,
    _ environment: ScreenEnvironment
  ) async throws -> Outcome {
    guard case .commit(let commit) = try await environment.send(command, instance) else {
      return .committed(nil)
    }
    return .committed(commit.number)
  }

  private func copy(
    _ text: String,
    _ what: String,
    _ environment: ScreenEnvironment
  ) async throws -> Outcome {
    environment.copy(text)
    return .done("Copied \(ClipboardSequence.limit(of: text))\(what).")
  }

  private func save(
    _ path: String,
    _ environment: ScreenEnvironment,
    _ state: ScreenState
  ) async throws -> Outcome {
    guard let program = state.watching.program(instance) else {
      return .failed("The program is no longer known.")
    }
    let session = SavedSession(of: program)
    try await environment.write(session.bytes, path)
    let count = NumberText.count(session.commits, "commit")
    return .done("Saved \(count) as “\(VisibleText(path))”.")
  }

  private func open(
    _ file: String,
    _ line: Int,
    _ environment: ScreenEnvironment
  ) async throws -> Outcome {
    try await environment.open(file, line)
    return .done("")
  }
}
