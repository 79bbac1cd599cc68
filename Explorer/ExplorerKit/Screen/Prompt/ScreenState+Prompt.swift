import ExplorerTerminal

/// The line in which somebody types.
extension ScreenState {
  /// Lets somebody type.
  mutating func begin(_ prompt: Prompt) {
    self.prompt = prompt
  }

  mutating func handle(_ press: KeyPress, in prompt: Prompt) {
    switch press.key {
    case .enter: return finish(prompt)
    case .escape: return leavePrompt()
    case .tab, .down: return chooseCandidate(1, in: prompt)
    case .backTab, .up: return chooseCandidate(-1, in: prompt)
    case .backspace where prompt.text.isEmpty: return leavePrompt()
    case .character(let character) where press.modifiers.contains(.control):
      switch character {
      case "c", "g": return leavePrompt()
      case "n": return chooseCandidate(1, in: prompt)
      case "p": return chooseCandidate(-1, in: prompt)
      default: break
      }
    default: break
    }
    self.prompt?.edit { $0.edited(by: press) }
  }

  private mutating func leavePrompt() {
    prompt = nil
  }

  private mutating func chooseCandidate(_ step: Int, in prompt: Prompt) {
    let candidates = PromptCandidates(for: prompt, program, of: watching.programs).all
    guard !candidates.isEmpty else { return }
    let next = prompt.candidate.map { $0 + step } ?? (step > 0 ? 0 : -1)
    let index = (next + candidates.count) % candidates.count
    self.prompt?.choose(candidates[index], at: index)
  }

  /// Does what was typed, or says what is wrong with it.
  private mutating func finish(_ prompt: Prompt) {
    do throws(Prompt.Mistake) {
      self.prompt = nil
      switch prompt.purpose {
      case .find: if !prompt.text.isEmpty { find(prompt.text) }
      case .filter: try filter(typed: prompt.text)
      case .command: try run(typed: prompt.text)
      case .action: try dispatch(typed: prompt.text)
      case .save: if !prompt.text.isEmpty { save(prompt.text) }
      }
    } catch {
      self.prompt = prompt
      self.prompt?.mistake = error
    }
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
