package import SluiceWire

/// A predicate on records, such as `type:Add* and not changed:todos.items`.
///
/// A record takes well under a microsecond unless its payload is searched. Pass it all records in their
/// order, since it collects what a commit leads to.
package struct Filter: Hashable, Sendable {
  /// The text as it was given.
  let text: String
  private let expression: FilterExpression
  private var descents: [Descent]

  package init(parsing text: String) throws(FilterError) {
    var parser = try FilterParser(text)
    expression = try parser.parse()
    descents = parser.roots.map(Descent.init)
    self.text = text
  }

  /// Returns whether the record matches.
  ///
  /// - Parameters:
  ///   - app: The label of its program.
  ///   - instance: The instance of its program.
  package mutating func admits(_ record: WireRecord, app: String, instance: String) -> Bool {
    if case .commit(let commit) = record {
      for index in descents.indices { descents[index].note(commit, instance) }
    }
    return expression.holds { $0.holds(for: record, app, instance, descents) }
  }

  /// Returns whether an event of a program that isn't a record may be shown.
  ///
  /// Takes only the terms about programs into account.
  func admits(app: String) -> Bool {
    expression.mayHold { term in
      if case .app(let pattern) = term { FilterTerm.matches(pattern, app) } else { nil }
    }
  }
}

/// Terms, combined.
indirect enum FilterExpression: Hashable, Sendable {
  case term(FilterTerm)
  case not(FilterExpression)
  case all([FilterExpression])
  case any([FilterExpression])

  func holds(_ term: (FilterTerm) -> Bool) -> Bool {
    switch self {
    case .term(let one): term(one)
    case .not(let inner): !inner.holds(term)
    case .all(let parts): parts.allSatisfy { $0.holds(term) }
    case .any(let parts): parts.contains { $0.holds(term) }
    }
  }

  /// Returns whether it may be true, if some terms are neither true nor false.
  func mayHold(_ term: (FilterTerm) -> Bool?) -> Bool {
    value(term) ?? true
  }

  private func value(_ term: (FilterTerm) -> Bool?) -> Bool? {
    switch self {
    case .term(let one):
      return term(one)
    case .not(let inner):
      return inner.value(term).map(!)
    case .all(let parts):
      let values = parts.map { $0.value(term) }
      return values.contains(false) ? false : values.contains(nil) ? nil : true
    case .any(let parts):
      let values = parts.map { $0.value(term) }
      return values.contains(true) ? true : values.contains(nil) ? nil : false
    }
  }
}
