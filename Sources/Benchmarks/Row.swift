/// One line of the table: what is measured, its reference, and its goal.
struct Row {
  /// The kind of a row's figure.
  enum Measure {
    case time(() throws -> Subject)
    /// Another amount; `nil` if this system doesn't provide it.
    case amount(unit: String, (Effort) async throws -> Double?)
  }

  let name: String
  private(set) var baseline: Baseline?
  let goal: Goal?
  /// The number of parts of an operation, if the time of a part is reported.
  let parts: Int
  let stopwatch: Stopwatch
  /// The duration of samples, as a multiple of that of other rows.
  let sampleTimes: Int
  let measure: Measure
  /// How much longer than others the row may take, made and warmed up.
  private(set) var timeFactor = 1
  /// Whether the figure is meaningful in a debug build, too.
  private(set) var isForAnyBuild = false

  /// Creates a row of times.
  init(
    _ name: String,
    against baseline: Baseline? = nil,
    goal: Goal? = nil,
    parts: Int = 1,
    by stopwatch: Stopwatch = .processor,
    sampleTimes: Int = 1,
    _ subject: @escaping () throws -> Subject
  ) {
    self.name = name
    self.baseline = baseline
    self.goal = goal
    self.parts = parts
    self.stopwatch = stopwatch
    self.sampleTimes = sampleTimes
    measure = .time(subject)
  }

  /// Creates a row of counts.
  init(
    _ name: String,
    unit: String,
    goal: Goal? = nil,
    _ amount: @escaping () throws -> Double?
  ) {
    self.init(name, unit: unit, goal: goal) { _ in try amount() }
  }

  /// Creates a row that counts for as long as the effort allows.
  init(
    _ name: String,
    unit: String,
    goal: Goal? = nil,
    _ amount: @escaping (Effort) async throws -> Double?
  ) {
    self.name = name
    self.baseline = nil
    self.goal = goal
    parts = 1
    stopwatch = .wall
    sampleTimes = 1
    measure = .amount(unit: unit, amount)
  }

  /// Returns this row, measured in any build.
  var inAnyBuild: Row {
    var row = self
    row.isForAnyBuild = true
    return row
  }

  /// Returns this row, which may take several times as long as others.
  func lasting(_ factor: Int) -> Row {
    var row = self
    row.timeFactor = factor
    return row
  }

  /// Returns this row without a baseline.
  var alone: Row {
    var row = self
    row.baseline = nil
    return row
  }
}

/// The work of a row or a baseline, created shortly before it is measured, and freed afterwards.
struct Subject {
  let run: Operation
  /// The unrelated part of the work, whose time is subtracted.
  let overhead: Operation?
  /// Throws unless the state is the result of `count` operations.
  let check: (_ operations: Int) throws -> Void

  init(
    overhead: Operation? = nil,
    run: @escaping Operation,
    check: @escaping (_ operations: Int) throws -> Void
  ) {
    self.run = run
    self.overhead = overhead
    self.check = check
  }
}

/// An error: the state isn't the result of the operations.
struct CheckFailure: Error, CustomStringConvertible {
  let description: String
}

/// Throws unless two figures are equal.
func expect(_ what: String, _ found: Int, is expected: Int) throws {
  if found != expected {
    throw CheckFailure(description: "\(what): expected \(expected), found \(found).")
  }
}
