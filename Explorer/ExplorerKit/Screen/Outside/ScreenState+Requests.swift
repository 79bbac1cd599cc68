import ExplorerTerminal
import SluiceTree
import SluiceWire

/// What people ask of programs and of the terminal.
extension ScreenState {
  /// The selected commit.
  private var commit: WireRecord.Commit? { selected.flatMap(past.history.commit) }

  /// The program that can be asked for something; says why if there is none.
  private mutating func askable() -> Program? {
    guard overlay == nil else { return nil }
    guard !watching.isSession else {
      say(ScreenFailure.session.description, isProblem: true)
      return nil
    }
    guard let program, program.isConnected else {
      say("The program is not connected.", isProblem: true)
      return nil
    }
    return program
  }

  /// The program if it allows that its state is replaced.
  private mutating func restorable() -> Program? {
    guard let program = askable() else { return nil }
    guard program.allowsRestore else {
      say(
        "The program does not allow it: ExplorerInterceptor { $0.allowsRestore = true }",
        isProblem: true
      )
      return nil
    }
    return program
  }

  private mutating func add(_ work: ScreenRequest.Work) {
    requests.add(work, of: watching.chosenInstance ?? "", after: inputs)
  }

  // MARK: - The past

  mutating func travel() {
    guard restorable() != nil else { return }
    guard let selected else { return say(.noCommit) }
    add(.travel(selected))
  }

  mutating func travelBack() {
    guard let program = askable() else { return }
    guard let home = program.home else {
      return say(
        "The program has not travelled: t puts an earlier state into it."
      )
    }
    add(.travelBack(home))
  }

  mutating func toggleLeftOut() {
    guard let program = restorableWithout() else { return }
    guard let commit else {
      return say("There is no commit here whose action could be left out.")
    }
    guard !Omissions.isReplay(commit) else {
      return say(
        "Commit \(commit.number) leaves out others: x there takes them back in, X all of them."
      )
    }
    // The replay is committed behind it: the cursor stays on what was chosen.
    list.selected = commit.number
    leaveOut(program.leftOut.symmetricDifference([commit.number]), chosen: commit.number)
  }

  mutating func leaveOutNone() {
    guard let program = restorableWithout() else { return }
    guard !program.leftOut.isEmpty else {
      return say("No action is left out: x leaves out that of the commit.")
    }
    leaveOut([], chosen: nil)
  }

  /// - Parameter commits: All of them: the program expects that each time.
  private mutating func leaveOut(_ commits: Set<Int>, chosen: Int?) {
    guard let index = watching.chosenIndex else { return }
    watching.programs[index].leaveOut(commits)
    add(.leaveOut(commits.sorted(), chosen: chosen))
  }

  private mutating func restorableWithout() -> Program? {
    guard let program = restorable() else { return nil }
    guard program.canLeaveOut else {
      say(
        "The program can't leave out commits: update its SluiceMonitor.",
        isProblem: true
      )
      return nil
    }
    return program
  }

  // MARK: - The terminal

  mutating func copy() {
    if detail.isFocused {
      let pane = self.pane
      guard let cursor = pane.cursor else { return }
      return add(.copy(pane.lines[cursor].text, what: "the line"))
    }
    guard let commit else { return say(.noCommit) }
    let text = ActionText.text(commit.action, limit: .max)
    add(.copy(text, what: "the action of commit \(commit.number)"))
  }

  mutating func openSource() {
    if detail.isFocused, case .source(let file, let line) = pane.target {
      return add(.open(file: file, line: line))
    }
    guard let origin = commit?.origin else {
      return say("It is not known where this action comes from.")
    }
    add(.open(file: origin.file, line: origin.line))
  }

  /// Lets somebody type the name of a file, or saves what the list shows in one.
  mutating func save(_ path: String?) {
    guard overlay == nil else { return }
    guard let path else { return begin(Prompt(.save, text: "explorer.session")) }
    guard program != nil else { return say(.noCommit) }
    add(.save(path))
  }

  // MARK: - Dispatching

  /// Lets somebody choose one of the types that the program accepts, or opens the form of one.
  mutating func dispatch(_ text: String?) {
    guard let program = accepting() else { return }
    guard let text else { return begin(Prompt(.action)) }
    do throws(Prompt.Mistake) {
      try dispatch(text, in: program)
    } catch {
      prompt = Prompt(.action, text: text)
      prompt?.mistake = error
    }
  }

  mutating func dispatch(typed text: String) throws(Prompt.Mistake) {
    if let program = accepting() { try dispatch(text, in: program) }
  }

  private mutating func accepting() -> Program? {
    guard let program = askable() else { return nil }
    guard !program.hello.accepts.isEmpty else {
      say(
        "The program accepts no actions: ExplorerInterceptor { $0.acceptedActions = [AddTodo.self] }",
        isProblem: true
      )
      return nil
    }
    return program
  }

