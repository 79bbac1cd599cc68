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

  private let output: OutputStream
  private let interruption: Interruption

  init(to output: OutputStream, interruption: Interruption) {
    self.output = output
    self.interruption = interruption
  }

  /// The exit code for what has been reported.
  var exitCode: ExitCode {
    entries.contains(where: \.outcome.isFailure) ? .doesNotConform : .success
  }

  /// Prints a line, such as `FAIL  Changes: Each change applies. The path a.b does not exist.`.
  mutating func add(
    _ section: WireSection,
    _ rule: String,
    _ outcome: Outcome
  ) throws(ExplorerError) {
    entries.append(Entry(section: section, rule: rule, outcome: outcome))
    let line: String
    switch outcome {
    case .passed:
      line = "ok    \(section.rawValue): \(rule)"
    case .failed(let fault):
      line = "FAIL  \(section.rawValue): \(rule) \(fault)"
    case .unchecked(let reason):
      line = "-     \(section.rawValue): \(rule) Not checked: \(reason)"
    }
    try write(line)
  }

  /// Prints the totals.
  func finish() throws(ExplorerError) {
    let passed = entries.count { $0.outcome == .passed }
    let failed = entries.count(where: \.outcome.isFailure)
    let unchecked = entries.count - passed - failed
    try write(
      "\(passed) rules are followed, \(failed) \(failed == 1 ? "is" : "are") not,"
        + " \(unchecked) \(unchecked == 1 ? "was" : "were") not checked."
    )
  }

  private func write(_ line: String) throws(ExplorerError) {
    output.writeLine(VisibleText(line).description)
    do throws(OutputError) {
      try output.flush(unless: interruption)
    } catch {
      throw .output(error)
    }
  }
}

extension CheckReport.Outcome {
  var isFailure: Bool {
    if case .failed = self { true } else { false }
  }
}
