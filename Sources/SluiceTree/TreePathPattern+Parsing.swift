extension TreePathPattern {
  /// Parses `cards.*.number`, `cards[0].number`, `**.note` and `settings["a.b"]`.
  ///
  /// A quoted key may contain anything, with `\` before a quote or a backslash.
  package init?(parsing text: String) {
    var reader = TreePathPatternReader()
    for character in text { reader.read(character) }
    guard let steps = reader.finish() else { return nil }
    self.init(steps)
  }
}

private struct TreePathPatternReader {
  private var steps: [TreePathPattern.Step] = []
  private var step = ""
  private var isQuoted = false
  private var wasQuoted = false
  private var isEscaped = false
  private var isInBrackets = false
  /// Whether a bracket is unmatched.
  private var isBroken = false

  mutating func read(_ character: Character) {
    switch character {
    case _ where isEscaped:
      step.append(character)
      isEscaped = false
    case "\\" where isQuoted: isEscaped = true
    case "\"":
      isQuoted.toggle()
      wasQuoted = true
    case _ where isQuoted: step.append(character)
    case ".", "[", "]":
      // An opening bracket is valid outside of others, a closing one within, a point outside.
      if isInBrackets != (character == "]") { isBroken = true }
      endStep()
      isInBrackets = character == "["
    default: step.append(character)
    }
  }

  private mutating func endStep() {
    if wasQuoted {
      steps.append(.key(step))
    } else if let known = Self.step(step, isInBrackets: isInBrackets) {
      steps.append(known)
    }
    step = ""
    wasQuoted = false
  }

  private static func step(_ text: String, isInBrackets: Bool) -> TreePathPattern.Step? {
    switch text {
    case "": return nil
    case "*": return .any
    case "**": return .anyNumber
    default:
      let index = text.first == "-" ? nil : Int(text)
      if isInBrackets, let index { return .index(index) }
      return .named(text, index: index)
    }
  }

  mutating func finish() -> [TreePathPattern.Step]? {
    endStep()
    return isQuoted || isInBrackets || isBroken ? nil : steps
  }
}