  /// Opens the form for the type that was typed; with JSON behind it, dispatches that.
  private mutating func dispatch(_ text: String, in program: Program) throws(Prompt.Mistake) {
    let start = text.prefix(while: \.isWhitespace).count
    let typed = text.dropFirst(start).prefix { !$0.isWhitespace }
    guard !typed.isEmpty else { return }
    let types = program.hello.accepts
    let matching = types.filter { $0.hasPrefix(typed) }
    guard
      let type = types.first(where: { $0 == typed }) ?? (matching.count == 1 ? matching[0] : nil)
    else {
      let reason =
        matching.isEmpty
        ? "the program accepts \(program.acceptedTypes)"
        : "it may be " + matching.joined(separator: ", ")
      throw Prompt.Mistake(place: start..<start + typed.count, reason: reason)
    }
    let json = text.dropFirst(start + typed.count).drop(while: \.isWhitespace)
    guard !json.isEmpty else {
      return ask(.form(type: type, example: program.hello.examples[type]))
    }
    do throws(WireError) {
      let payload = try JSONText.tree(of: Array(json.utf8)[...])
      add(.dispatch(WireRecord.Action(type: type, payload: payload)))
    } catch {
      throw Prompt.Mistake(place: text.count - json.count..<text.count, reason: "\(error)")
    }
  }

  /// Lets somebody edit an action that was there before.
  mutating func editAction() {
    guard let program = accepting() else { return }
    guard let commit else { return say(.noCommit) }
    let type = commit.action.type
    guard program.hello.accepts.contains(type) else {
      return say(
        "The program does not accept \(type), but \(program.acceptedTypes).",
        isProblem: true
      )
    }
    form = FormEntry(DispatchForm(commit.action))
  }

  /// Dispatches what was filled in.
  mutating func send(_ action: WireRecord.Action) {
    guard let program else {
      form = nil
      return
    }
    form?.sending = requests.add(.dispatch(action), of: program.hello.instance, after: inputs)
  }

  // MARK: - Answers

  /// Says what became of a request.
  mutating func take(_ outcome: ScreenRequest.Outcome, of request: ScreenRequest) {
    requests.remove(request)
    switch outcome {
    case .failed(let reason):
      // What was filled in stays where the program refuses it, to be mended.
      if form?.sending == request.id { form?.sending = nil }
      watching.note(request, committedAs: nil)
      say(reason, isProblem: true)
    case .done(let text): if !text.isEmpty { say(text) }
    case .committed(let number):
      let commit = number.map { " (commit \($0))" } ?? ""
      say("\(text(of: request))\(commit).")
      if form?.sending == request.id { form = nil }
      watching.note(request, committedAs: number)
      if case .leaveOut = request.work { break }
      // What was asked for is at the end; but nothing moves under the fingers of who went on.
      guard request.instance == watching.chosenInstance, request.inputs == inputs else { break }
      endPause()
      follow()
    }
    notePaneQuestion()
  }

  private func text(of request: ScreenRequest) -> String {
    switch request.work {
    case .dispatch(let action): return "\(VisibleText(ActionText.name(of: action))) was dispatched"
    case .travel(let number):
      return "The program has the state after commit \(number), and T puts it back"
    case .travelBack: return "The program has the state from before you travelled"
    case .leaveOut(let commits, let chosen): return Self.text(leavingOut: commits, chosen)
    case .copy, .save, .open: return ""
    }
  }

  /// Names commits, the first of many.
  private static func list(_ commits: [Int]) -> String {
    let named = commits.prefix(8).map(String.init)
    let rest = commits.count - named.count
    if rest > 0 { return "commits \(named.joined(separator: ", ")) and \(rest) more" }
    guard let last = named.last, named.count > 1 else { return "commit \(named.joined())" }
    return "commits \(named.dropLast().joined(separator: ", ")) and \(last)"
  }

  private static func text(leavingOut commits: [Int], _ chosen: Int?) -> String {
    let isBack = chosen.map { !commits.contains($0) } ?? true
    guard !commits.isEmpty else {
      return chosen.map { "Commit \($0) is no longer left out, and no other one is" }
        ?? "No commit is left out any more"
    }
    let list = self.list(commits)
    if isBack, let chosen { return "Commit \(chosen) is no longer left out; \(list) still" }
    let others = commits.count == 1 ? "x there takes it back in" : "x there takes it back in, X all"
    return "The program is as if \(list) had not happened; \(others)"
  }
}

extension Program {
  var allowsRestore: Bool { hello.capabilities.contains(.restoreByNumber) }
  var canLeaveOut: Bool { hello.capabilities.contains(.restoreWithout) }
  /// The types of actions that it accepts, for people.
  fileprivate var acceptedTypes: String { hello.accepts.joined(separator: ", ") }
}
