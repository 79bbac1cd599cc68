import SluiceCore

/// The maximum number of attempts in a row, including the first.
///
/// A literal is a limit: `.retry(attempts: 3)`.
public struct AttemptLimit: Sendable, Hashable, ExpressibleByIntegerLiteral {
  let count: Int

  private init(count: Int) { self.count = count }

  /// No limit.
  public static var unlimited: AttemptLimit { AttemptLimit(count: .max) }

  /// Returns a limit of `count` attempts, at least 1.
  public static func atMost(_ count: Int) -> AttemptLimit {
    precondition(
      count > 0,
      "Sluice: the number of attempts is \(count); it must be at least 1, the first one."
    )
    return AttemptLimit(count: count)
  }

  /// Creates a limit from a literal.
  public init(integerLiteral count: Int) { self = .atMost(count) }
}
