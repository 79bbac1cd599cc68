/// An error thrown when an attempt takes longer than its effect allows.
public struct EffectTimeout: Error, Sendable, Hashable, CustomStringConvertible {
  /// The maximum duration of the attempt.
  public let limit: Duration

  /// Creates an error for a limit.
  public init(limit: Duration) { self.limit = limit }

  /// A sentence with the limit.
  public var description: String { "The attempt took longer than \(limit)." }
}
