import SluiceTree

/// A path in which `*` stands for any key or index.
struct RedactedPath: Sendable, Hashable {
  enum Step: Sendable, Hashable {
    case any
    /// A key, or an index in digits.
    case named(String)

    func matches(key: String) -> Bool {
      switch self {
      case .any: true
      case .named(let name): name == key
      }
    }

    func matches(index: Int) -> Bool {
      switch self {
      case .any: true
      case .named(let name): Int(name) == index
      }
    }
  }

  let steps: [Step]

  /// Reads `cards.*.number` and `cards[*].number`; a key in quotes may hold a point or bracket.
  init(parsing text: String) {
    var steps: [Step] = []
    var step = ""
    var isQuoted = false
    var wasQuoted = false
    func finish() {
      if wasQuoted {
        steps.append(.named(step))
      } else if !step.isEmpty {
        steps.append(step == "*" ? .any : .named(step))
      }
      step = ""
      wasQuoted = false
    }
    for character in text {
      switch character {
      case "\"":
        isQuoted.toggle()
        wasQuoted = true
      case _ where isQuoted: step.append(character)
      case ".", "[", "]": finish()
      default: step.append(character)
      }
    }
    finish()
    precondition(
      !steps.isEmpty && !isQuoted,
      "“\(text)” is no path that could be withheld. Write one such as user.email or cards.*.number."
    )
    self.steps = steps
  }
}
