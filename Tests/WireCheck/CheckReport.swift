import ExplorerTerminal

/// Prints the outcome of each rule, one line a rule.
struct CheckReport {
  /// The outcome of a rule.
  enum Outcome: Hashable, Sendable {
    case passed
    /// The client doesn't follow the rule: what it did.
    case failed(String)
    /// The rule can't be checked with this client: why.
    case unchecked(String)
  }

  /// A rule and its outcome.
  struct Entry: Hashable, Sendable {
    let section: WireSection
    let rule: String
    let outcome: Outcome
  }

  private(set) var entries: [Entry] = []

  private let write: @Sendable (String) -> Void

  /// - Parameter write: Receives each line.
  init(to write: @escaping @Sendable (String) -> Void) { self.write = write }

  /// Whether no rule was broken.
  var isFine: Bool { !entries.contains(where: \.outcome.isFailure) }

  /// Prints a line, such as `FAIL  Changes: Each change applies. The path a.b does not exist.`.
  mutating func add(_ section: WireSection, _ rule: String, _ outcome: Outcome) {
    entries.append(Entry(section: section, rule: rule, outcome: outcome))
    let place = "\(section.rawValue): \(rule)"
    let line =
      switch outcome {
      case .passed: "ok    \(place)"
      case .failed(let fault): "FAIL  \(place) \(fault)"
      case .unchecked(let reason): "-     \(place) Not checked: \(reason)"
      }
    write(VisibleText(line).description)
  }

  /// Prints the totals.
  func finish() {
    let passed = entries.count { $0.outcome == .passed }
    let failed = entries.count(where: \.outcome.isFailure)
    let unchecked = entries.count - passed - failed
    write(
      "\(passed) rules are followed, \(failed) \(failed == 1 ? "is" : "are") not,"
        + " \(unchecked) \(unchecked == 1 ? "was" : "were") not checked."
    )
  }
}

extension CheckReport.Outcome {
  var isFailure: Bool {
    if case .failed = self { true } else { false }
  }
}
