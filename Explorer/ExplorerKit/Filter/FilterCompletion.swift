/// What may stand at a place of a filter, for a screen that completes what somebody types.
struct FilterCompletion: Hashable, Sendable {
  /// The names that a caller knows.
  struct Vocabulary: Hashable, Sendable {
    /// Of actions.
    var types: [String] = []
    /// Of parts of the state, as the log shows them.
    var paths: [String] = []
    var effects: [String] = []
    var files: [String] = []
    /// Of programs.
    var apps: [String] = []
  }

  enum Kind: Hashable, Sendable {
    /// `type:` or `failed`.
    case term
    /// `and`, `or` or `not`.
    case combination
    /// `==` or `exists`.
    case comparison
    /// A value of a term, out of the vocabulary.
    case name
    /// `true`, `false` or `null`.
    case literal
  }

  struct Candidate: Hashable, Sendable {
    let text: String
    let kind: Kind
    /// The range of scalars to replace with the text.
    let place: Range<Int>
  }

  let candidates: [Candidate]

  /// Finds what may follow at a position.
  ///
  /// - Parameters:
  ///   - text: A filter that need not be complete; what stands behind the position is ignored.
  ///   - position: The number of scalars in front of the cursor.
  init(of text: String, at position: Int, from vocabulary: Vocabulary) {
    let position = min(max(position, 0), text.unicodeScalars.count)
    var scanner = FilterCompletionScanner(Array(text.unicodeScalars.prefix(position)))
    let expectation = scanner.scan()
    let typed = scanner.typed(since: expectation.start)
    candidates = Self.options(expectation, typed: typed, vocabulary).filter { candidate in
      let written = scanner.typed(since: candidate.place.lowerBound)
      return candidate.text != written
        && candidate.text.lowercased().hasPrefix(written.lowercased())
    }
  }

  private static func options(
    _ expectation: FilterCompletionScanner.Expectation,
    typed: String,
    _ vocabulary: Vocabulary
  ) -> [Candidate] {
    let end = expectation.start + typed.unicodeScalars.count
    func all(_ texts: [String], _ kind: Kind, from start: Int? = nil) -> [Candidate] {
      texts.map { Candidate(text: $0, kind: kind, place: (start ?? expectation.start)..<end) }
    }
    let literals = ["true", "false", "null"]
    let comparisons = StateCondition.Comparison.allCases.map(\.rawValue)
    switch expectation {
    case .word(_, let isOperand):
      let terms = FilterTerm.all.map(\.beginning)
      return all(terms, .term)
        + all(isOperand ? ["not"] : ["and", "or", "not"], .combination)
    case .value(_, let term):
      switch term?.candidates ?? FilterTerm.Candidates.none {
      case .none: return []
      case .names(let names): return all(names(vocabulary).map(\.quotedForFilter), .name)
      case .comparisons(let signs): return all(signs, .comparison)
      }
    case .path:
      let operators = typed.isEmpty ? [] : all(comparisons, .comparison, from: end)
      return all(vocabulary.paths, .name) + operators
    case .comparison:
      let isEquality = StateCondition.Comparison(rawValue: typed)?.isOrdering == false
      return all(comparisons + [StateCondition.existence], .comparison)
        + (isEquality ? all(literals, .literal, from: end) : [])
    case .operand(_, let comparison):
      return comparison.isOrdering ? [] : all(literals, .literal)
    }
  }
}

extension String {
  /// The name as a filter reads it: in quotes if something in it would end the word.
  var quotedForFilter: String {
    let isPlain = unicodeScalars.allSatisfy { scalar in
      !scalar.properties.isWhitespace && scalar != "(" && scalar != ")" && scalar != "\\"
    }
    // A path's own quotes stand in brackets, where a filter reads them.
    guard !isPlain, !contains("[\"") else { return self }
    return "\"" + replacing("\\", with: "\\\\").replacing("\"", with: "\\\"") + "\""
  }
}
