/// The error of a run that asks for the state at its commit without having retained it.
///
/// Thrown by ``RunContext/stateAtCommit``.
public struct StateNotRetained: Error, Hashable, CustomStringConvertible {
  /// The effect's name.
  public let effect: String
  /// The source position of the effect, such as `"Shop/StockEffects.swift:12"`.
  public let position: String

  /// A description of the problem, and how to fix it.
  public var description: String {
    """
    \(effect) (\(position)) asked for the state at its commit, and its runs don't retain that state. To \
    fix, add `.retainingState()` to the effect; a feedback is given what it needs of the state as its \
    value.
    """
  }
}
