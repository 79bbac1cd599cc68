/// How the choices of one order are made.
///
/// Each strategy makes the same choices when it is used again.
enum OrderStrategy {
  /// Makes these choices, then the usual ones.
  case following(Order)
  /// Makes the usual choices but at some places, counted in choices.
  case deviating(at: Set<Int>, SeededGenerator)
  /// Gives each task a priority, and takes it back at some steps: few preemptions, each anywhere.
  case preempting(Priorities)

  /// Returns the index of a task among those that are ready.
  ///
  /// - Parameters:
  ///   - tasks: The numbers of the ready tasks; `nil` where something else is chosen.
  ///   - count: The number of what can be chosen, at least two.
  ///   - place: The number of choices before.
  mutating func choose(among tasks: [Int]?, of count: Int, at place: Int) -> Int {
    switch self {
    case .following(let order):
      return place < order.choices.count ? min(order.choices[place], count - 1) : 0
    case .deviating(let places, var generator):
      guard places.contains(place) else { return 0 }
      defer { self = .deviating(at: places, generator) }
      return Int.random(in: 1..<count, using: &generator)
    case .preempting(var priorities):
      defer { self = .preempting(priorities) }
      return priorities.choose(among: tasks, of: count)
    }
  }
}

/// Priorities of tasks that change at few steps (PCT: Burckhardt et al., 2010).
///
/// A race that needs d events in an order is found with a probability of 1 / (n · k^(d-1)) at least, for
/// n tasks and k steps.
struct Priorities {
  /// The steps that a task may take alone while others wait: so a task that waits for another by yielding
  /// doesn't wait for ever.
  private static let turn = 64

  private var generator: SeededGenerator
  private let changes: Set<Int>
  private var priorities: [Int: Int] = [:]
  private var lowest = 0
  private var steps = 0
  private var running: (task: Int, steps: Int) = (-1, 0)

  init(changes: Set<Int>, _ generator: SeededGenerator) {
    self.changes = changes
    self.generator = generator
  }

  mutating func choose(among tasks: [Int]?, of count: Int) -> Int {
    guard let tasks else {
      return Bool.random(using: &generator) ? 0 : Int.random(in: 0..<count, using: &generator)
    }
    for task in tasks where priorities[task] == nil {
      priorities[task] = Int.random(in: 0...1_000_000, using: &generator)
    }
    steps += 1
    let first = best(of: tasks)
    let isLong = running.task == tasks[first] && running.steps >= Self.turn
    if isLong || changes.contains(steps) {
      lowest -= 1
      priorities[tasks[first]] = lowest
    }
    let chosen = best(of: tasks)
    let task = tasks[chosen]
    running = (task, running.task == task ? running.steps + 1 : 1)
    return chosen
  }

  private func best(of tasks: [Int]) -> Int {
    var best = tasks.startIndex
    for index in tasks.indices where priority(of: tasks[index]) > priority(of: tasks[best]) {
      best = index
    }
    return best
  }

  private func priority(of task: Int) -> Int { priorities[task] ?? lowest }
}

/// Random numbers that a seed repeats (SplitMix64).
public struct SeededGenerator: RandomNumberGenerator, Sendable {
  private var state: UInt64

  /// Creates the generator of a seed.
  public init(seed: UInt64) { state = seed }

  /// Returns the next number.
  public mutating func next() -> UInt64 {
    state &+= 0x9E37_79B9_7F4A_7C15
    var mixed = state
    mixed = (mixed ^ (mixed >> 30)) &* 0xBF58_476D_1CE4_E5B9
    mixed = (mixed ^ (mixed >> 27)) &* 0x94D0_49BB_1331_11EB
    return mixed ^ (mixed >> 31)
  }
}
