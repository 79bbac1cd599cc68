import ExplorerTerminal
import SluiceTree
import SluiceWire

/// What may be meant by what was typed so far.
struct PromptCandidates: Hashable, Sendable {
  struct Candidate: Hashable, Sendable {
    /// The whole text with the candidate in it.
    var text: String
    /// The number of characters in front of the cursor behind the candidate.
    var cursor: Int
    /// The candidate alone, as it is listed.
    let name: String
    /// What it is, for people.
    let meaning: String

    init(_ name: String, meaning: String = "") {
      (text, cursor, self.name, self.meaning) = (name, name.count, name, meaning)
    }
  }

  /// The maximum number of candidates.
  private static let maximum = 200

  let all: [Candidate]

  init(for prompt: Prompt, _ state: ScreenState) {
    let typed = prompt.typed ?? prompt.line
    switch prompt.purpose {
    case .filter:
      let commit = typed.text.isEmpty ? state.selected.flatMap(state.past.history.commit) : nil
      all = Self.suggestions(commit) + Self.filter(typed, state.vocabulary)
    case .command: all = Self.commands(typed.text)
    case .action: all = state.program.map { Self.actions(typed.text, $0) } ?? []
    case .find, .save, .export: all = []
    }
  }

  /// Filters that admit others like a commit.
  private static func suggestions(_ commit: WireRecord.Commit?) -> [Candidate] {
    guard let commit else { return [] }
    let path = commit.changes.first.flatMap { StatePath($0.path).filter }
    let effect = commit.cause?.effect.map { "effect:" + $0.quotedForFilter }
    return [commit.action.filter, path, effect].compactMap(\.self).map { text in
      Candidate(text, meaning: "as of commit \(commit.number)")
    }
  }

  private static func filter(
    _ typed: EditableLine,
    _ vocabulary: FilterCompletion.Vocabulary
  ) -> [Candidate] {
    let position = typed.text.prefix(typed.cursor).unicodeScalars.count
    let completion = FilterCompletion(of: typed.text, at: position, from: vocabulary)
    let scalars = Array(typed.text.unicodeScalars)
    return completion.candidates.prefix(maximum).map { candidate in
      let place = candidate.place.lowerBound
      let front = String(String.UnicodeScalarView(scalars[..<place])) + candidate.text
      let rest = String(String.UnicodeScalarView(scalars[max(position, place)...]))
      let term = FilterTerm.all.first { $0.beginning == candidate.text }
      var found = Candidate(candidate.text, meaning: term?.meaning ?? "")
      (found.text, found.cursor) = (front + rest, front.count)
      return found
    }
  }

  /// The columns of the widest key.
  private static let keyColumns = KeyBinding.all.map(\.name.columns).max() ?? 0

  private static func commands(_ typed: String) -> [Candidate] {
    KeyBinding.all.matching(typed, by: \.command).map { binding in
      let meaning = "\(binding.name.padded(to: keyColumns))  \(binding.meaning)"
      return Candidate(binding.command, meaning: meaning)
    }
  }

  /// The types that a program accepts.
  private static func actions(_ typed: String, _ program: Program) -> [Candidate] {
    program.hello.accepts.matching(typed, by: \.self).prefix(maximum).map { Candidate($0) }
  }
}

extension Array {
  /// Returns the elements whose name begins with a text, and behind them those that contain it.
  fileprivate func matching(_ typed: String, by name: (Element) -> String) -> [Element] {
    filter { name($0).hasPrefix(typed) }
      + filter { !name($0).hasPrefix(typed) && name($0).contains(typed) }
  }
}

extension ScreenState {
  /// What a filter may name.
  var vocabulary: FilterCompletion.Vocabulary {
    let tally = past.tally
    return FilterCompletion.Vocabulary(
      types: tally.statistics.actions.keys.map(\.name).sorted(),
      paths: tally.statistics.changes.keys.map(\.name).sorted(),
      effects: tally.statistics.effects.keys.map(\.name).sorted(),
      files: tally.files.map { $0.split(separator: "/").last.map(String.init) ?? $0 }.sorted(),
      apps: watching.programs.map(\.label)
    )
  }
}
