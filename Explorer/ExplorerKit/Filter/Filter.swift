package import SluiceWire

/// A predicate on records, such as `type:Add* and not changed:todos.items`.
///
/// A record takes well under a microsecond unless its payload is searched or the filter asks for the
/// state. Pass it all records in their order, since it collects what a commit leads to, and keeps the
/// state of each program if it has a condition on it. While a state is not known, from a gap until the
/// program sends it whole, a condition is neither true nor false: a record whose admission depends
/// on it is not admitted.
package struct Filter: Hashable, Sendable {
  /// The text as it was given.
  let text: String
  private let expression: FilterExpression
  private var descents: [Descent]
  private var states: FilterStates
  private var names: FilterNames
  /// The names of programs with their process, by their labels.
  private var processes: [String: String] = [:]
  /// The last commit of each program, if it matched: what ran for it belongs to it.
  private var matches: [String: Int] = [:]

  package init(parsing text: String) throws(FilterError) {
    var parser = try FilterParser(text)
    expression = try parser.parse()
    descents = parser.needs.roots.map(Descent.init)
    states = FilterStates(parser.needs.conditions)
    names = FilterNames(expression)
    self.text = text
  }

  /// What it asks of states.
  var conditions: [StateCondition] { states.conditions }

  /// What to say at the end of what was filtered: which names no action had; `nil` for nothing.
  var remark: String? { names.remark }

  /// Returns whether the record matches.
  ///
  /// - Parameters:
  ///   - app: The label of its program.
  ///   - instance: The instance of its program.
  package mutating func admits(_ record: WireRecord, app: String, instance: String) -> Bool {
    if case .commit(let commit) = record {
      for index in descents.indices { descents[index].note(commit, instance) }
    }
    states.note(record, instance)
    let subject = FilterSubject(
      record: record,
      app: app,
      process: processes[app],
      instance: instance,
      descents: descents,
      states: states
    )
    names.note(subject)
    return expression.value { $0.holds(for: subject) } ?? false
  }

  /// Returns whether to show an event: a record by the whole filter, another one by its program.
  mutating func admits(_ event: HubEvent) -> Bool {
    switch event {
    case .record(let label, let instance, let record):
      switch record {
      case .commit(let commit):
        let isMatch = admits(record, app: label, instance: instance)
        matches[instance] = isMatch ? commit.number : nil
        return isMatch
      case .effect, .state, .error:
        return admits(record, app: label, instance: instance)
      case .reads(let reads): return matches[instance] == reads.number
      case .hello, .diagnostic, .dropped, .bye, .welcome, .dispatch, .restore, .pause, .resume,
        .snapshot, .question, .answer, .problem, .disconnected, .live, .mark, .unknown:
        states.note(record, instance)
      }
    case .connected(let label, let hello):
      states.remove(hello.instance)
      note(ProgramChoice.Candidate(label: label, hello: hello))
    case .disconnected(_, let instance, _):
      states.remove(instance)
      matches[instance] = nil
    case .problem, .answer: break
    }
    return event.label.map { admits(app: $0) } ?? true
  }

  /// Notes which process a label stands for.
  mutating func note(_ program: ProgramChoice.Candidate) {
    processes[program.label] = program.processName
  }

  /// Returns whether an event of a program that isn't a record may be shown.
  ///
  /// Takes only the terms about programs into account.
  func admits(app: String) -> Bool {
    let value = expression.value { term in
      if case .program(let matches) = term.test {
        matches(app) || processes[app].map(matches) ?? false
      } else {
        nil
      }
    }
    return value ?? true
  }
}

/// Terms, combined.
indirect enum FilterExpression: Hashable, Sendable {
  case term(FilterPredicate)
  case not(FilterExpression)
  case all([FilterExpression])
  case any([FilterExpression])

  /// Returns whether it is true; `nil` if that depends on terms that are neither true nor false.
  func value(_ term: (FilterPredicate) -> Bool?) -> Bool? {
    switch self {
    case .term(let one):
      return term(one)
    case .not(let inner):
      return inner.value(term).map(!)
    case .all(let parts):
      return Self.first(false, among: parts, term)
    case .any(let parts):
      return Self.first(true, among: parts, term)
    }
  }

  /// Returns the value that decides if a part has it, and its opposite if all have that.
  private static func first(
    _ deciding: Bool,
    among parts: [FilterExpression],
    _ term: (FilterPredicate) -> Bool?
  ) -> Bool? {
    var isKnown = true
    for part in parts {
      let value = part.value(term)
      if value == deciding { return deciding }
      if value == nil { isKnown = false }
    }
    return isKnown ? !deciding : nil
  }
}
