import ExplorerTerminal
import SluiceTree
import SluiceWire

/// What people ask of programs and of the terminal.
extension ScreenState {
  /// The selected commit.
  var commit: WireRecord.Commit? { selected.flatMap(past.history.commit) }

  /// What a program has to allow.
  private enum Permission {
    case none
    case dispatch
    case restore
    case restoreWithout
  }

  /// The program if it can be asked for something; says why if it can't.
  private mutating func program(allowing permission: Permission) -> Program? {
    guard overlay == nil else { return nil }
    let reason: String
    if watching.isSession {
      reason = ScreenFailure.session.description
    } else if let program, program.isConnected {
      switch permission {
      case .restore where !program.allowsRestore, .restoreWithout where !program.allowsRestore:
        reason = "The program does not allow it: ExplorerInterceptor { $0.allowsRestore = true }"
      case .restoreWithout where !program.hello.capabilities.contains(.restoreWithout):
        reason = "The program can't leave out commits: update its SluiceMonitor."
      case .dispatch where program.hello.accepts.isEmpty:
        reason =
          "The program accepts no actions: ExplorerInterceptor { $0.acceptedActions = [AddTodo.self] }"
      case .none, .dispatch, .restore, .restoreWithout: return program
      }
    } else {
      reason = "The program is not connected."
    }
    say(reason, isProblem: true)
    return nil
  }

  private mutating func add(_ work: ScreenRequest.Work) {
    requests.add(work, of: watching.chosenInstance ?? "", after: inputs)
  }

  // MARK: - The past

  /// Whether somebody agrees that a program is changed: they are asked the first time, and press the key again.
  private mutating func agrees(to command: String, _ question: String) -> Bool {
    if asksAbout == "\(command) \(inputs - 1)" { mayChangePrograms = true }
    guard !mayChangePrograms else { return true }
    asksAbout = "\(command) \(inputs)"
    say("\(question)? \(command) again does it; this is asked once.")
    return false
  }

  mutating func travel() {
    guard let program = program(allowing: .restore) else { return }
    guard let selected else { return say(.noCommit) }
    let name = VisibleText(program.label)
    guard agrees(to: "t", "Put the state after commit \(selected) into \(name)") else { return }
    add(.travel(selected, from: place))
    list.selected = selected
  }

  mutating func travelBack() {
    guard let program = program(allowing: .none) else { return }
    guard let home = program.home else {
      return say("The program has not travelled: t puts an earlier state into it.")
    }
    add(.travelBack(to: home.number))
  }

  mutating func toggleLeftOut() {
    guard let program = program(allowing: .restoreWithout), let index = watching.chosenIndex else {
      return
    }
    guard let commit else { return say("There is no commit here whose action could be left out.") }
    let number = commit.number
    guard !Omissions.isReplay(commit) else {
      return say("Commit \(number) leaves out others: x there takes them back in.")
    }
    let name = VisibleText(program.label)
    guard agrees(to: "x", "Let \(name) reduce all again without commit \(number)") else { return }
    // The replay is committed behind it: the cursor stays on what was chosen.
    list.selected = number
    // All of them: the program expects that each time.
    let commits = program.leftOut.symmetricDifference([number])
    watching.programs[index].leaveOut(commits)
    add(.leaveOut(commits.sorted(), chosen: number))
  }

  // MARK: - The terminal

