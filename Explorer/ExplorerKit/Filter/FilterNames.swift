import SluiceWire

/// Which names of a filter's terms `type:` no action had so far, to say so in the end.
struct FilterNames: Hashable, Sendable {
  /// The maximum number of names that are compared with a misspelled one.
  private static let maximalNames = 1_000
  private static let maximalSuggestions = 3

  private var missing: [FilterPredicate]
  private var seen: Set<String> = []

  init(_ expression: FilterExpression) {
    missing = expression.terms.filter { $0.term == .type }
  }

  /// Notes the names of a commit's action.
  mutating func note(_ subject: FilterSubject) {
    guard !missing.isEmpty, case .commit(let commit) = subject.record else { return }
    missing.removeAll { $0.holds(for: subject) == true }
    if seen.count < Self.maximalNames { seen.insert(ActionText.nameWithCase(of: commit.action)) }
  }

  /// A sentence for each name that no action had; `nil` for none, and if there was no action.
  var remark: String? {
    guard !seen.isEmpty, !missing.isEmpty else { return nil }
    let sentences = missing.map { predicate in
      let typed = predicate.value.lowercased()
      let ranked = seen.map { (name: $0, distance: Suggestion.distance(typed, $0.lowercased())) }
      let nearest = ranked.sorted { ($0.distance, $0.name) < ($1.distance, $1.name) }
        .prefix(Self.maximalSuggestions).map(\.name).joined(separator: ", ")
      return "No action is named “\(predicate.value)”; the nearest are \(nearest)."
    }
    return sentences.joined(separator: " ")
  }
}

extension FilterExpression {
  /// All terms, in their order.
  fileprivate var terms: [FilterPredicate] {
    switch self {
    case .term(let one): [one]
    case .not(let inner): inner.terms
    case .all(let parts), .any(let parts): parts.flatMap(\.terms)
    }
  }
}
