import SluiceCore

/// A pure state machine that decides which of a feedback's runs start and end.
///
/// Starts a run once for each request; whether one that ended by itself is repeated, the scheduler
/// decides.
package struct FeedbackPolicy<Key: Hashable> {
  /// The behavior for a run that the state no longer requests.
  package enum Ending {
    /// Cancels the run.
    case atOnce
    /// Continues the run until the state requests another one.
    case whenReplaced
  }

  /// The runs to end, those that continue though the state no longer requests them, and those to
  /// start.
  struct Step {
    var ended: [Int] = []
    var released: [Int] = []
    var started: [(run: Int, key: Key)] = []
  }

  private let ending: Ending
  private var runs: [Key: Int] = [:]
  private var replaceable: [Int] = []
  private var lastRun = 0

  init(_ ending: Ending) { self.ending = ending }

  /// Returns the step to the wanted keys, in this order; duplicates count once.
  mutating func reconcile(_ wanted: [Key]) -> Step {
    var step = Step()
    let set = Set(wanted)
    let gone = runs.filter { !set.contains($0.key) }
    for key in gone.keys { runs[key] = nil }
    switch ending {
    case .atOnce: step.ended = gone.values.sorted()
    case .whenReplaced:
      step.released = gone.values.sorted()
      replaceable += step.released
    }
    for key in wanted where runs[key] == nil {
      step.ended += replaceable
      replaceable = []
      lastRun += 1
      runs[key] = lastRun
      step.started.append((lastRun, key))
    }
    assert(runs.count == set.count)
    return step
  }
}

/// The type-erased value of a feedback's run, compared by its own `==`.
package struct FeedbackKey: Hashable, Sendable {
  let value: any Sendable
  private let isEqual: @Sendable (any Sendable) -> Bool
  private let hash: Int

  init<Value: Equatable & Sendable>(_ value: Value) {
    self.init(value, hash: 0)
  }

  init<Value: Hashable & Sendable>(hashing value: Value) {
    self.init(value, hash: value.hashValue)
  }

  /// Creates a key that equals all others created like this: only whether there is one matters.
  init(alike value: any Sendable) {
    self.value = value
    isEqual = { _ in true }
    hash = 0
  }

  private init<Value: Equatable & Sendable>(_ value: Value, hash: Int) {
    self.value = value
    isEqual = { $0 as? Value == value }
    self.hash = hash
  }

  package static func == (one: FeedbackKey, other: FeedbackKey) -> Bool { one.isEqual(other.value) }

  package func hash(into hasher: inout Hasher) { hasher.combine(hash) }
}

/// A run that a feedback's policy requested.
final class RunRequest: Sendable {
  /// The number among those that the policy has requested.
  let number: Int
  let key: FeedbackKey

  init(_ number: Int, _ key: FeedbackKey) {
    self.number = number
    self.key = key
  }
}
