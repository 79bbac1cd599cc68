public import Sluice

/// Lets time pass between the actions that an ``EffectRunner`` is given.
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
  /// How much later the next action is.
  public let duration: Duration

  /// Makes a time between two actions.
  public init(by duration: Duration) { self.duration = duration }
}
