// swift-format-ignore-file: AllPublicDeclarationsHaveDocumentation

extension Subscribers {
  public struct Demand: Equatable, Comparable, Sendable {
    /// `nil` if unlimited.
    public let max: Int?

    public static let unlimited = Demand(max: nil)
    public static let none = Demand(max: 0)

    public static func max(_ value: Int) -> Demand {
      precondition(value >= 0, "A demand of \(value) values.")
      return Demand(max: value)
    }

    public static func + (one: Demand, other: Demand) -> Demand {
      guard let first = one.max, let second = other.max else { return .unlimited }
      return .max(first + second)
    }

    public static func += (one: inout Demand, other: Demand) { one = one + other }

    public static func < (one: Demand, other: Demand) -> Bool {
      guard let first = one.max else { return false }
      return other.max.map { first < $0 } ?? true
    }

    /// This demand after one value was delivered.
    var afterOne: Demand { max.map { .max($0 - 1) } ?? .unlimited }
  }
}
