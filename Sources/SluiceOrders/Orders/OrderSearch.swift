/// Which order is tried next: all of them, depth first, while there are few, then random ones.
struct OrderSearch {
  /// The orders that are tried at most.
  private let limit: Int
  private var generator: SeededGenerator
  /// The choices of the last order that was tried depth first; `nil` once orders are random.
  private var path: [Choice]?
  /// The number of choices, and of steps, in the usual order.
  private let choiceCount: Int
  private let stepCount: Int
  /// The number of orders tried.
  private(set) var count = 1

  /// Begins with the usual order, which has been tried.
  init(usual: [Choice], steps: Int, limit: Int, seed: UInt64) {
    self.limit = limit
    choiceCount = usual.count
    stepCount = steps
    generator = SeededGenerator(seed: seed)
    // Each choice leads to about as many orders: so many that there are if each differs only there.
    let estimate = usual.reduce(1.0) { $0 * Double($1.count) }
    path = estimate <= 8 * Double(limit) ? usual : nil
  }

  /// Whether no order is left.
  var isComplete: Bool { path.map { Self.last(of: $0) == nil } ?? (choiceCount == 0) }

  /// Returns the next order's strategy; `nil` if there is none.
  mutating func next() -> OrderStrategy? {
    if isComplete || count >= limit { return nil }
    if let path, let place = Self.last(of: path), count < max(limit / 2, 2) || isNearEnd(path) {
      let kept = path[..<place].map(\.index)
      count += 1
      return .following(Order(kept + [path[place].index + 1]))
    }
    path = nil
    count += 1
    let deviations = 1 + Int.random(in: 0..<3, using: &generator)
    let seed = SeededGenerator(seed: generator.next())
    if count % 2 == 0 {
      return .deviating(at: places(deviations, below: choiceCount), seed)
    }
    return .preempting(Priorities(changes: places(deviations - 1, below: stepCount), seed))
  }

  /// Continues after an order that ``next()`` returned.
  mutating func took(_ choices: [Choice]) {
    if path != nil { path = choices }
  }

  /// Whether more than half of the orders have been tried, since the first choice is beyond its half.
  private func isNearEnd(_ path: [Choice]) -> Bool {
    path.first.map { 2 * ($0.index + 1) > $0.count } ?? false
  }

  private mutating func places(_ number: Int, below end: Int) -> Set<Int> {
    Set((0..<number).map { _ in Int.random(in: 0..<max(end, 1), using: &generator) })
  }

  /// The last choice that could be another one.
  private static func last(of path: [Choice]) -> Int? {
    path.lastIndex { $0.index + 1 < $0.count }
  }
}
