/// An attempt took longer than its effect allows.
public struct EffectTimeout: Error, Sendable, Hashable, CustomStringConvertible {
  /// How long it was allowed to take.
  public let limit: Duration

  /// An error for a limit.
  public init(limit: Duration) { self.limit = limit }

  /// One sentence.
  public var description: String { "The attempt took longer than \(limit)." }
}
