/// Decides which of a feedback's runs start and end when the state asks for others: a pure state
/// machine.
///
/// A run that came to its end by itself stays known while its key is asked for: it is not repeated.
struct FeedbackPolicy<Key: Hashable> {
  /// What becomes of a run for which the state asks no more.
  enum Ending {
    /// It is cancelled.
    case atOnce
    /// It goes on until the state asks for another one.
    case whenReplaced
  }

  /// What is to be done: first the ends, then the starts.
  struct Step {
    var ended: [Int] = []
    var started: [(run: Int, key: Key)] = []
  }

  private let ending: Ending
  private var runs: [Key: Int] = [:]
  private var replaceable: [Int] = []
  private var lastRun = 0

  init(_ ending: Ending) { self.ending = ending }

  /// The state asks for these, in this order; repeats count once.
  mutating func reconcile(_ wanted: [Key]) -> Step {
    var step = Step()
    let set = Set(wanted)
    let gone = runs.filter { !set.contains($0.key) }
    for key in gone.keys { runs[key] = nil }
    switch ending {
    case .atOnce: step.ended = gone.values.sorted()
    case .whenReplaced: replaceable += gone.values.sorted()
    }
    for key in wanted where runs[key] == nil {
      step.ended += replaceable
      replaceable = []
      lastRun += 1
      runs[key] = lastRun
      step.started.append((lastRun, key))
    }
    return step
  }
}

/// What a feedback's run is for: a value, known by how it compares.
struct FeedbackKey: Hashable, Sendable {
  let value: any Sendable
  private let isEqual: @Sendable (any Sendable) -> Bool
  private let hash: Int

  init<Value: Equatable & Sendable>(_ value: Value) {
    self.init(value, hash: 0)
  }

  init<Value: Hashable & Sendable>(hashing value: Value) {
    self.init(value, hash: value.hashValue)
  }

  private init<Value: Equatable & Sendable>(_ value: Value, hash: Int) {
    self.value = value
    isEqual = { $0 as? Value == value }
    self.hash = hash
  }

  static func == (one: FeedbackKey, other: FeedbackKey) -> Bool { one.isEqual(other.value) }

  func hash(into hasher: inout Hasher) { hasher.combine(hash) }
}
