import SluiceCore

/// The wait before an attempt is repeated.
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

  /// No wait: the next attempt starts immediately.
  public static var none: Backoff { .fixed(.zero) }

  /// Whether there is never a wait.
  var isNone: Bool { first <= .zero }

  /// Returns the same wait for each attempt.
  public static func fixed(_ wait: Duration) -> Backoff {
    Backoff(first: wait, factor: 1, limit: wait)
  }

  /// Returns a growing wait: by default 1, 2, 4, … times the first, up to a minute.
  public static func exponential(
    from first: Duration,
    factor: Double = 2,
    upTo limit: Duration = .seconds(60)
  ) -> Backoff {
    Backoff(first: first, factor: factor, limit: max(first, limit))
  }

  /// Returns the same waits, each shortened by a random fraction, so that clients that failed
  /// together do not retry together.
  ///
  /// - Parameter part: The maximum fraction to remove, from 0 to 1. With 1, a wait lies anywhere
  ///   between zero and its full length.
  public func jitter(_ part: Double = 0.5) -> Backoff {
    precondition((0...1).contains(part), "A jitter is from 0 to 1, not \(part).")
    var backoff = self
    backoff.spread = part
    return backoff
  }

  /// Returns the wait after a failed attempt.
  ///
  /// - Parameters:
  ///   - attempt: The number of the attempt, starting at 1.
  ///   - generator: The source of the jitter.
  package func wait(
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
