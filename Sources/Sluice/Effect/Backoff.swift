/// How long to wait before an attempt is repeated.
public struct Backoff: Sendable, Hashable {
  private let first: Duration
  private let factor: Double
  private let limit: Duration
  private var spread = 0.0

  private init(first: Duration, factor: Double, limit: Duration) {
    self.first = first
    self.factor = factor
    self.limit = limit
  }

  /// No wait: the next attempt follows at once.
  public static var none: Backoff { .fixed(.zero) }

  /// The same wait before each attempt.
  public static func fixed(_ wait: Duration) -> Backoff {
    Backoff(first: wait, factor: 1, limit: wait)
  }

  /// A wait that grows: by default 1, 2, 4, … times the first, up to a limit of a minute.
  public static func exponential(
    from first: Duration,
    factor: Double = 2,
    upTo limit: Duration = .seconds(60)
  ) -> Backoff {
    Backoff(first: first, factor: factor, limit: max(first, limit))
  }

  /// The same waits, each shortened by a random part of itself, so that many clients that failed
  /// together do not come back together.
  ///
  /// - Parameter part: The largest part that may be missing, from 0 to 1. With 1, a wait lies
  ///   anywhere between nothing and its full length.
  public func jitter(_ part: Double = 0.5) -> Backoff {
    precondition((0...1).contains(part), "A jitter of \(part) is not from 0 to 1.")
    var backoff = self
    backoff.spread = part
    return backoff
  }

  /// The wait behind an attempt that failed.
  ///
  /// - Parameters:
  ///   - attempt: 1 for the first.
  ///   - generator: Where jitter comes from.
  public func wait(
    afterAttempt attempt: Int,
    using generator: inout some RandomNumberGenerator
  ) -> Duration {
    var wait = first
    var step = 1
    // Stops at the limit, long before a duration can overflow.
    while step < attempt, wait < limit, factor > 1 {
      wait = min(limit, wait * factor)
      step += 1
    }
    if spread == 0 { return wait }
    return wait * (1 - Double.random(in: 0...spread, using: &generator))
  }
}
