import SluiceCore

/// The error of a run that asks for the state at its commit, or before it, without having retained it.
///
/// Thrown by `context.stateAtCommit` and `context.stateBefore`.
public struct StateNotRetained: Error, Hashable, CustomStringConvertible {
  /// The effect's name.
  public let effect: String
  /// The source position of the effect, such as `"Shop/StockEffects.swift:12"`.
  public let position: String
  /// Whether the run asked for the state before its commit.
  public let isStateBefore: Bool

  init(_ run: EffectRun, isStateBefore: Bool) {
    effect = run.id.effect
    position = run.entry.position
    self.isStateBefore = isStateBefore
  }

  /// A description of the problem, and how to fix it.
  public var description: String {
    """
    \(effect) (\(position)) asked for the state \(isStateBefore ? "before" : "at") its commit, but its \
    runs don't retain that state. To fix, retain it where the effect names its state, as in \
    `.seeing(AppState.self, retaining: .\(isStateBefore ? "before" : "atCommit"))`; in a feedback, make it \
    part of the value.
    """
  }
}
