import ExplorerTerminal
import Sluice
import SluiceWire

/// What the screen does beside showing: it asks programs, copies, saves and opens.
struct ScreenEffects: Effects<ScreenEnvironment> {
  let dispatch = Effect<ScreenEnvironment>.on(DispatchInProgram.self) { action, environment in
    let command = WireRecord.dispatch(.init(request: 0, action: action.action))
    let answer = try await environment.send(command, action.instance)
    let name = VisibleText(ActionText.name(of: action.action)).description
    return ProgramAnswered(
      what: "\(name) was dispatched",
      number: answer.commitNumber,
      instance: action.instance
    )
  }
  .catch { error, _ in DispatchRefused(reason: "\(error)") }

  let travel = Effect<ScreenEnvironment>.on(Travel.self) { action, environment in
    let command = WireRecord.restore(.init(request: 0, to: .number(action.number)))
    let answer = try await environment.send(command, action.instance)
    return ProgramAnswered(
      what: "The program has the state after commit \(action.number), and T puts it back",
      number: answer.commitNumber,
      instance: action.instance,
      home: answer.commitNumber.map { ProgramAnswered.Home.left($0 - 1) } ?? .unchanged
    )
  }
  .catch { error, _ in ShowNotice("\(error)", isProblem: true) }

  let travelBack = Effect<ScreenEnvironment>.on(TravelBack.self) { action, environment in
    let command = WireRecord.restore(.init(request: 0, to: .number(action.number)))
    let answer = try await environment.send(command, action.instance)
    return ProgramAnswered(
      what: "The program has the state from before you travelled",
      number: answer.commitNumber,
      instance: action.instance,
      home: .reached
    )
  }
  .catch { error, _ in ShowNotice("\(error)", isProblem: true) }

  let skip = Effect<ScreenEnvironment>.on(Skip.self) { action, environment in
    let command = WireRecord.restore(.init(request: 0, to: .without(action.commits)))
    let answer = try await environment.send(command, action.instance)
    let what =
      action.commits.contains(action.number)
      ? "The program is as if commit \(action.number) had not happened, and x there takes it back in"
      : "Commit \(action.number) is no longer left out"
    return ProgramAnswered(what: what, number: answer.commitNumber, instance: action.instance)
  }
  .catch { error, _ in ShowNotice("\(error)", isProblem: true) }

  let copy = Effect<ScreenEnvironment>.map(CopyText.self) { action, environment in
    environment.copy(action.text)
    return ShowNotice("Copied \(ClipboardSequence.limit(of: action.text))\(action.what).")
  }

  let save = Effect<ScreenEnvironment>.on(SaveSession.self, state: ScreenState.self) {
    action,
    environment,
    context in
    guard let program = context.state.program else { return }
    let session = SavedSession(of: program)
    try await environment.write(session.bytes, action.path)
    let name = VisibleText(action.path).description
    let count = NumberText.count(session.commits, "commit")
    context.send(ShowNotice("Saved \(count) as “\(name)”."))
  }
  .catch { error, _ in ShowNotice("\(error)", isProblem: true) }

  let filter = FilterSearch.effect

  let count = TallyCount.effect

  let search = ListSearch.effect

  let open = Effect<ScreenEnvironment>.on(OpenSource.self) { action, environment in
    try await environment.open(action.file, action.line)
  }
  .catch { error, _ in ShowNotice("\(error)", isProblem: true) }
}

extension WireRecord {
  fileprivate var commitNumber: Int? {
    if case .commit(let commit) = self { commit.number } else { nil }
  }
}
