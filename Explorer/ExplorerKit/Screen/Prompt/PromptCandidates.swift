import ExplorerTerminal
import SluiceTree
import SluiceWire

/// What may be meant by what was typed so far.
struct PromptCandidates: Hashable, Sendable {
  struct Candidate: Hashable, Sendable {
    /// The whole text with the candidate in it.
    let text: String
    /// The number of characters in front of the cursor behind the candidate.
    let cursor: Int
    /// The candidate alone, as it is listed.
    let name: String
    /// What it is, for people.
    var meaning = ""
  }

  /// The maximum number of candidates.
  private static let maximum = 200

  let all: [Candidate]

  /// - Parameter program: The program that is shown.
  init(for prompt: Prompt, _ program: Program?, of programs: [Program]) {
    let typed = prompt.typed ?? Prompt.Typed(text: prompt.text, cursor: prompt.cursor)
    switch prompt.purpose {
    case .filter: all = Self.filter(typed, program, programs)
    case .command: all = Self.commands(typed.text)
    case .action: all = program.map { Self.actions(typed.text, $0) } ?? []
    case .find, .save: all = []
    }
  }

  private static func filter(
    _ typed: Prompt.Typed,
    _ program: Program?,
    _ programs: [Program]
  ) -> [Candidate] {
    let position = typed.text.prefix(typed.cursor).unicodeScalars.count
    let vocabulary = program?.past.vocabulary(apps: programs.map(\.label)) ?? .init()
    let completion = FilterCompletion(of: typed.text, at: position, from: vocabulary)
    let scalars = Array(typed.text.unicodeScalars)
    return completion.candidates.prefix(maximum).map { candidate in
      let place = candidate.place.lowerBound
      let front = String(String.UnicodeScalarView(scalars[..<place])) + candidate.text
      let rest = String(String.UnicodeScalarView(scalars[max(position, place)...]))
      return Candidate(text: front + rest, cursor: front.count, name: candidate.text)
    }
  }

  /// The columns of the widest key.
  private static let keyColumns = KeyBinding.all.map(\.name.columns).max() ?? 0

  private static func commands(_ typed: String) -> [Candidate] {
    let bindings = KeyBinding.all
    let beginning = bindings.filter { $0.command.hasPrefix(typed) }
    let containing = bindings.filter { binding in
      !binding.command.hasPrefix(typed)
        && (binding.command.contains(typed) || binding.short.contains(typed))
    }
    return (beginning + containing).map { binding in
      let name = binding.command
      return Candidate(
        text: name,
        cursor: name.count,
        name: name,
        meaning: "\(binding.name.padded(to: keyColumns))  \(binding.meaning)"
      )
    }
  }

  /// The types that a program accepts.
  private static func actions(_ typed: String, _ program: Program) -> [Candidate] {
    let types = program.hello.accepts
    let beginning = types.filter { $0.hasPrefix(typed) }
    let containing = types.filter { !$0.hasPrefix(typed) && $0.contains(typed) }
    return (beginning + containing).prefix(maximum).map { type in
      Candidate(text: type, cursor: type.count, name: VisibleText(type).description)
    }
  }
}

extension ShownPast {
  /// What a filter may name.
  func vocabulary(apps: [String]) -> FilterCompletion.Vocabulary {
    FilterCompletion.Vocabulary(
      types: tally.statistics.actions.keys.map(\.name).sorted(),
      paths: tally.statistics.changes.keys.map(\.name).sorted(),
      effects: tally.statistics.effects.keys.map(\.name).sorted(),
      files: tally.files.map { $0.split(separator: "/").last.map(String.init) ?? $0 }.sorted(),
      apps: apps
    )
  }
}
