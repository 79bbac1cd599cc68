public import Sluice

/// Advances time between the actions that an ``EffectRunner`` receives.
///
/// ```swift
/// let actions = try await EffectRunner.run(
///   search,
///   with: SearchTyped(text: "s"),
///   Advance(by: .milliseconds(200)),
///   SearchTyped(text: "sluice")
/// )
/// ```
public struct Advance: Action, Hashable {
  /// The time until the next action.
  public let duration: Duration

  /// Creates an interval between two actions.
  public init(by duration: Duration) { self.duration = duration }
}
