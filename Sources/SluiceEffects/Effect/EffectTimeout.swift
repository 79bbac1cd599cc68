import SluiceCore

/// An error thrown when an attempt takes longer than its effect allows, or what a run waits for does.
public struct EffectTimeout: Error, Sendable, Hashable, CustomStringConvertible {
  /// The maximum duration of the attempt, or of the wait.
  public let limit: Duration
  /// What the run waited for, such as an action's type; `nil` if an attempt took too long.
  public let awaited: String?

  /// Creates an error for a limit.
  public init(limit: Duration, awaited: String? = nil) {
    self.limit = limit
    self.awaited = awaited
  }

  /// A sentence with the limit.
  public var description: String {
    awaited.map { "\($0) was awaited for \(limit), and did not come." }
      ?? "The attempt took longer than \(limit)."
  }
}
