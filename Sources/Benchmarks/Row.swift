/// One line of the table: what is measured, beside what, and what must come of it.
struct Row {
  /// How a row gets its figure.
  enum Measure {
    case time(() throws -> Subject)
    /// An amount of something else; `nil` where this system cannot tell.
    case amount(unit: String, (Effort) async throws -> Double?)
  }

  let name: String
  private(set) var baseline: Baseline?
  let goal: Goal?
  /// How many parts an operation has, where the time of a part is what matters.
  let parts: Int
  let stopwatch: Stopwatch
  /// How many times as long as those of other rows the samples last.
  let sampleTimes: Int
  let measure: Measure
  /// Whether the figure says something in a debug build, too.
  private(set) var isForAnyBuild = false

  /// A row that is timed.
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

  /// A row that counts.
  init(
    _ name: String,
    unit: String,
    goal: Goal? = nil,
    _ amount: @escaping () throws -> Double?
  ) {
    self.init(name, unit: unit, goal: goal) { _ in try amount() }
  }

  /// A row that counts for as long as the effort allows.
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

  /// The same row, measured in the build that there is.
  var inAnyBuild: Row {
    var row = self
    row.isForAnyBuild = true
    return row
  }

  /// The same row, compared with nothing.
  var alone: Row {
    var row = self
    row.baseline = nil
    return row
  }
}

/// What a row or a baseline does, made shortly before it is measured and freed after it.
struct Subject {
  let run: Operation
  /// What is done besides what the row is about; its time is subtracted.
  let overhead: Operation?
  /// Throws unless the state is what so many operations must have made it.
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

/// The state is not what the operations must have made it.
struct CheckFailure: Error, CustomStringConvertible {
  let description: String
}

/// Throws unless two figures are equal.
func expect(_ what: String, _ found: Int, is expected: Int) throws {
  if found != expected {
    throw CheckFailure(description: "\(what): expected \(expected), found \(found).")
  }
}
