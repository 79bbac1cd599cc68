/// An error thrown when an effect requests a state of a type that its store does not hold.
///
/// Thrown by ``RunContext/state(_:)-(State.Type)`` and similar functions. Effects do not name the
/// type of their state, so the first run that requests it finds the mistake.
public struct StateTypeMismatch: Error, Hashable, CustomStringConvertible {
  /// The effect's name.
  public let effect: String
  /// The source position of the effect, such as `"Shop/StockEffects.swift:12"`.
  public let position: String
  /// The type that the effect requested.
  public let requestedType: String
  /// The type that the store holds.
  public let storedType: String
  /// The type of the part that the effect's ``Feature`` is for; `nil` if it is the store's state.
  public let partType: String?

  /// A description of the problem, with all types, and how to fix it.
  public var description: String {
    """
    \(problem) To fix, ask for a state of type \(partType ?? storedType), or register the effect on a \
    store of \(requestedType).
    """
  }

  /// A description of the problem, with all types.
  package var problem: String {
    let part = partType.map { ", and the effect's part of it is of type \($0)" } ?? ""
    return """
      \(effect) (\(position)) asked for a state of type \(requestedType), and the store's state is of \
      type \(storedType)\(part).
      """
  }
}
