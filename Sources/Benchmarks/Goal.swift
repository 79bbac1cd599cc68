/// The goal of a row.
enum Goal: CustomStringConvertible {
  /// A multiple of the baseline's time.
  case ratio(atMost: Double)
  /// A multiple of the baseline's throughput.
  case throughput(atLeast: Double)
  case nanoseconds(atMost: Double)
  case amount(atMost: Double, unit: String)
  case tails(TailGoal)

  var description: String {
    switch self {
    case .ratio(let most): "≤ \(Figure.plain(most)) ×"
    case .throughput(let least): "≥ \(Figure.plain(least)) ×"
    case .nanoseconds(let most):
      "≤ \(most < 10_000 ? "\(Figure.plain(most)) ns" : Figure.time(most))"
    case .amount(let most, let unit): "≤ \(Figure.plain(most)) \(unit)"
    case .tails(let goal): goal.description
    }
  }

  func holds(median: Double, ratio: Double?) -> Bool? {
    switch self {
    case .ratio(let most): ratio.map { $0 <= most }
    case .throughput(let least): ratio.map { $0 >= least }
    case .nanoseconds(let most): median <= most
    case .amount, .tails: nil
    }
  }

  func holds(amount: Double) -> Bool? {
    guard case .amount(let most, _) = self else { return nil }
    return amount <= most
  }
}
