import Sluice
import SluiceWire

/// Commands that do something outside the screen, and what is typed for them.
extension ScreenInput {
  func actionsOutside(_ command: ScreenCommand) -> [any Action] {
    switch command {
    case .save: return [OpenPrompt(prompt: Prompt(.save, text: "explorer.session"))]
    case .copy: return copy()
    case .source: return openSource()
    default: break
    }
    guard !state.watching.isSession else {
      return [ShowNotice(ScreenFailure.session.description, isProblem: true)]
    }
    guard let program = state.program, program.isConnected else {
      return [ShowNotice("The program is not connected.", isProblem: true)]
    }
    switch command {
    case .travel: return travel(program)
    case .travelBack:
      guard let home = program.home else {
        return [ShowNotice("The program has not travelled: t puts an earlier state into it.")]
      }
      return [TravelBack(number: home, instance: program.hello.instance)]
    case .skip: return skip(program)
    case .dispatch: return chooseType(program)
    case .edit: return editAction(of: commit, program)
    default: return []
    }
  }

  /// The selected commit.
  private var commit: WireRecord.Commit? { selected.flatMap(state.past.history.commit) }

  private func travel(_ program: Program) -> [any Action] {
    guard program.allowsRestore else { return [allowsNoRestore] }
    guard let selected else { return [ShowNotice("There is no commit yet.")] }
    return [Travel(number: selected, instance: program.hello.instance)]
  }

  private var allowsNoRestore: ShowNotice {
    ShowNotice(
      "The program does not allow it: ExplorerInterceptor { $0.allowsRestore = true }",
      isProblem: true
    )
  }

  private func skip(_ program: Program) -> [any Action] {
    guard program.allowsRestore else { return [allowsNoRestore] }
    guard program.canLeaveOut else {
      return [
        ShowNotice(
          "The program can't leave out commits: update its SluiceMonitor.",
          isProblem: true
        )
      ]
    }
    guard let commit else {
      return [ShowNotice("There is no commit here whose action could be left out.")]
    }
    let number = commit.number
    guard !Omissions.isReplay(commit) else {
      return [ShowNotice("Commit \(number) leaves out others: x there takes them back in.")]
    }
    // The program expects all of them each time.
    let commits = program.past.tally.omissions.commits.symmetricDifference([number])
    return [Skip(number: number, commits: commits.sorted(), instance: program.hello.instance)]
  }

  private func copy() -> [any Action] {
    if isInDetail {
      let pane = self.pane
      guard let cursor = pane.cursor else { return [] }
      return [CopyText(text: pane.lines[cursor].text, what: "the line")]
    }
    guard let commit else { return [ShowNotice("There is no commit yet.")] }
    let text = ActionText.text(commit.action, limit: .max)
    return [CopyText(text: text, what: "the action of commit \(commit.number)")]
  }

  private func openSource() -> [any Action] {
    if isInDetail, case .source(let file, let line) = pane.target {
      return [OpenSource(file: file, line: line)]
    }
    guard let origin = commit?.origin else {
      return [ShowNotice("It is not known where this action comes from.")]
    }
    return [OpenSource(file: origin.file, line: origin.line)]
  }

  // MARK: - What was typed

  func finish(_ prompt: Prompt) -> [any Action] {
    switch prompt.purpose {
    case .find:
      guard !prompt.text.isEmpty else { return [ClosePrompt()] }
      return [ClosePrompt(), Find(text: prompt.text)] + find(prompt.text, isForward: true)
    case .filter: return applyFilter(prompt.text)
    case .command: return run(prompt.text)
    case .action: return dispatch(prompt.text)
    case .save:
      guard !prompt.text.isEmpty else { return [ClosePrompt()] }
      return [ClosePrompt(), SaveSession(path: prompt.text)]
    }
  }

  private func applyFilter(_ text: String) -> [any Action] {
    guard !text.allSatisfy(\.isWhitespace) else {
      return [ClosePrompt(), ApplyFilter(filter: nil)]
    }
    do throws(FilterError) {
      return [ClosePrompt(), ApplyFilter(filter: try Filter(parsing: text))]
    } catch {
      return [RefusePrompt(mistake: .init(place: error.place, reason: error.reason))]
    }
  }

  private func run(_ name: String) -> [any Action] {
    let name = name.trimming
    if name.isEmpty { return [ClosePrompt()] }
    let bindings = KeyBinding.all
    let matching = bindings.filter { $0.command.rawValue.hasPrefix(name) }
    let exact = bindings.first { $0.command.rawValue == name }
    guard let binding = exact ?? (matching.count == 1 ? matching.first : nil) else {
      let reason =
        matching.isEmpty
        ? "there is no such command"
        : "it may be " + matching.map(\.command.rawValue).joined(separator: ", ")
      return [RefusePrompt(mistake: .init(place: 0..<name.count, reason: reason))]
    }
    return [ClosePrompt()] + actions(of: binding.command)
  }
}

extension String {
  /// The text without white space at its ends.
  fileprivate var trimming: String {
    var text = self[...]
    while text.first?.isWhitespace == true { text = text.dropFirst() }
    while text.last?.isWhitespace == true { text = text.dropLast() }
    return String(text)
  }
}

extension Program {
  var allowsRestore: Bool { hello.capabilities.contains(.restoreByNumber) }
  var canLeaveOut: Bool { hello.capabilities.contains(.restoreWithout) }
}
