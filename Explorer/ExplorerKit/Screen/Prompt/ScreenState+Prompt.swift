import ExplorerTerminal

/// What was shown before somebody began to type, to be shown again if they leave.
struct PromptOrigin: Sendable, Hashable {
  let place: ShownPlace
  let overlay: Overlay?
  let filter: String?
}

/// The line in which somebody types.
extension ScreenState {
  /// Lets somebody type.
  mutating func begin(_ prompt: Prompt) {
    self.prompt = prompt
    promptOrigin = PromptOrigin(place: place, overlay: overlay, filter: watching.filter?.text)
  }

  mutating func handle(_ press: KeyPress, in prompt: Prompt) {
    switch press.key {
    case .enter: return finish(prompt)
    case .escape: return leavePrompt()
    case .tab: return chooseCandidate(1, in: prompt)
    case .backTab: return chooseCandidate(-1, in: prompt)
    case .up: return recall(1, in: prompt)
    case .down: return recall(-1, in: prompt)
    case .backspace where prompt.text.isEmpty: return leavePrompt()
    case .character(let character) where press.modifiers.contains(.control):
      switch character {
      case "c", "g": return leavePrompt()
      case "n": return recall(-1, in: prompt)
      case "p": return recall(1, in: prompt)
      case "x" where prompt.purpose == .action: return editOutside(prompt)
      default: break
      }
    default: break
    }
    edit { $0.edited(by: press) }
  }

  /// Changes the line, and shows what it leads to.
  mutating func edit(_ change: (EditableLine) -> EditableLine?) {
    let before = prompt?.text
    prompt?.edit(change)
    if prompt?.text != before { preview() }
  }

  /// Shows what a text that is typed leads to, from where it was begun.
  private mutating func preview() {
    guard let prompt, let origin = promptOrigin else { return }
    switch prompt.purpose {
    case .find:
      goBack(to: origin)
      beginFind(prompt.text)
    case .filter:
      let filter = Filter.preview(of: prompt.text, from: vocabulary)
      if filter?.text != watching.filter?.text { apply(filter) }
    case .command, .action, .save, .export: break
    }
  }

  private mutating func goBack(to origin: PromptOrigin) {
    overlay = origin.overlay
    goBack(to: origin.place)
  }

  private mutating func leavePrompt() {
    let purpose = prompt?.purpose
    prompt = nil
    guard let origin = promptOrigin, purpose == .find || purpose == .filter else { return }
    find = nil
    if origin.filter != watching.filter?.text {
      apply(origin.filter.flatMap { try? Filter(parsing: $0) })
    }
    goBack(to: origin)
  }

  private mutating func chooseCandidate(_ step: Int, in prompt: Prompt) {
    let candidates = PromptCandidates(for: prompt, self).all
    guard !candidates.isEmpty else { return }
    let next = prompt.candidate.map { $0 + step } ?? (step > 0 ? 0 : -1)
    let index = (next + candidates.count) % candidates.count
    self.prompt?.choose(candidates[index], at: index)
    preview()
  }

  /// Puts what was typed before in the place of the text.
  private mutating func recall(_ step: Int, in prompt: Prompt) {
    let before = typed[prompt.purpose] ?? []
    let place = (prompt.recalled ?? 0) + step
    guard place >= 0, place <= before.count else { return }
    let text = place == 0 ? "" : before[before.count - place]
    self.prompt?.edit { _ in EditableLine(text: text, cursor: text.count) }
    self.prompt?.recalled = place
    preview()
  }

  /// Does what was typed, or says what is wrong with it.
  private mutating func finish(_ prompt: Prompt) {
    do throws(Prompt.Mistake) {
      self.prompt = nil
      switch prompt.purpose {
      case .find: finishFind(prompt.text)
      case .filter: try filter(typed: prompt.text)
      case .command: try run(typed: prompt.text)
      case .action: try dispatch(typed: prompt.text, like: prompt.example)
      case .save, .export:
        if !prompt.text.isEmpty { write(prompt.text, asPage: prompt.purpose == .export) }
      }
      note(prompt.text, typedFor: prompt.purpose)
    } catch {
      self.prompt = prompt
      self.prompt?.mistake = error
    }
  }

  /// Holds a text, to be typed again with a key.
  mutating func note(_ text: String, typedFor purpose: Prompt.Purpose) {
    if text.allSatisfy(\.isWhitespace) { return }
    typed[purpose, default: []].removeAll { $0 == text }
    typed[purpose, default: []].append(text)
  }

  /// Leaves the cursor where a text was found.
  private mutating func finishFind(_ text: String) {
    guard !text.isEmpty else { return }
    if find == nil { beginFind(text) }
    guard let find, find.isDone, find.count == 0, asked == nil else { return }
    say(.missing(text))
  }

  /// Runs a command by its name or the beginning of it, with what stands behind it; or goes to a commit.
  private mutating func run(typed text: String) throws(Prompt.Mistake) {
    let text = text.trimming
    if text.isEmpty { return }
    if let number = Int(text) { return go(to: number) }
    let name = text.prefix { !$0.isWhitespace }
    let argument = String(text.dropFirst(name.count)).trimming
    let matching = KeyBinding.named(String(name))
    guard let binding = matching.first, matching.count == 1 else {
      let reason =
        matching.isEmpty
        ? "there is no such command"
        : "it may be " + matching.map(\.command).joined(separator: ", ")
      throw Prompt.Mistake(place: 0..<name.count, reason: reason)
    }
    guard argument.isEmpty || binding.argument != nil else {
      let place = text.count - argument.count..<text.count
      throw Prompt.Mistake(place: place, reason: "\(binding.command) takes nothing")
    }
    perform(binding, argument.isEmpty ? nil : argument)
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
