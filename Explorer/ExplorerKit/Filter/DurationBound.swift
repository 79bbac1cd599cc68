/// A bound of a length of time: `>2ms`, `<=1.5s`; without a sign it is more than.
struct DurationBound: Sendable {
  enum Comparison: String, CaseIterable, Sendable {
    // The longer ones first, since the shorter begin them.
    case atLeast = ">="
    case atMost = "<="
    case above = ">"
    case below = "<"
  }

  static let units = [
    ("ns", 1), ("us", 1_000), ("µs", 1_000), ("μs", 1_000), ("ms", 1_000_000), ("s", 1_000_000_000),
  ].map { (name: $0.0, nanoseconds: $0.1) }

  private let comparison: Comparison
  private let limit: Int64

  /// Returns `nil` unless it is a number of ns, us, ms or s.
  init?(parsing text: String) {
    let sign = Comparison.allCases.first { text.hasPrefix($0.rawValue) }
    let rest = text.dropFirst(sign?.rawValue.count ?? 0)
    let digits = rest.prefix { $0.isASCII && ($0.isNumber || $0 == ".") }
    guard let unit = Self.units.first(where: { $0.name == rest.dropFirst(digits.count) }),
      let number = Double(digits),
      let limit = Int64(exactly: (number * Double(unit.nanoseconds)).rounded())
    else { return nil }
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