  mutating func copy() {
    if detail.isFocused {
      let pane = self.pane
      guard let cursor = pane.cursor else { return }
      if detail.tab == .state, let selected, let path = pane.target?.path {
        return add(.copyValue(path, after: selected))
      }
      return add(.copy(pane.lines[cursor].text, what: "the line"))
    }
    guard let commit else { return say(.noCommit) }
    add(.copy(commit.action.sendCommand, what: "commit \(commit.number) as a command"))
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

  /// Lets somebody type the name of a file, or writes what the list shows: as a session file, or as a page to send.
  mutating func write(_ path: String?, asPage: Bool) {
    guard overlay == nil else { return }
    guard let path else {
      let name = "explorer." + (asPage ? "html" : "session")
      return begin(Prompt(asPage ? .export : .save, text: name))
    }
    guard program != nil else { return say(.noCommit) }
    add(asPage ? .export(path) : .save(path))
  }

  // MARK: - Dispatching

  /// Lets somebody choose one of the types that the program accepts, or edit the JSON of one.
  mutating func dispatch(_ text: String?) {
    guard program(allowing: .dispatch) != nil else { return }
    guard let text else { return begin(Prompt(.action)) }
    do throws(Prompt.Mistake) {
      try dispatch(typed: text)
    } catch {
      begin(Prompt(.action, text: text))
      prompt?.mistake = error
    }
  }

  /// Dispatches what was typed; with a type alone, lets somebody edit an example's JSON.
  ///
  /// - Parameter example: An action whose id and elements the new one has, if it is of the same type.
  mutating func dispatch(
    typed text: String,
    like example: WireRecord.Action? = nil
  ) throws(Prompt.Mistake) {
    guard let program = program(allowing: .dispatch) else { return }
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
    guard !json.isEmpty else { return ask(.example(type: type, program.hello.examples[type])) }
    do throws(WireError) {
      let payload = try JSONText.tree(of: Array(json.utf8)[...])
      var action = WireRecord.Action(type: type, payload: payload)
      if let example, example.type == type {
        (action.id, action.elements) = (example.id, example.elements)
      }
      add(.dispatch(action))
    } catch {
      var (place, reason) = (text.unicodeScalars.count - json.unicodeScalars.count, "\(error)")
      if case .json(let fault, let offset) = error {
        place += String(decoding: json.utf8.prefix(offset), as: UTF8.self).unicodeScalars.count
        reason = "\(fault)"
      }
      throw Prompt.Mistake(place: place..<place + 1, reason: reason)
    }
  }

  /// Lets somebody edit an action that was there before.
  mutating func editAction() {
    guard let program = program(allowing: .dispatch) else { return }
    guard let commit else { return say(.noCommit) }
    let type = commit.action.type
    guard program.hello.accepts.contains(type) else {
      let others = program.acceptedTypes
      return say("The program does not accept \(type), but \(others).", isProblem: true)
    }
    begin(Prompt(editing: commit.action))
  }

  /// Lets somebody edit the JSON of the line in $EDITOR.
  mutating func editOutside(_ prompt: Prompt) {
    let type = prompt.text.prefix { !$0.isWhitespace }
    let json = prompt.text.dropFirst(type.count).drop(while: \.isWhitespace)
    note(prompt.text, typedFor: .action)
    self.prompt = nil
    var example = prompt.example ?? WireRecord.Action(type: String(type))
    example.type = String(type)
    add(.edit(String(json), of: example))
  }

  // MARK: - Answers

  /// Says what became of a request.
  mutating func take(_ outcome: ScreenRequest.Outcome, of request: ScreenRequest) {
    requests.remove(request)
    let home = watching.program(request.instance)?.home
    switch outcome {
    case .failed(let reason):
      watching.note(request, committedAs: nil)
      say(reason, isProblem: true)
    case .done(let text): if !text.isEmpty { say(text) }
    case .edited(let text, let action):
      begin(Prompt(editing: action))
      edit { _ in EditableLine(text: "", cursor: 0).inserting("\(action.type) \(text)") }
    case .committed(let number):
      let commit = number.map { " (commit \($0))" } ?? ""
      say("\(text(of: request))\(commit).")
      watching.note(request, committedAs: number)
      // Nothing moves under the fingers of who went on.
      guard request.instance == watching.chosenInstance, request.inputs == inputs else { break }
      switch request.work {
      case .dispatch:
        // What was asked for is at the end.
        endPause()
        follow()
      case .travelBack: if let home { goBack(to: home.place) }
      case .travel, .leaveOut, .copy, .copyValue, .save, .export, .open, .edit: break
      }
    }
    notePaneQuestion()
  }

  private func text(of request: ScreenRequest) -> String {
    switch request.work {
    case .dispatch(let action): return "\(VisibleText(ActionText.name(of: action))) was dispatched"
    case .travel(let number, _):
      return "The program has the state after commit \(number), and T puts it back"
    case .travelBack: return "The program has the state from before you travelled"
    case .leaveOut(let commits, let chosen): return Self.text(leavingOut: commits, chosen)
    case .copy, .copyValue, .save, .export, .open, .edit: return ""
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

  private static func text(leavingOut commits: [Int], _ chosen: Int) -> String {
    guard !commits.isEmpty else {
      return "Commit \(chosen) is no longer left out, and no other one is"
    }
    let list = self.list(commits)
    if !commits.contains(chosen) { return "Commit \(chosen) is no longer left out; \(list) still" }
    return "The program is as if \(list) had not happened; x there takes it back in"
  }
}

extension Program {
  var allowsRestore: Bool { hello.capabilities.contains(.restoreByNumber) }
  /// The types of actions that it accepts, for people.
  fileprivate var acceptedTypes: String { hello.accepts.joined(separator: ", ") }
}

extension WireRecord.Action {
  /// The command that dispatches it, for a shell.
  fileprivate var sendCommand: String {
    let isPlain = type.allSatisfy { $0.isLetter || $0.isNumber || "_.".contains($0) }
    var words = ["sluice-explorer", "send", isPlain ? type : type.quotedForShell]
    if let payload {
      words.append(String(decoding: JSONText.bytes(of: payload), as: UTF8.self).quotedForShell)
    }
    for element in elements { words += ["--element", "\(element)".quotedForShell] }
    return words.joined(separator: " ")
  }
}
