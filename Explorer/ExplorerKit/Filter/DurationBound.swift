/// A bound of a length of time: `>2ms`, `<=1.5s`; without a sign it is more than.
struct DurationBound: Sendable {
  enum Comparison: String, CaseIterable, Sendable {
    // The longer ones first, since the shorter begin them.
    case atLeast = ">="
    case atMost = "<="
    case above = ">"
    case below = "<"
  }

  private let comparison: Comparison
  private let limit: Int64

  /// Returns `nil` unless it is a number of ns, us, ms or s.
  init?(parsing text: String) {
    let sign = Comparison.allCases.first { text.hasPrefix($0.rawValue) }
    let rest = text.dropFirst(sign?.rawValue.count ?? 0)
    let digits = rest.prefix { $0.isASCII && ($0.isNumber || $0 == ".") }
    let unit: Double
    switch rest.dropFirst(digits.count) {
    case "ns": unit = 1
    case "us", "µs", "μs": unit = 1e3
    case "ms": unit = 1e6
    case "s": unit = 1e9
    default: return nil
    }
    guard let number = Double(digits), let limit = Int64(exactly: (number * unit).rounded()) else {
      return nil
    }
    comparison = sign ?? .above
    self.limit = limit
  }

  func holds(_ nanoseconds: Int64) -> Bool {
    switch comparison {
    case .atLeast: nanoseconds >= limit
    case .atMost: nanoseconds <= limit
    case .above: nanoseconds > limit
    case .below: nanoseconds < limit
    }
  }
}
