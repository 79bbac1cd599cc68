import SluiceWire

/// A term of the filter language, and all that is to be said of it.
///
/// Parser, completion and help follow from the values in ``all``, and names and texts of the filter that the pages of
/// `export` have: see `PageWords`.
struct FilterTerm: Sendable {
  /// The name, in lowercase.
  let name: String
  let example: String
  /// The meaning, for the help.
  let meaning: String
  /// Returns what a value that can't be read is, behind “x is”.
  var complaint: @Sendable (String) -> String = { _ in "no text" }
  /// The values that a screen completes.
  var candidates = Candidates.none
  let value: Value

  enum Candidates: Sendable {
    case none
    case names(@Sendable (FilterCompletion.Vocabulary) -> [String])
    case comparisons([String])
  }

  /// What follows the name, and what the term then asks.
  enum Value: Sendable {
    case none(FilterTest)
    /// A text; the function returns `nil` for one that can't be read.
    case text(@Sendable (String, inout FilterNeeds) -> FilterTest?)
    /// A condition on the state, by its index in the filter's states.
    case condition(@Sendable (Int) -> FilterTest)
  }

  /// Returns the term with a name in any case.
  static func named(_ name: String) -> FilterTerm? {
    let name = name.lowercased()
    return all.first { $0.name == name }
  }

  /// Whether the value is a condition on the state.
  var takesCondition: Bool {
    if case .condition = value { true } else { false }
  }

  /// How it is begun: `type:` or `failed`.
  var beginning: String {
    if case .none = value { name } else { name + ":" }
  }
}

extension FilterTerm: Hashable {
  static func == (one: FilterTerm, other: FilterTerm) -> Bool { one.name == other.name }

  func hash(into hasher: inout Hasher) { hasher.combine(name) }
}

/// What a filter asks.
enum FilterTest: Sendable {
  /// Of a program, by its label.
  case program(@Sendable (String) -> Bool)
  /// Of a record; `nil` while the state that it asks for is not known.
  case record(@Sendable (FilterSubject) -> Bool?)
}

/// A term with its value.
struct FilterPredicate: Hashable, Sendable {
  let term: FilterTerm
  let value: String
  let test: FilterTest

  /// Returns whether it is true of a record; `nil` while that is not known.
  func holds(for subject: FilterSubject) -> Bool? {
    switch test {
    case .program(let matches): matches(subject.app) || subject.process.map(matches) ?? false
    case .record(let matches): matches(subject)
    }
  }

  static func == (one: FilterPredicate, other: FilterPredicate) -> Bool {
    one.term == other.term && one.value == other.value
  }

  func hash(into hasher: inout Hasher) {
    hasher.combine(term)
    hasher.combine(value)
  }
}

/// A record that a filter is asked about, with what the filter has collected.
struct FilterSubject {
  let record: WireRecord
  /// The label of its program.
  let app: String
  /// The name and the process of its program, if they are known.
  let process: String?
  let instance: String
  /// Up to date with this record, as are the states.
  let descents: [Descent]
  let states: FilterStates
}

/// What the terms of a filter want to be collected.
struct FilterNeeds {
  /// Commits whose descent is asked for.
  private(set) var roots: [Int] = []
  private(set) var conditions: [StateCondition] = []

  /// Returns the index of the commit's descent.
  mutating func descent(of root: Int) -> Int { Self.index(of: root, in: &roots) }

  /// Returns the index of a condition.
  mutating func condition(_ condition: StateCondition) -> Int {
    Self.index(of: condition, in: &conditions)
  }

  private static func index<Element: Equatable>(
    of element: Element,
    in elements: inout [Element]
  ) -> Int {
    if let index = elements.firstIndex(of: element) { return index }
    elements.append(element)
    return elements.count - 1
  }
}
